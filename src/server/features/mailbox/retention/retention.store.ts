import { sql } from 'kysely';

import type { KeptFolder } from '#contract/mailbox/retention.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The days that an account has chosen for each folder; null for no choice. */
export type ChosenDays = Record<KeptFolder, number | null>;

const COLUMNS = {
  inbox: 'keep_inbox_days',
  sent: 'keep_sent_days',
  archive: 'keep_archive_days',
} as const satisfies Record<KeptFolder, string>;

/** The number of each folder in `fax.folder`. */
const FOLDERS: Readonly<Record<KeptFolder, number>> = { inbox: 1, sent: 2, archive: 3 };

/** Returns the account's choices; `lock` locks them until the transaction ends. */
export async function readKeptDays(
  db: Db,
  account: AccountId,
  lock = false,
): Promise<ChosenDays | undefined> {
  const query = db
    .selectFrom('account_settings')
    .select(['keep_inbox_days as inbox', 'keep_sent_days as sent', 'keep_archive_days as archive'])
    .where('account_id', '=', account);
  return await (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function writeKeptDays(
  tx: Db,
  account: AccountId,
  folder: KeptFolder,
  days: number | null,
): Promise<void> {
  await tx
    .updateTable('account_settings')
    .set({ [COLUMNS[folder]]: days, updated_at: sql<Date>`now()` })
    .where('account_id', '=', account)
    .execute();
}

/** A folder and how many days its faxes are kept. */
export interface KeptSince {
  account: AccountId;
  folder: KeptFolder;
  days: number;
}

/** Whether the fax `f` is older than that, was not restored since, and is under no legal hold. */
function isDue({ account, folder, days }: KeptSince) {
  const since = sql`now() - make_interval(days => ${days})`;
  return sql`f.account_id = ${account} and f.folder = ${FOLDERS[folder]} and f.fax_at < ${since}
    and (f.put_back_at is null or f.put_back_at < ${since})
    and not exists (
      select from legal_hold h where h.account_id = f.account_id and (h.fax_id is null or h.fax_id = f.id))`;
}

export async function countDueFaxes(db: Db, kept: KeptSince): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from fax f where ${isDue(kept)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Moves up to `limit` due faxes to Recently deleted, oldest first. Returns their ids. Triggers update the counters. */
export async function moveDueFaxes(tx: Db, kept: KeptSince, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select f.id from fax f where ${isDue(kept)} order by f.fax_at, f.id limit ${limit}
    ), locked as (
      select f.id from fax f join due on due.id = f.id where f.account_id = ${kept.account} order by f.id for update of f
    )
    update fax f set deleted_at = now() from locked
    where f.account_id = ${kept.account} and f.id = locked.id and ${isDue(kept)}
    returning f.id`.execute(tx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Returns accounts after an id, in order, that keep some faxes for a limited time; with `all`, every open account. */
export async function findKeepingAccounts(
  db: Db,
  { after, limit, all }: { after: number; limit: number; all: boolean },
): Promise<({ id: AccountId } & ChosenDays)[]> {
  const chosen = sql`s.keep_inbox_days is not null or s.keep_sent_days is not null or s.keep_archive_days is not null`;
  const { rows } = await sql<{ id: AccountId } & ChosenDays>`
    select a.id, s.keep_inbox_days as inbox, s.keep_sent_days as sent, s.keep_archive_days as archive
    from account a join account_settings s on s.account_id = a.id
    where a.id > ${after} and a.state <> 'closed' and (${all} or ${chosen})
    order by a.id limit ${limit}`.execute(db);
  return rows;
}
