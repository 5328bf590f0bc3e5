import {
  acceptInvitation,
  changeRole,
  declineInvitation,
  invitePeople,
  leaveAccount,
  ownAccounts,
  people,
  putProfile,
  readInvitation,
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
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { InvitationsService } from './invitations.service.ts';
import type { PeopleService } from './people.service.ts';

/** What the calls stand on; `zone` is the server's. */
export interface PeopleParts {
  service: PeopleService;
  invitations: InvitationsService;
  sessions: SessionService;
  zone: string;
}

/** Mounts the people of an account, their invitations, and going from one account to another (spec http-api 12.39). */
export function mountPeople(app: App, parts: PeopleParts): void {
  const { service, zone } = parts;
  const wire = (time: Date) => formatWireTime(time, zone);
  mount(app, people, async ({ caller }) => {
    const team = await service.team(caller.accountId);
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
    doneWith(await service.invite(caller, body.emails, body.role)),
  );
  mount(app, changeRole, async ({ caller, body }) => {
    await service.changeRole(caller, body.id, body.role);
    return done;
  });
  mount(app, removePerson, async ({ caller, body }) => {
    await service.remove(caller, body.id);
    return done;
  });
  mount(app, resendInvitation, async ({ caller, body }) => {
    await service.resend(caller, body.id);
    return done;
  });
  mount(app, withdrawInvitation, async ({ caller, body }) => {
    await service.withdraw(caller, body.id);
    return done;
  });
  mount(app, putProfile, async ({ caller, body }) => {
    await service.changeProfile(caller, body);
    return done;
  });
  mountInvitation(app, parts);
  mountOwnAccounts(app, parts);
}

function mountInvitation(app: App, { invitations, sessions, zone }: PeopleParts): void {
  mount(app, readInvitation, async ({ body, request }) => {
    const from = loginFrom(request);
    const { personId, expiresAt, ...invitation } = await invitations.read(body.token, from);
    const provider = await sessions.requiredProvider(invitation.email, from.brandId);
    const known = personId !== null;
    return { ...invitation, known, provider: provider ?? null, expiresAt: formatWireTime(expiresAt, zone) };
  });
  mount(app, acceptInvitation, async ({ body, request, reply }) => {
    const from = loginFrom(request);
    const { email, personId: known } = await invitations.read(body.token, from);
    const provider = known === null ? await sessions.requiredProvider(email, from.brandId) : undefined;
    if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
    const { personId, accountId, isNew } = await invitations.accept(body.token, body, from);
    // Whoever has a login logs in as always, with its second step.
    if (!isNew) return doneWith({ loggedIn: false, node: '' });
    const subject = await sessions.onAccount(personId, accountId);
    const session = await sessions.open(subject, from, sessionToken(request));
    setSessionCookies(request, reply, session);
    return doneWith({ loggedIn: true, node: session.node });
  });
  mount(app, declineInvitation, async ({ body, request }) => {
    await invitations.decline(body.token, loginFrom(request));
    return done;
  });
}

function mountOwnAccounts(app: App, { service, sessions }: PeopleParts): void {
  mount(app, ownAccounts, async ({ caller }) => {
    const rows = await service.accountsOf(caller);
    return {
      accounts: rows.map(({ id, ...row }) => ({ ...row, id: String(id), current: id === caller.accountId })),
    };
  });
  mount(app, switchAccount, async ({ caller, body, request, reply }) => {
    if (!caller.person) throw new AppError('NOT_FOUND');
    const subject = await sessions.onAccount(caller.person.id, body.account);
    // The provider of single sign-on may end this one, too.
    const standing = { ...subject, signOn: request.session?.signOn ?? undefined };
    const session = await sessions.open(standing, loginFrom(request), sessionToken(request));
    setSessionCookies(request, reply, session);
    return doneWith({ node: session.node });
  });
  mount(app, leaveAccount, async ({ caller, request, reply }) => {
    await service.leave(caller);
    clearSessionCookies(request, reply);
    return done;
  });
}
