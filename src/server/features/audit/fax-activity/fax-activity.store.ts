import { sql } from 'kysely';

import type { AccessKind } from '#contract/audit/fax-activity.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { AccessRow } from './access.ts';

/** Selects entries; undefined fields do not restrict. */
export interface ActivityFilter {
  fid?: number | undefined;
  kind?: AccessKind | undefined;
  /** Days of the server zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only entries older than this one. */
  before?: number | undefined;
}

/** An entry as it is stored, with the names that belong to it. */
export interface ActivityRow extends Omit<AccessRow, 'actorId' | 'key' | 'accountId'> {
  id: number;
  party: string | null;
  number: string | null;
}

function matching(account: AccountId, { fid, kind, from, to, before }: ActivityFilter, zone: string) {
  return sql`
    u.account_id = ${account}
    ${fid === undefined ? sql`` : sql`and u.fax_id = ${fid}`}
    ${kind === undefined ? sql`` : sql`and u.kind = ${kind}`}
    ${before === undefined ? sql`` : sql`and (u.at, u.id) < (select b.at, b.id from fax_access b where b.id = ${before} and b.account_id = ${account})`}
    ${from === undefined ? sql`` : sql`and u.at >= day_start(${from}::date, ${zone})`}
    ${to === undefined ? sql`` : sql`and u.at < day_start(${to}::date + 1, ${zone})`}`;
}

const COLUMNS = sql`
  u.id, u.at, u.fax_id as "faxId", u.kind, u.form, u.actor_kind as "actorKind", concat_ws(' · ', p.username, o.name, nullif(u.name, '')) as name,
  u.address, u.device, f.other_number as number,
  coalesce(nullif(f.company, ''), nullif(y.contact_person, ''), nullif(y.contact_company, ''), nullif(y.sender, '')) as party`;

const NAMES = sql`
  left join parent p on u.actor_kind = 'parent' and p.id = u.actor_id
  left join operator o on u.actor_kind = 'operator' and o.id = u.actor_id
  left join fax f on f.account_id = u.account_id and f.id = u.fax_id
  left join fax_party y on y.account_id = f.account_id and y.id = f.party_id`;

/**
 * Returns a page of an account's activity, newest first. Sorted by time, not id, because openings are written later, in
 * batches.
 */
export async function listActivity(
  db: Db,
  account: AccountId,
  filter: ActivityFilter,
  { zone, offset, limit }: { zone: string; offset: number; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from (
      select * from fax_access u where ${matching(account, filter, zone)} order by u.at desc, u.id desc
      limit ${limit} offset ${offset}
    ) u ${NAMES} order by u.at desc, u.id desc`.execute(db);
  return rows;
}

/** Counts the entries, up to `most`. */
export async function countActivity(
  db: Db,
  account: AccountId,
  filter: ActivityFilter,
  { zone, most }: { zone: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from fax_access u where ${matching(account, filter, zone)} limit ${most}
    ) shown`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns entries after an id, oldest first, for an export. */
export async function readActivity(
  db: Db,
  account: AccountId,
  filter: ActivityFilter,
  { zone, after, limit }: { zone: string; after: number; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from (
      select * from fax_access u where ${matching(account, filter, zone)} and u.id > ${after} order by u.id limit ${limit}
    ) u ${NAMES} order by u.id`.execute(db);
  return rows;
}

/** Whether this fax belongs to the account and the caller may see it; deleted faxes count. */
export async function isFaxOf(db: Db, account: AccountId, fid: number): Promise<boolean> {
  const row = await db
    .selectFrom('fax')
    .select('id')
    .where('account_id', '=', account)
    .where('id', '=', fid)
    .where(madeByCaller('person_id'))
    .executeTakeFirst();
  return row !== undefined;
}
