import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { machineId } from './machine-id.ts';

/** A line as the queue and the operator see it; `busy` are the calls in progress right now. */
export interface StoredLine {
  id: number;
  name: string;
  /** `onnet`, or a kind of engine/fax-line/kinds.ts. */
  kind: string;
  pattern: string;
  priority: number;
  /** Price per page in cents; null if not set. */
  price: number | null;
  channels: number;
  /** When it is used, as it is written; empty for always. */
  hours: string;
  config: unknown;
  state: 'on' | 'drain' | 'off';
  /** Why it takes no calls now although it is on; null while its checks succeed. */
  fault: string | null;
  /** Until when its carrier wants no calls; null when that is over. */
  restUntil: Date | null;
  /** Its carrier wanted no calls and has taken none since: one call at a time tries. */
  rested: boolean;
  /** It rests because it is outside of its hours. */
  closed?: boolean;
  busy: number;
}

/** What a new line is made of. */
export type NewLine = Pick<
  StoredLine,
  'name' | 'kind' | 'pattern' | 'priority' | 'price' | 'channels' | 'hours'
> & {
  config: object;
};

/** All lines in the order in which they are tried: priority, then cheapest, then oldest (spec operation 6). */
export async function readLines(db: Db): Promise<StoredLine[]> {
  return await db
    .selectFrom('line')
    .select([
      'id',
      'name',
      'kind',
      'pattern',
      'priority',
      'price',
      'channels',
      'hours',
      'config',
      'state',
      'fault',
    ])
    .select(sql<Date | null>`case when rest_until > now() then rest_until end`.as('restUntil'))
    .select(sql<boolean>`rest_until is not null`.as('rested'))
    .select(
      sql<number>`(select count(*) from send_job j where j.line_id = line.id and j.state = 'SENDING')`.as(
        'busy',
      ),
    )
    .where('removed_at', 'is', null)
    .orderBy('priority')
    .orderBy('price', (price) => price.asc().nullsLast())
    .orderBy('id')
    .execute();
}

/** The account that owns each of the numbers and can receive now; numbers that live elsewhere are missing. */
export async function findReceivers(db: Db, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'fax_number'])
    .where('fax_number', 'in', numbers)
    .where('state', '=', 'active')
    .execute();
  return new Map(rows.map((row) => [row.fax_number ?? '', row.id]));
}

/** Takes the line's row lock and says whether a channel is free; holds until the transaction ends. */
export async function lockFreeChannel(tx: Db, lineId: number): Promise<boolean> {
  const line = await tx
    .selectFrom('line')
    // After a rest one call at a time tries, until the carrier has taken an order.
    .select(sql<number>`case when rest_until is null then channels else 1 end`.as('channels'))
    .where('id', '=', lineId)
    .where('state', '=', 'on')
    .where('removed_at', 'is', null)
    .where(sql<boolean>`(rest_until is null or rest_until <= now())`)
    .forUpdate()
    .executeTakeFirst();
  if (!line) return false;
  return (await countCalls(tx, lineId)) < line.channels;
}

/** The carrier of the line wants no calls for so long: no process places one meanwhile. */
export async function restLine(tx: Db, lineId: number, ms: number): Promise<void> {
  await tx
    .updateTable('line')
    .set({ rest_until: sql<Date>`greatest(rest_until, now() + make_interval(secs => ${ms / 1000}::float8))` })
    .where('id', '=', lineId)
    .execute();
}

/** The carrier takes orders again: the line is used with all its channels. */
export async function endRest(db: Db, lineId: number): Promise<void> {
  await db
    .updateTable('line')
    .set({ rest_until: null })
    .where('id', '=', lineId)
    .where('rest_until', '<=', sql<Date>`now()`)
    .execute();
}

/** Adds the line; null when the name is taken. */
export async function insertLine(tx: Db, line: NewLine): Promise<number | null> {
  const row = await tx
    .insertInto('line')
    .values({ ...line, config: JSON.stringify(line.config) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setLineState(tx: Db, id: number, state: 'on' | 'drain'): Promise<void> {
  await tx.updateTable('line').set({ state }).where('id', '=', id).execute();
}

/** Locks a line that is in use, and says how many calls are on; undefined when there is none. */
export async function lockLine(
  tx: Db,
  id: number,
): Promise<{ state: StoredLine['state']; busy: number } | undefined> {
  const line = await tx
    .selectFrom('line')
    .select('state')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return line && { ...line, busy: await countCalls(tx, id) };
}

/** The calls of a line that are on; a statement of its own, which sees what the last holder of a lock committed. */
async function countCalls(tx: Db, lineId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('send_job')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('line_id', '=', lineId)
    .where('state', '=', 'SENDING')
    .executeTakeFirstOrThrow();
  return n;
}

/** Changes which numbers a line reaches, when, and how. */
export async function updateLine(
  tx: Db,
  id: number,
  {
    config,
    ...change
  }: Pick<NewLine, 'pattern' | 'priority' | 'price' | 'channels' | 'hours'> & { config: unknown },
): Promise<void> {
  await tx
    .updateTable('line')
    .set({ ...change, config: JSON.stringify(config) })
    .where('id', '=', id)
    .execute();
}

/** Takes the line out of use for good: its name is free again, its secrets are gone, its history stays. */
export async function retireLine(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('line')
    .set({ state: 'off', name: `removed-${id}`, config: '{}', removed_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/**
 * Makes this process the one that fetches what the line has received, for so many seconds; false while another one
 * does. Two at once would only do the same work twice: a fax is taken in once in any case.
 */
export async function holdFetching(
  db: Db,
  lineId: number,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('line')
    .set({ fetched_by: holder, fetched_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', lineId)
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('fetched_by', '=', holder),
        eb('fetched_until', 'is', null),
        eb('fetched_until', '<', sql<Date>`now()`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How a number answers calls: what its machine calls itself, and whom it refuses (digits, or `anonymous`). */
export interface NumberAnswer {
  accountId: number;
  number: string;
  stationId: string;
  blocked: string[];
}

/** Every number that receives, or the one that is asked for, for lines that can refuse a call before it is answered. */
export async function readAnswers(db: Db, number: string | null = null): Promise<NumberAnswer[]> {
  const { rows } = await sql<NumberAnswer>`
    select a.id as "accountId", a.fax_number as number, a.station_id as "stationId",
      coalesce(array_agg(coalesce(nullif(right(b.digits, 10), ''), b.caller_key)) filter (
        where b.digits <> '' or b.caller_key = 'anonymous'
      ), '{}') as blocked
    from account a left join blocked_number b on b.account_id = a.id
    where a.state = 'active' and a.fax_number is not null
      and (${number}::text is null or a.fax_number = ${number}::text)
    group by a.id order by a.fax_number
  `.execute(db);
  return rows.map((row) => ({ ...row, stationId: machineId(row.number, row.stationId) }));
}

/** Calls that ended in the last hour, by line and result; results are from a closed list. */
export async function countRecentResults(db: Db): Promise<{ line: string; result: string; calls: number }[]> {
  return await db
    .selectFrom('send_attempt as a')
    .innerJoin('line as l', 'l.id', 'a.line_id')
    .select(['l.name as line', sql<string>`coalesce(a.result, '')`.as('result')])
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .where('a.ended_at', '>', sql<Date>`now() - interval '1 hour'`)
    .groupBy(['l.name', 'a.result'])
    .execute();
}
