import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { machineId } from './machine-id.ts';

/** A line as the queue and the operator see it; `busy` is the number of calls in progress. */
export interface StoredLine {
  id: number;
  name: string;
  /** `onnet`, or a kind from engine/fax-line/kinds.ts. */
  kind: string;
  pattern: string;
  priority: number;
  /** Price per page in cents; null if not set. */
  price: number | null;
  channels: number;
  /** When it is used, in written form; empty for always. */
  hours: string;
  config: unknown;
  state: 'on' | 'drain' | 'off';
  /** Why it takes no calls now although it is on; null while its checks succeed. */
  fault: string | null;
  /** When its rest ends, during which its carrier accepts no calls; null if it does not rest. */
  restUntil: Date | null;
  /** Whether its carrier refused calls and has accepted none since: one call at a time tries. */
  rested: boolean;
  /** Whether it rests because it is outside its hours. */
  closed?: boolean;
  busy: number;
}

/** The settings of a new line. */
export type NewLine = Pick<
  StoredLine,
  'name' | 'kind' | 'pattern' | 'priority' | 'price' | 'channels' | 'hours'
> & {
  config: object;
};

/** Returns all lines in the order in which they are tried: priority, then cheapest, then oldest (spec operation 6). */
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

/** Returns the account of each number, if it can receive now; numbers that are not ours are missing. */
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

/** Locks the line's row until the transaction ends, and returns whether a channel is free. */
export async function lockFreeChannel(tx: Db, lineId: number): Promise<boolean> {
  const line = await tx
    .selectFrom('line')
    // After a rest, one call at a time tries until the carrier accepts a call.
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

/** Makes the line rest, because its carrier accepts no calls for so long: no process places one meanwhile. */
export async function restLine(tx: Db, lineId: number, ms: number): Promise<void> {
  await tx
    .updateTable('line')
    .set({ rest_until: sql<Date>`greatest(rest_until, now() + make_interval(secs => ${ms / 1000}::float8))` })
    .where('id', '=', lineId)
    .execute();
}

/** Ends the rest, because the carrier accepts calls again: the line is used with all its channels. */
export async function endRest(db: Db, lineId: number): Promise<void> {
  await db
    .updateTable('line')
    .set({ rest_until: null })
    .where('id', '=', lineId)
    .where('rest_until', '<=', sql<Date>`now()`)
    .execute();
}

/** Adds the line. Returns its id, or null if the name is taken. */
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

/** Locks a line that is in use. Returns its state and its calls in progress; undefined if there is no such line. */
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

/**
 * Counts a line's calls in progress; a separate statement, so that it sees what the last holder of a lock committed.
 */
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

/** Removes the line for good: its name is free again, its secrets are gone, its history stays. */
export async function retireLine(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('line')
    .set({ state: 'off', name: `removed-${id}`, config: '{}', removed_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/**
 * Makes this process the one that fetches what the line has received, for `seconds`. Returns false while another
 * process holds the line. Two at once would only do the same work twice: a fax is taken in once in any case.
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

/** How a number answers calls: its station id, and the callers it refuses (digits, or `anonymous`). */
export interface NumberAnswer {
  accountId: number;
  number: string;
  stationId: string;
  blocked: string[];
}

/** Returns every number that receives, or only `number`, for lines that can refuse a call before it is answered. */
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

/** Counts the calls that ended in the last hour, by line and result; results are from a closed list. */
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
