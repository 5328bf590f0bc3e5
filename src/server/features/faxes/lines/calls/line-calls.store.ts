import type { ConsideredLine } from '#contract/faxes/queue.admin.ts';
import { sql } from 'kysely';

import type { CallStep, MediaQuality } from '#engine/fax-line/call-watch-port.ts';
import type { Db } from '#engine/database/port.ts';

import type { Verdict } from '../test-call-verdict.ts';

/**
 * How often a process updates the row of its call at least; without an update for three times as long, the call counts
 * as ended.
 */
export const SEEN_SECONDS = 5;

/** How long the trace of a call is shown. */
export const TRACE_HOURS = 24;

/** A call that begins. Numbers are digits; empty if the network does not name one. */
export interface NewLineCall {
  lineId: number;
  direction: 'out' | 'in' | 'test';
  callRef: string;
  accountId: number | null;
  far: string;
  own: string;
  /** Pages of this call; 0 while the number is unknown. */
  pages: number;
}

/** A step of a call; `at` is in milliseconds since the call began. */
export type TimedStep = CallStep & { at: number };

/** How a call ended: `result` is `OK`, `UNCERTAIN` or a reason. */
export interface LineCallEnd {
  result: string;
  detail: string;
  verdict?: Verdict | undefined;
  quality?: MediaQuality | null | undefined;
  /** Sealed. */
  trace?: string | undefined;
}

/** A call as it is stored, without its trace. */
export interface LineCall {
  id: number;
  line: string;
  direction: 'out' | 'in' | 'test';
  callRef: string;
  accountId: number | null;
  /** The job that it sends, if any, and the number of its attempt. */
  jobId: number | null;
  n: number | null;
  far: string;
  own: string;
  pages: number;
  steps: TimedStep[];
  startedAt: Date;
  endedAt: Date | null;
  /** Whether the call continues and its process is alive. */
  live: boolean;
  result: string | null;
  detail: string;
  verdict: Verdict | null;
  quality: MediaQuality | null;
}

/** Inserts a call that begins now. Returns its id. */
export async function insertLineCall(db: Db, call: NewLineCall): Promise<number> {
  const { id } = await db
    .insertInto('line_call')
    .values({
      line_id: call.lineId,
      direction: call.direction,
      call_ref: call.callRef,
      account_id: call.accountId,
      far_number: call.far,
      own_number: call.own,
      pages: call.pages,
      ended_at: null,
      stop_asked_at: null,
      result: null,
      trace: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the steps that a call has reached so far. Returns whether an operator has asked for its end. */
export async function noteLineCall(db: Db, id: number, steps: readonly TimedStep[]): Promise<boolean> {
  const row = await db
    .updateTable('line_call')
    .set({ steps: JSON.stringify(steps), seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('stop_asked_at')
    .executeTakeFirst();
  return (row?.stop_asked_at ?? null) !== null;
}

/** Records how a call ended, with everything that is known about it. */
export async function endLineCall(
  db: Db,
  id: number,
  steps: readonly TimedStep[],
  { result, detail, verdict, quality, trace }: LineCallEnd,
): Promise<void> {
  await db
    .updateTable('line_call')
    .set({
      steps: JSON.stringify(steps),
      seen_at: sql<Date>`now()`,
      ended_at: sql<Date>`now()`,
      result,
      detail,
      verdict: verdict ? JSON.stringify(verdict) : null,
      quality: quality ? JSON.stringify(quality) : null,
      trace: trace ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Asks the process of a test call to end it. Returns false if no such call is in progress. */
export async function askLineCallToStop(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('line_call')
    .set({ stop_asked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('direction', '=', 'test')
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the process of the call has updated it recently. */
const isLive = sql<boolean>`(c.ended_at is null and c.seen_at > now() - make_interval(secs => ${SEEN_SECONDS * 3}))`;

/** Calls over a line; its id is known before they are read, so that an index gives the newest first. */
function callsOf(db: Db, line: string) {
  const calls = db.selectFrom('line_call as c').selectAll('c');
  return calls.where('c.line_id', '=', db.selectFrom('line').select('id').where('name', '=', line));
}

/** The calls that were `found`, with what the queue knows of each: looked up for these alone. */
function selectCalls(db: Db, found: ReturnType<typeof callsOf>) {
  return db
    .selectFrom(found.as('c'))
    .innerJoin('line as l', 'l.id', 'c.line_id')
    .leftJoin('send_attempt as a', (join) =>
      // The index on names has none for calls without one.
      join.onRef('a.call_ref', '=', 'c.call_ref').on('a.call_ref', '<>', '').on('c.direction', '=', 'out'),
    )
    .select([
      'c.id',
      'l.name as line',
      'c.direction',
      'c.call_ref as callRef',
      'c.account_id as accountId',
      'a.job_id as jobId',
      'a.n',
      'c.far_number as far',
      'c.own_number as own',
      'c.pages',
      'c.started_at as startedAt',
      sql<TimedStep[]>`c.steps`.as('steps'),
      sql<Verdict | null>`c.verdict`.as('verdict'),
      sql<MediaQuality | null>`c.quality`.as('quality'),
      // The process of a call that was taken over has died: the queue has the outcome.
      sql<Date | null>`coalesce(c.ended_at, a.ended_at)`.as('endedAt'),
      sql<string | null>`coalesce(c.result, a.result)`.as('result'),
      sql<string>`coalesce(nullif(c.detail, ''), a.detail, '')`.as('detail'),
      isLive.as('live'),
    ]);
}

/** Returns the calls in progress over the line, oldest first. */
export async function readLiveCalls(db: Db, line: string): Promise<LineCall[]> {
  const live = callsOf(db, line).where('c.ended_at', 'is', null).where(isLive);
  const first = live.orderBy('c.started_at').limit(1_000);
  return await selectCalls(db, first).orderBy('c.started_at').execute();
}

/**
 * Returns the newest calls over the line that are not in progress; with `only`, its newest test calls, even one in
 * progress.
 */
export async function readEndedCalls(
  db: Db,
  line: string,
  limit: number,
  only?: 'test',
): Promise<LineCall[]> {
  let ended = callsOf(db, line);
  ended = only ? ended.where('c.direction', '=', only) : ended.where(sql<boolean>`not ${isLive}`);
  const newest = ended.orderBy('c.started_at', 'desc').orderBy('c.id', 'desc').limit(limit);
  return await selectCalls(db, newest).orderBy('c.started_at', 'desc').orderBy('c.id', 'desc').execute();
}

/** Returns a call, with its sealed trace as long as that is shown. */
export async function readLineCall(
  db: Db,
  id: number,
): Promise<(LineCall & { trace: string | null; tracedUntil: Date; why: ConsideredLine[] }) | undefined> {
  return await selectCalls(db, db.selectFrom('line_call as c').selectAll('c').where('c.id', '=', id))
    .select(
      sql<string | null>`case when c.started_at > now() - make_interval(hours => ${TRACE_HOURS})
        then c.trace end`.as('trace'),
    )
    .select(sql<Date>`c.started_at + make_interval(hours => ${TRACE_HOURS})`.as('tracedUntil'))
    .select(sql<ConsideredLine[]>`coalesce(a.why, '[]')`.as('why'))
    .executeTakeFirst();
}

/** A line's figures for a day. */
export interface LineFigures {
  calls: number;
  answered: number;
  pages: number;
  /** Of the calls that sent pages or tried to: those over T.38, and those over audio. */
  t38: number;
  audio: number;
}

/** Counts the calls of a line that began today in the zone and have ended, without test calls. */
export async function readLineFigures(db: Db, line: string, zone: string): Promise<LineFigures> {
  const { rows } = await sql<LineFigures>`
    select count(*)::int as calls,
      count(*) filter (where steps @> '[{"step":"answered"}]')::int as answered,
      coalesce(sum((select max((s ->> 'pages')::int) from jsonb_array_elements(steps) s where s ->> 'step' = 'page')), 0)::int as pages,
      count(*) filter (where steps @> '[{"step":"media","media":"t38"}]')::int as t38,
      count(*) filter (where steps @> '[{"step":"media","media":"audio"}]' and not steps @> '[{"step":"media","media":"t38"}]')::int as audio
    from line_call c join line l on l.id = c.line_id
    where l.name = ${line} and c.started_at >= date_trunc('day', now(), ${zone}) and c.ended_at is not null and c.direction <> 'test'`.execute(
    db,
  );
  return rows[0] ?? { calls: 0, answered: 0, pages: 0, t38: 0, audio: 0 };
}
