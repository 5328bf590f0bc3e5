import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** Returns the accounts that earlier attempts with the same file added and that still exist, by line. */
export async function readAdded(
  db: Db,
  parent: AdministratorId,
  file: Buffer,
): Promise<Map<number, { number: string | null }>> {
  const rows = await db
    .selectFrom('bulk_added as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.line', 'a.fax_number as number'])
    .where('b.parent_id', '=', parent)
    .where('b.file', '=', file)
    .where('a.state', '<>', 'closed')
    .execute();
  return new Map(rows.map(({ line, number }) => [line, { number }]));
}

/** Marks a line as added; replaces the mark of an account that was removed since. */
export async function markAdded(
  tx: Db,
  mark: { parent: AdministratorId; file: Buffer; line: number; account: number },
): Promise<void> {
  await tx
    .insertInto('bulk_added')
    .values({ parent_id: mark.parent, file: mark.file, line: mark.line, account_id: mark.account })
    .onConflict((conflict) =>
      conflict.columns(['parent_id', 'file', 'line']).doUpdateSet({ account_id: mark.account }),
    )
    .execute();
}

/**
 * Allows one file of an administrator at a time: if it is sent twice at once, the second waits and finds its lines
 * done.
 */
export async function lockFile(tx: Db, parent: AdministratorId): Promise<void> {
  await sql`select 1 from parent where id = ${parent} for update`.execute(tx);
}

/** Counts free numbers by area code; toll-free ones do not count, because they can be ordered. */
export async function countFree(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ area: string; free: number }>`
    select area_code as area, count(*)::int as free from number
    where state = 'free' and kind = 'local' group by area_code`.execute(db);
  return new Map(rows.map(({ area, free }) => [area, free]));
}

/** Returns which of these numbers already belong to somebody here, or are being ported here. */
export async function findKnownNumbers(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ digits: string }>`
    select digits from unnest(${numbers}::text[]) as wanted(digits)
    where exists (select from account a where a.fax_number = wanted.digits)
      or exists (select from number n where n.digits = wanted.digits)
      or exists (select from port_order o where o.digits = wanted.digits and o.state in ('new', 'submitted', 'accepted'))`.execute(
    db,
  );
  return new Set(rows.map(({ digits }) => digits));
}

/** Counts the free services. */
export async function countFreeSlots(db: Db, parent: AdministratorId): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select count(*)::int as free from service_slot where parent_id = ${parent} and account_id is null`.execute(
    db,
  );
  return rows[0]?.free ?? 0;
}
