import type { BodyOf } from '#contract/kit/call.ts';
import { INVITATION_DAYS, MAX_PEOPLE } from '#contract/identity/people.ts';
import type { putProfile } from '#contract/identity/people.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { invitationMail } from './invitation-mail.ts';
import { deleteInvitation, insertInvitation, listInvitations, renewInvitation } from './invitations.store.ts';
import type { InvitationRow } from './invitations.store.ts';
import {
  deleteMembership,
  isFromDirectory,
  listMembers,
  listOwnAccounts,
  lockAccount,
  readNumberLogin,
  updatePerson,
  updateRole,
} from './people.store.ts';
import type { InvitingAccount, MemberRow, OwnAccountRow } from './people.store.ts';
import { listTurnedOff } from './provisioning/directory-people.store.ts';

/** Who works on an account, and who is invited to. */
export interface Team {
  people: MemberRow[];
  invitations: InvitationRow[];
  numberLoginAt: Date | null;
}

/**
 * People who work on a fax account under their own names, with roles (spec http-api 12.39). The login with number and
 * password stays beside them, as the owner's.
 */
export class PeopleService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;

  constructor({ database, queueMail }: { database: Database; queueMail: QueueMail }) {
    this.#database = database;
    this.#queueMail = queueMail;
  }

  async team(account: AccountId): Promise<Team> {
    const { db } = this.#database;
    return {
      people: await listMembers(db, account),
      invitations: await listInvitations(db, account),
      numberLoginAt: await readNumberLogin(db, account),
    };
  }

  /**
   * Mails invitations to addresses in lower case. Those that are people or invitations of the account already are
   * skipped. Throws PEOPLE_LIMIT, TURNED_OFF_IN_DIRECTORY, and the limits of mails to unproved addresses.
   */
  async invite(
    caller: Caller,
    emails: readonly string[],
    role: Role,
  ): Promise<{ invited: string[]; skipped: string[] }> {
    const { accountId } = caller;
    return await this.#database.transaction(async (tx) => {
      const account = await activeAccount(tx, accountId);
      const [off] = await listTurnedOff(tx, accountId, emails);
      if (off !== undefined) throw new AppError('TURNED_OFF_IN_DIRECTORY', { params: { email: off } });
      const known = [...(await listMembers(tx, accountId)), ...(await listInvitations(tx, accountId))];
      const taken = new Set(known.map(({ email }) => email));
      const asked = [...new Set(emails)];
      const invited = asked.filter((email) => !taken.has(email));
      if (known.length + invited.length > MAX_PEOPLE)
        throw new AppError('PEOPLE_LIMIT', { params: { max: MAX_PEOPLE } });
      for (const email of invited) {
        const token = newToken();
        const personId = caller.person?.id;
        const link = { tokenHash: hashToken(token), days: INVITATION_DAYS };
        await insertInvitation(tx, accountId, { email, role, personId, ...link });
        await this.#mail(tx, caller, account, { email, token });
        await audit(tx, caller, 'person.invite', { email, role });
      }
      return { invited, skipped: asked.filter((email) => taken.has(email)) };
    });
  }

  /** Mails an invitation with a new link. Throws NOT_FOUND, and the limits of mails to unproved addresses. */
  async resend(caller: Caller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const account = await activeAccount(tx, caller.accountId);
      const token = newToken();
      const link = { tokenHash: hashToken(token), days: INVITATION_DAYS };
      const email = await renewInvitation(tx, caller.accountId, id, link);
      if (email === undefined) throw new AppError('NOT_FOUND');
      await this.#mail(tx, caller, account, { email, token });
      await audit(tx, caller, 'invitation.resend', { email });
    });
  }

  /** Throws NOT_FOUND for any invitation that is not the account's. */
  async withdraw(caller: Caller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const email = await deleteInvitation(tx, caller.accountId, id);
      if (email === undefined) throw new AppError('NOT_FOUND');
      await audit(tx, caller, 'invitation.withdraw', { email });
    });
  }

  /** Throws NOT_FOUND, FROM_DIRECTORY, and OWN_ROLE: nobody takes the owner's role away from themselves by a slip. */
  async changeRole(caller: Caller, personId: number, role: Role): Promise<void> {
    if (caller.person?.id === personId) throw new AppError('OWN_ROLE');
    await this.#database.transaction(async (tx) => {
      await refuseFromDirectory(tx, caller.accountId, personId);
      const before = await updateRole(tx, caller.accountId, personId, role);
      if (before === undefined) throw new AppError('NOT_FOUND');
      if (before !== role) await audit(tx, caller, 'person.role', { person: personId, before, role });
    });
  }

  /** Takes somebody off the account; their sessions on it end with that. Throws NOT_FOUND, FROM_DIRECTORY. */
  async remove(caller: Caller, personId: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await refuseFromDirectory(tx, caller.accountId, personId);
      if (!(await deleteMembership(tx, caller.accountId, personId))) throw new AppError('NOT_FOUND');
      const action = caller.person?.id === personId ? 'person.leave' : 'person.remove';
      await audit(tx, caller, action, { person: personId });
    });
  }

  /** The signed-in person leaves the account. Throws NOT_FOUND for the login with number and password. */
  async leave(caller: Caller): Promise<void> {
    if (!caller.person) throw new AppError('NOT_FOUND');
    await this.remove(caller, caller.person.id);
  }

  /** Changes what is named of one's own profile. Throws NOT_FOUND for the login with number and password. */
  async changeProfile(caller: Caller, { name, teamMail }: BodyOf<typeof putProfile>): Promise<void> {
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

  /** Accounts that the caller may go on with. */
  async accountsOf({ accountId, person }: Caller): Promise<OwnAccountRow[]> {
    return await listOwnAccounts(this.#database.db, person ? { personId: person.id } : { accountId });
  }

  async #mail(
    tx: Db,
    { accountId, person }: Caller,
    account: InvitingAccount,
    to: { email: string; token: string },
  ): Promise<void> {
    await this.#queueMail(tx, invitationMail({ ...account, accountId, by: person?.name ?? '' }, to));
  }
}

async function refuseFromDirectory(tx: Db, account: AccountId, personId: number): Promise<void> {
  if (await isFromDirectory(tx, account, personId)) throw new AppError('FROM_DIRECTORY');
}

async function activeAccount(tx: Db, accountId: AccountId): Promise<InvitingAccount> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new AppError('NOT_FOUND');
  return account;
}

async function audit(
  tx: Db,
  { accountId, address }: Pick<Caller, 'accountId' | 'address'>,
  action: string,
  detail: object,
): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'account', id: accountId },
    accountId,
    action,
    object: `account/${accountId}`,
    detail,
    address,
  });
}
