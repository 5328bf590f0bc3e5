import { sql } from 'kysely';

import { withoutStatementLimit } from '#engine/database/port.ts';
import type { Db } from '#engine/database/port.ts';

/** The facts that decide whether an account may be erased. */
export interface ErasableAccount {
  state: 'pending' | 'active' | 'suspended' | 'closed';
  closedAt: Date | null;
  erasedAt: Date | null;
  holds: { id: number; reason: string }[];
  /** How many faxes are being converted or sent at the moment. */
  busy: number;
}

/** Locks the account's row until the transaction ends; returns undefined if there is none. */
export async function lockAccount(tx: Db, id: number): Promise<ErasableAccount | undefined> {
  const account = await tx
    .selectFrom('account')
    .select(['state', 'closed_at as closedAt', 'erased_at as erasedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const holds = await tx
    .selectFrom('legal_hold')
    .select(['id', 'reason'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
  const { rows } = await sql<{ busy: number }>`
    select (select count(*) from send_job where account_id = ${id} and lease_until > now())::int
      + (select count(*) from document where account_id = ${id} and convert_until > now())::int as busy`.execute(
    tx,
  );
  return { ...account, holds, busy: rows[0]?.busy ?? 0 };
}

/** Runs the work without a time limit: erasing a million faxes takes longer than any other statement may. */
export async function takeTime<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local statement_timeout = 0`.execute(tx);
  return await withoutStatementLimit(work);
}

/** Returns the keys of everything that an account has in the file store. */
export async function filesOf(tx: Db, id: number, closedAt: Date | null): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from document where account_id = ${id}
    union select 'drafts/' || key from draft where account_id = ${id}
    union select file_key from inbound_call where account_id = ${id} and file_key is not null
    union select file_key from line_arrival where ${announced(id, closedAt)} and file_key is not null`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}

/** Matches faxes that carriers announced for a number while it belonged to the account; no row names their account. */
function announced(id: number, closedAt: Date | null) {
  return sql`called in (select digits from number where last_account_id = ${id}) and received_at <= ${closedAt}`;
}

/**
 * Removes data of an account that does not name it in a column `account_id`: its people, logins, failed logins at its
 * number, mails to its addresses, announced faxes. Returns the number of rows of each.
 */
export async function clearNameless(
  tx: Db,
  id: number,
  closedAt: Date | null,
): Promise<Record<string, number>> {
  const statements = {
    // People who worked on no other account, with all their data; people of a directory are removed by the directory.
    person: sql`delete from person h using membership m
      where m.account_id = ${id} and h.id = m.person_id
        and not exists (select from membership o where o.person_id = h.id and o.account_id is distinct from ${id})
        and not exists (select from scim_user u where u.person_id = h.id)`,
    session: sql`delete from session where kind in ('user', 'person', 'task') and subject_id = ${id}`,
    token: sql`delete from token where subject_kind = 'account' and subject_id = ${id}`,
    login_failure: sql`delete from login_failure l using number n
      where n.last_account_id = ${id} and strpos(l.key, n.digits) > 0`,
    // Mails about logins name no account; those to an address that others use as well stay, because they may be theirs.
    mail_out: sql`delete from mail_out m using account a
      where a.id = ${id} and m.account_id is null and m.brand_id = a.brand_id
        and m.to_address in (select a.admin_email union select a.new_email union select email from subaccount where account_id = a.id)
        and not exists (select from account o where o.id <> a.id and o.admin_email = m.to_address and o.state <> 'closed')
        and not exists (select from subaccount s where s.account_id <> a.id and s.email = m.to_address)
        and not exists (select from parent p where p.email = m.to_address)`,
    line_arrival: sql`delete from line_arrival where ${announced(id, closedAt)}`,
  };
  const removed: Record<string, number> = {};
  for (const [name, statement] of Object.entries(statements)) {
    const { numAffectedRows } = await statement.execute(tx);
    removed[name] = Number(numAffectedRows ?? 0);
  }
  return removed;
}

/** Removes all personal data from the account's row; bills and the audit still refer to its id. */
export async function leaveStub(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      admin_email: '',
      new_email: null,
      sends_until: null,
      sends_asked_at: null,
      password_hash: null,
      fax_number: null,
      pending_number: null,
      options: '',
      station_id: '',
      email_verified_at: null,
      last_login_at: null,
      erased_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}
