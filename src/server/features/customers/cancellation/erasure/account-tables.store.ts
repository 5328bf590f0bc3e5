import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/**
 * Tables with rows of accounts that are kept when one is erased, with the reason. Every other table with a column
 * `account_id` is cleared, whichever version added it.
 */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  audit: 'who did what when, without details and addresses: the stub that proves what was done',
  fax_access: 'who opened which fax when, without names and addresses: the same stub',
  usage_month: 'pages by month without parties, for bills',
  usage_day: 'pages by day without parties, for bills',
  number: 'numbers are the installation’s; a number that rests knows whom it belonged to by the stub’s id',
  service_slot: 'an administrator’s purchase; closing the account has freed it',
};

/** Returns the tables to clear, those that refer to others first. */
export async function tablesToClear(tx: Db): Promise<string[]> {
  const { rows: named } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'account_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(tx);
  const { rows: links } = await sql<{ from: string; to: string }>`
    select distinct f.relname as "from", t.relname as "to" from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.oid <> t.oid`.execute(tx);
  return referrersFirst(
    named.map(({ name }) => name).filter((name) => !(name in KEPT_TABLES)),
    links,
  );
}

/** Orders names so that each precedes those that it refers to. Throws if tables refer to each other. */
function referrersFirst(names: readonly string[], links: readonly { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  let left = [...names];
  while (left.length > 0) {
    const free = left.filter((name) => !links.some(({ from, to }) => to === name && left.includes(from)));
    if (free.length === 0) throw new Error(`these tables refer to each other: ${left.join(', ')}`);
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

/** Removes the rows of an account from a table. Returns how many. */
export async function clearTable(tx: Db, table: string, accountId: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
