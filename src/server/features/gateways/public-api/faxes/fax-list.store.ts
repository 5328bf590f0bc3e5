import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxStatus } from '#contract/v1/fax.ts';
import type { Database } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { DROPPED, LATEST_JOB, STATUS, rowsOf } from './fax-rows.store.ts';
import type { ApiFaxRow } from './fax-rows.store.ts';

/** Numbers of the folders: the generated column fax.folder (migration 0002). */
const FOLDER = { inbox: 1, sent: 2, archive: 3, outbox: 4, deleted: 5 } as const;
const SENT: readonly number[] = [FOLDER.sent, FOLDER.archive];
const RECEIVED: readonly number[] = [FOLDER.inbox, FOLDER.archive];

/** A place in the list: the time of a fax in microseconds, and its id. */
export interface ListPlace {
  at: number;
  id: number;
}

/** A direction, and the numbers of the other party if only some match. */
export interface ListSide {
  action: 'R' | 'S';
  numbers?: readonly string[];
}

/** The filter of a list. */
export interface ListFilter {
  /** The directions that can match. */
  sides: readonly ListSide[];
  status?: FaxStatus | undefined;
  clientRef?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Selects the faxes deleted within this many days, instead of the others. */
  deletedDays?: number | undefined;
  before?: ListPlace | undefined;
  /** At most a page plus one. */
  limit: number;
}

/** A page plus one row, as a constant: a stored plan must know how few rows are needed. */
const MOST = 101;

/** A fax and its place in the list. */
export type ListedFax = ApiFaxRow & { micros: number };

/**
 * Returns the newest faxes that match. Each folder is read in the order of its index, and no further than a page, so an
 * account with a million faxes takes no longer. The statement takes longer to plan than to run: its plan is stored if
 * at most one filter is set, because there are few such combinations.
 */
export async function listApiFaxes(
  { db, kept }: Pick<Database, 'db' | 'kept'>,
  account: AccountId,
  filter: ListFilter,
): Promise<ListedFax[]> {
  const [side, other] = filter.sides;
  if (!side) return [];
  const query = rowsOf<ListedFax>(account, sql`array(${placesOf(account, filter, side, other)})`);
  if (isCommon(filter)) return await kept(query);
  const { rows } = await query.execute(db);
  return rows;
}

function isCommon({ sides, status, clientRef, since, until, deletedDays }: ListFilter): boolean {
  const oneSided = sides.length === 1 ? true : undefined;
  const numbers = sides.find((side) => side.numbers)?.numbers;
  const given = [oneSided, numbers, status, clientRef, since, until, deletedDays];
  return given.filter((one) => one !== undefined).length <= 1;
}

/** Builds the query for the ids of faxes, newest first. */
function placesOf(
  account: AccountId,
  filter: ListFilter,
  side: ListSide,
  other: ListSide | undefined,
): RawBuilder<unknown> {
  const { before, limit } = filter;
  const conditions = [
    ...(before
      ? [
          sql`(f.fax_at, f.id) < (timestamptz 'epoch' + ${before.at}::bigint * interval '1 microsecond', ${before.id}::bigint)`,
        ]
      : []),
    ...(isOpen(filter.status)
      ? // There are few of them, and an index finds them.
        [
          sql`f.id in (select fax_id from send_job where account_id = ${account} and state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING'))`,
        ]
      : []),
    ...conditionsOf(filter),
    ...sidesOf(side, other),
  ];
  // The faxes of one number are found by their parties, in the order of time.
  const parties = !other && side.numbers;
  return sql`
    select found.id
    from unnest(${sql.lit(`{${foldersOf(filter).join()}}`)}::smallint[]) as place(folder)
    ${
      parties
        ? sql`cross join (select id from fax_party where account_id = ${account} and number = any(${parties}::text[])) p`
        : sql``
    }
    cross join lateral (
      select f.fax_at, f.id from fax f ${needsJob(filter) ? LATEST_JOB : sql``}
      where f.account_id = ${account} and f.folder = place.folder
        ${parties ? sql`and f.party_id = p.id` : sql``} and ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by f.fax_at desc, f.id desc limit ${sql.lit(MOST)}
    ) found
    order by found.fax_at desc, found.id desc limit ${limit}`;
}

function foldersOf({ sides, status, deletedDays }: ListFilter): readonly number[] {
  if (deletedDays !== undefined) return [FOLDER.deleted];
  if (isOpen(status)) return [FOLDER.outbox];
  if (status === 'received') return RECEIVED;
  // A fax that was canceled before its first call is among the deleted ones.
  if (status === 'cancelled') return [...SENT, FOLDER.deleted];
  if (status !== undefined) return SENT;
  const actions = sides.map(({ action }) => action);
  const of = (action: 'R' | 'S', folders: readonly number[]) => (actions.includes(action) ? folders : []);
  return [...new Set([...of('R', RECEIVED), ...of('S', [...SENT, FOLDER.outbox])])];
}

/** Returns whether it is not final. */
export function isOpen(status: FaxStatus | undefined): boolean {
  return ['scheduled', 'queued', 'converting', 'sending', 'waiting'].some((open) => open === status);
}

function needsJob({ status, deletedDays }: ListFilter): boolean {
  return isOpen(status) || status === 'cancelled' || deletedDays !== undefined;
}

function conditionsOf({ status, clientRef, since, until, deletedDays }: ListFilter): RawBuilder<unknown>[] {
  return [
    ...(clientRef === undefined ? [] : [sql`f.client_ref = ${clientRef}`]),
    ...(since ? [sql`f.fax_at >= ${since}`] : []),
    ...(until ? [sql`f.fax_at < ${until}`] : []),
    ...(status === undefined ? [] : [statusIs(status)]),
    ...(deletedDays === undefined
      ? status === 'cancelled'
        ? [sql`(f.deleted_at is null or ${DROPPED})`]
        : []
      : [sql`f.deleted_at > now() - make_interval(days => ${deletedDays}) and not ${DROPPED}`]),
  ];
}

/** Returns the exact condition of a state, on columns that have indexes. */
function statusIs(status: FaxStatus): RawBuilder<unknown> {
  if (status === 'received') return sql`f.action = 'R'`;
  if (isOpen(status) || status === 'cancelled') return sql`${STATUS} = ${status}`;
  if (status === 'delivered') return sql`f.action = 'S' and f.status = 'OK'`;
  const uncertain = status === 'uncertain';
  return sql`f.action = 'S' and f.status = 'FAILED' and ${
    uncertain
      ? sql`f.uncertain_pages is not null`
      : sql`f.uncertain_pages is null and f.reason is distinct from 'CANCELLED'`
  }`;
}

/**
 * Returns no condition if both directions are requested and no numbers are given: every fax matches, and the index
 * alone finds it.
 */
function sidesOf(side: ListSide, other: ListSide | undefined): RawBuilder<unknown>[] {
  if (!other) return [sideOf(side)];
  return side.numbers || other.numbers ? [sql`(${sideOf(side)} or ${sideOf(other)})`] : [];
}

function sideOf({ action, numbers }: ListSide): RawBuilder<unknown> {
  return numbers
    ? sql`(f.action = ${action} and f.other_number = any(${numbers}::text[]))`
    : sql`f.action = ${action}`;
}
