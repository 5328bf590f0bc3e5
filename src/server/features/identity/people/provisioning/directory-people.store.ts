import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** Tables with credentials and sessions of a person. */
export const WAYS_IN = [
  'session',
  'login_step',
  'second_step',
  'passkey',
  'passkey_challenge',
  'external_identity',
] as const;

/**
 * Changes the email address of a person and removes all credentials and sessions: the new address is not verified, and
 * whoever set up the login under the old address must not keep it (A-SCIM-05). The owner of the new address logs in with
 * single sign-on, or resets the password.
 */
export async function updateEmail(tx: Db, personId: number, email: string): Promise<void> {
  await tx.updateTable('person').set({ email, password_hash: null }).where('id', '=', personId).execute();
  for (const table of WAYS_IN) await tx.deleteFrom(table).where('person_id', '=', personId).execute();
  await tx
    .deleteFrom('token')
    .where('subject_kind', '=', 'person')
    .where('subject_id', '=', personId)
    .execute();
}

/** Whether a person has access only to accounts of this administrator, whose directory may then change name and address. */
export async function belongsToDirectory(
  tx: Db,
  parent: AdministratorId,
  personId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from membership m join account a on a.id = m.account_id
    where m.person_id = ${personId} and a.parent_id is distinct from ${parent}
    union all
    select from scim_user where person_id = ${personId} and parent_id <> ${parent}`.execute(tx);
  return rows.length === 0;
}

/** What was removed together with a person's access. */
export interface EndedAccess {
  accounts: number[];
  sessions: number;
  unassigned: number;
}

/**
 * Removes a person from all accounts of the administrator, with their sessions there and open invitations. A trigger on
 * membership unassigns their faxes.
 */
export async function endAccess(
  tx: Db,
  parent: AdministratorId,
  { personId, email }: { personId: number; email: string },
): Promise<EndedAccess> {
  const accounts = sql`(select id from account where parent_id = ${parent})`;
  const unassigned = await sql<{ count: number }>`
    select count(*)::int as count from fax_work
    where assignee_id = ${personId} and account_id in ${accounts} and status <> 'done' and not deleted`.execute(
    tx,
  );
  const sessions = await sql`
    delete from session where kind = 'person' and person_id = ${personId} and subject_id in ${accounts}`.execute(
    tx,
  );
  await sql`delete from invitation where email = ${email} and account_id in ${accounts}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    delete from membership where person_id = ${personId} and account_id in ${accounts}
    returning account_id as id`.execute(tx);
  return {
    accounts: rows.map(({ id }) => id),
    sessions: Number(sessions.numAffectedRows ?? 0),
    unassigned: unassigned.rows[0]?.count ?? 0,
  };
}

/** Returns the addresses that the directory of the account's administrator has deactivated. */
export async function listTurnedOff(tx: Db, accountId: number, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select h.email from scim_user u join person h on h.id = u.person_id
    join account a on a.parent_id = u.parent_id
    where a.id = ${accountId} and not u.active and h.email = any(${emails})`.execute(tx);
  return rows.map(({ email }) => email);
}
