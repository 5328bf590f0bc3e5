import type { BodyOf } from '#contract/kit/call.ts';
import { INVITATION_DAYS, MAX_PEOPLE } from '#contract/identity/people.ts';
import type { putProfile } from '#contract/identity/people.ts';
import { ADMINISTRATION_ROLES, isForAdministrator, ROLES } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { auditOfOwner } from '#server/kit/owner.ts';
import type { Owner, PlaceCaller } from '#server/kit/owner.ts';
import type { ActingPerson } from '#server/kit/scope.ts';

import { invitationMail } from './invitation-mail.ts';
import { deleteInvitation, insertInvitation, listInvitations, renewInvitation } from './invitations.store.ts';
import type { InvitationRow } from './invitations.store.ts';
import {
  deleteMembership,
  isFromDirectory,
  listMembers,
  listOwnAccounts,
  listOwnAdministrators,
  lockPlace,
  readNumberLogin,
  updatePerson,
  updateRole,
} from './people.store.ts';
import type { InvitingPlace, MemberRow, OwnAccountRow, OwnAdministratorRow } from './people.store.ts';
import { listTurnedOff } from './provisioning/directory-people.store.ts';

/** The members of a place, and its open invitations. */
export interface Team {
  people: MemberRow[];
  invitations: InvitationRow[];
  numberLoginAt: Date | null;
}

/** The places where a person may work. */
export interface OwnPlaces {
  accounts: OwnAccountRow[];
  administrators: OwnAdministratorRow[];
}

/**
 * Manages people who work on a fax account or for a multifax administrator with individual logins and roles (spec
 * http-api 12.39). The place's own login stays available, with all rights.
 */
export class PeopleService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;
  readonly #tell: TellOfChange;

  constructor({
    database,
    queueMail,
    tell,
  }: {
    database: Database;
    queueMail: QueueMail;
    tell: TellOfChange;
  }) {
    this.#database = database;
    this.#queueMail = queueMail;
    this.#tell = tell;
  }

  async team(place: Owner): Promise<Team> {
    const { db } = this.#database;
    return {
      people: await listMembers(db, place),
      invitations: await listInvitations(db, place),
      numberLoginAt: await readNumberLogin(db, place),
    };
  }

  /**
   * Mails invitations to addresses in lower case. Skips addresses that the place already has as a member or an
   * invitation. Throws VALIDATION, NOT_FOUND, PEOPLE_LIMIT, TURNED_OFF_IN_DIRECTORY, and the limits of mails to
   * unverified addresses.
   */
  async invite(
    caller: PlaceCaller,
    emails: readonly string[],
    role: AnyRole,
  ): Promise<{ invited: string[]; skipped: string[] }> {
    const { place } = caller;
    refuseOtherRole(place, role);
    return await this.#database.transaction(async (tx) => {
      const inviting = await activePlace(tx, place);
      const [off] = await listTurnedOff(tx, place, emails);
      if (off !== undefined) throw new AppError('TURNED_OFF_IN_DIRECTORY', { params: { email: off } });
      const known = [...(await listMembers(tx, place)), ...(await listInvitations(tx, place))];
      const taken = new Set(known.map(({ email }) => email));
      const asked = [...new Set(emails)];
      const invited = asked.filter((email) => !taken.has(email));
      if (known.length + invited.length > MAX_PEOPLE)
        throw new AppError('PEOPLE_LIMIT', { params: { max: MAX_PEOPLE } });
      for (const email of invited) {
        const token = newToken();
        const personId = caller.person?.id;
        const link = { tokenHash: hashToken(token), days: INVITATION_DAYS };
        await insertInvitation(tx, place, { email, role, personId, ...link });
        await this.#mail(tx, caller, inviting, { email, token });
        await audit(tx, caller, 'person.invite', { email, role });
      }
      return { invited, skipped: asked.filter((email) => taken.has(email)) };
    });
  }

  /** Mails an invitation with a new link. Throws NOT_FOUND, and the limits of mails to unverified addresses. */
  async resend(caller: PlaceCaller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const inviting = await activePlace(tx, caller.place);
      const token = newToken();
      const link = { tokenHash: hashToken(token), days: INVITATION_DAYS };
      const email = await renewInvitation(tx, caller.place, id, link);
      if (email === undefined) throw new AppError('NOT_FOUND');
      await this.#mail(tx, caller, inviting, { email, token });
      await audit(tx, caller, 'invitation.resend', { email });
    });
  }

  /** Withdraws an invitation of the place. Throws NOT_FOUND. */
  async withdraw(caller: PlaceCaller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const email = await deleteInvitation(tx, caller.place, id);
      if (email === undefined) throw new AppError('NOT_FOUND');
      await audit(tx, caller, 'invitation.withdraw', { email });
    });
  }

  /**
   * Changes a role; the place is mailed about more rights. Throws VALIDATION, NOT_FOUND, FROM_DIRECTORY, and OWN_ROLE, so
   * that nobody drops their own rights by accident.
   */
  async changeRole(caller: PlaceCaller, personId: number, role: AnyRole): Promise<void> {
    refuseOtherRole(caller.place, role);
    if (caller.person?.id === personId) throw new AppError('OWN_ROLE');
    await this.#database.transaction(async (tx) => {
      await refuseFromDirectory(tx, caller.place, personId);
      const before = await updateRole(tx, caller.place, personId, role);
      if (before === undefined) throw new AppError('NOT_FOUND');
      if (before === role) return;
      await audit(tx, caller, 'person.role', { person: personId, before, role });
      if (isRaised(before, role)) await this.#tell(tx, caller.place, 'roleRaised');
    });
  }

  /** Removes a person from the place, which ends their sessions there. Throws NOT_FOUND, FROM_DIRECTORY. */
  async remove(caller: PlaceCaller, personId: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await refuseFromDirectory(tx, caller.place, personId);
      if (!(await deleteMembership(tx, caller.place, personId))) throw new AppError('NOT_FOUND');
      const action = caller.person?.id === personId ? 'person.leave' : 'person.remove';
      await audit(tx, caller, action, { person: personId });
    });
  }

  /** Removes the signed-in person from the place. Throws NOT_FOUND for a login without a person, FROM_DIRECTORY. */
  async leave(caller: PlaceCaller): Promise<void> {
    if (!caller.person) throw new AppError('NOT_FOUND');
    await this.remove(caller, caller.person.id);
  }

  /** Changes the given fields of the caller's own profile. Throws NOT_FOUND for a login without a person. */
  async changeProfile(caller: PlaceCaller, { name, teamMail }: BodyOf<typeof putProfile>): Promise<void> {
    const { person } = caller;
    if (!person) throw new AppError('NOT_FOUND');
    await this.#database.transaction(async (tx) => {
      if (name !== undefined) {
        await updatePerson(tx, person.id, { name });
        await audit(tx, caller, 'person.rename', { before: person.name, name });
      }
      if (teamMail !== undefined) {
        await updatePerson(tx, person.id, { team_mail: teamMail });
        await audit(tx, caller, 'person.mails', { teamMail });
      }
    });
  }

  /** Returns the places that the caller can switch to. `providerId` is the provider at which the person logged in. */
  async placesOf(
    { place, person }: Pick<PlaceCaller, 'place' | 'person'>,
    providerId: number | null,
  ): Promise<OwnPlaces> {
    const { db } = this.#database;
    if (person) {
      const who = { personId: person.id, providerId };
      return {
        accounts: await listOwnAccounts(db, who),
        administrators: await listOwnAdministrators(db, who),
      };
    }
    return place.kind === 'account'
      ? { accounts: await listOwnAccounts(db, { accountId: place.id }), administrators: [] }
      : { accounts: [], administrators: await listOwnAdministrators(db, { parentId: place.id }) };
  }

  async #mail(
    tx: Db,
    { place, person }: { place: Owner; person?: ActingPerson | undefined },
    inviting: InvitingPlace,
    to: { email: string; token: string },
  ): Promise<void> {
    await this.#queueMail(tx, invitationMail({ ...inviting, place, by: person?.name ?? '' }, to));
  }
}

/** Rejects roles that belong to the other kind of place. */
function refuseOtherRole({ kind }: Owner, role: AnyRole): void {
  const roles: readonly AnyRole[] = kind === 'account' ? ROLES : ADMINISTRATION_ROLES;
  if (!roles.includes(role)) throw new AppError('VALIDATION', { fields: { role: 'INVALID' } });
}

/** Whether a role may do more than the one before; a trigger notes when (migration 0971). */
function isRaised(before: AnyRole, role: AnyRole): boolean {
  const order: readonly AnyRole[] = ROLES;
  return isForAdministrator(role) ? before !== 'administrator' : order.indexOf(role) < order.indexOf(before);
}

async function refuseFromDirectory(tx: Db, place: Owner, personId: number): Promise<void> {
  if (await isFromDirectory(tx, place, personId)) throw new AppError('FROM_DIRECTORY');
}

async function activePlace(tx: Db, place: Owner): Promise<InvitingPlace> {
  const found = await lockPlace(tx, place);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

async function audit(
  tx: Db,
  { place, address }: Pick<PlaceCaller, 'place' | 'address'>,
  action: string,
  detail: object,
): Promise<void> {
  await writeAudit(tx, { ...auditOfOwner(place), action, detail, address });
}
