import { acceptInvitation, declineInvitation, readInvitation } from '#contract/identity/invitations.ts';
import {
  changeRole,
  invitePeople,
  leaveAccount,
  ownAccounts,
  people,
  putProfile,
  removePerson,
  resendInvitation,
  switchAccount,
  withdrawInvitation,
} from '#contract/identity/people.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { clearSessionCookies, sessionToken, setSessionCookies } from '#server/kit/cookies.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import { atPlace, ownerOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { InvitationsService } from './invitations.service.ts';
import type { PeopleService } from './people.service.ts';

/** Dependencies of the calls. `zone` is the server's time zone. */
export interface PeopleParts {
  service: PeopleService;
  invitations: InvitationsService;
  sessions: SessionService;
  zone: string;
}

/** Mounts the calls for people of a place, their invitations, and switching between places (spec http-api 12.39). */
export function mountPeople(app: App, parts: PeopleParts): void {
  const { service, zone } = parts;
  const wire = (time: Date) => formatWireTime(time, zone);
  mount(app, people, async ({ caller }) => {
    const team = await service.team(ownerOf(caller));
    return {
      people: team.people.map(({ id, lastActiveAt, ...person }) => ({
        ...person,
        id: String(id),
        you: caller.person?.id === id,
        lastActiveAt: lastActiveAt && wire(lastActiveAt),
      })),
      invitations: team.invitations.map(({ id, invitedAt, expiresAt, ...invitation }) => ({
        ...invitation,
        id: String(id),
        invitedAt: wire(invitedAt),
        expiresAt: wire(expiresAt),
      })),
      numberLogin: {
        you: caller.person === undefined,
        lastUsedAt: team.numberLoginAt && wire(team.numberLoginAt),
      },
    };
  });
  mount(app, invitePeople, async ({ caller, body }) =>
    doneWith(await service.invite(atPlace(caller), body.emails, body.role)),
  );
  mount(app, changeRole, async ({ caller, body }) => {
    await service.changeRole(atPlace(caller), body.id, body.role);
    return done;
  });
  mount(app, removePerson, async ({ caller, body }) => {
    await service.remove(atPlace(caller), body.id);
    return done;
  });
  mount(app, resendInvitation, async ({ caller, body }) => {
    await service.resend(atPlace(caller), body.id);
    return done;
  });
  mount(app, withdrawInvitation, async ({ caller, body }) => {
    await service.withdraw(atPlace(caller), body.id);
    return done;
  });
  mount(app, putProfile, async ({ caller, body }) => {
    await service.changeProfile(atPlace(caller), body);
    return done;
  });
  mountInvitation(app, parts);
  mountOwnAccounts(app, parts);
}

function mountInvitation(app: App, { invitations, sessions, zone }: PeopleParts): void {
  mount(app, readInvitation, async ({ body, request }) => {
    const from = loginFrom(request);
    const { personId, expiresAt, ...invitation } = await invitations.read(body.token, from);
    const provider = await invitations.providerOf({ ...invitation, brandId: from.brandId });
    const known = personId !== null;
    return { ...invitation, known, provider: provider ?? null, expiresAt: formatWireTime(expiresAt, zone) };
  });
  mount(app, acceptInvitation, async ({ body, request, reply }) => {
    const from = loginFrom(request);
    const { personId, place, isNew } = await invitations.accept(body.token, body, from);
    // A person who already has a login must log in as usual, with the second factor.
    if (!isNew) return doneWith({ loggedIn: false, node: '', kind: 'user' as const });
    const subject = await sessions.atPlace(personId, place);
    const session = await sessions.open(subject, from, sessionToken(request));
    setSessionCookies(request, reply, session);
    return doneWith({ loggedIn: true, node: session.node, kind: subject.kind });
  });
  mount(app, declineInvitation, async ({ body, request }) => {
    await invitations.decline(body.token, loginFrom(request));
    return done;
  });
}

function mountOwnAccounts(app: App, { service, sessions }: PeopleParts): void {
  mount(app, ownAccounts, async ({ caller, request }) => {
    const here = ownerOf(caller);
    const providerId = request.session?.signOn?.providerId ?? null;
    const { accounts, administrators } = await service.placesOf(atPlace(caller), providerId);
    const onWire = <Row extends { id: number }>(kind: Owner['kind'], { id, ...row }: Row) => ({
      ...row,
      id: String(id),
      current: kind === here.kind && id === here.id,
    });
    return {
      accounts: accounts.map((row) => onWire('account', row)),
      administrators: administrators.map((row) => onWire('parent', row)),
    };
  });
  mount(app, switchAccount, async ({ caller, body, request, reply }) => {
    if (!caller.person) throw new AppError('NOT_FOUND');
    const place =
      'account' in body
        ? ({ kind: 'account', id: body.account } as const)
        : ({ kind: 'parent', id: body.administrator } as const);
    const { signOn, endsIn } = request.session ?? {};
    const subject = await sessions.atPlace(caller.person.id, place, signOn?.providerId);
    // The sign-on provider must be able to end this session too, and it lasts no longer than the previous one.
    const standing = { ...subject, signOn: signOn ? { ...signOn, seconds: endsIn } : undefined };
    const session = await sessions.open(standing, loginFrom(request), sessionToken(request));
    setSessionCookies(request, reply, session);
    return doneWith({ node: session.node, kind: subject.kind });
  });
  mount(app, leaveAccount, async ({ caller, request, reply }) => {
    await service.leave(atPlace(caller));
    clearSessionCookies(request, reply);
    return done;
  });
}
