import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { Owner } from '#server/kit/owner.ts';
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

/**
 * Whether a person works only for this administrator and its accounts; then its directory may change name and address.
 */
export async function belongsToDirectory(
  tx: Db,
  parent: AdministratorId,
  personId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from membership m left join account a on a.id = m.account_id
    where m.person_id = ${personId} and coalesce(m.parent_id, a.parent_id) is distinct from ${parent}
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
 * Removes a person from the administrator's people and from all of its accounts, with their sessions there and open
 * invitations. A trigger on membership unassigns their faxes.
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
    delete from session where person_id = ${personId} and case kind
      when 'person' then subject_id in ${accounts} when 'multifax-person' then subject_id = ${parent} end`.execute(
    tx,
  );
  const there = sql`(account_id in ${accounts} or parent_id = ${parent})`;
  await sql`delete from invitation where email = ${email} and ${there}`.execute(tx);
  const { rows } = await sql<{ id: number | null }>`
    delete from membership where person_id = ${personId} and ${there} returning account_id as id`.execute(tx);
  return {
    accounts: rows.flatMap(({ id }) => id ?? []),
    sessions: Number(sessions.numAffectedRows ?? 0),
    unassigned: unassigned.rows[0]?.count ?? 0,
  };
}

/** Returns the addresses that the directory of the administrator, or of the account's, has deactivated. */
export async function listTurnedOff(tx: Db, place: Owner, emails: readonly string[]): Promise<string[]> {
  const parent =
    place.kind === 'parent'
      ? sql`${place.id}::bigint`
      : sql`(select parent_id from account where id = ${place.id})`;
  const { rows } = await sql<{ email: string }>`
    select h.email from scim_user u join person h on h.id = u.person_id
    where u.parent_id = ${parent} and not u.active and h.email = any(${emails})`.execute(tx);
  return rows.map(({ email }) => email);
}
