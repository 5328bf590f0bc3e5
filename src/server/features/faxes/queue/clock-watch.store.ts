import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { LEASE_SECONDS } from './lease.ts';

/**
 * Threshold in seconds: the steps of a time service are fractions of it, while a clock that is set back moves by more.
 */
const STEP_SECONDS = 5;

/** No process holds anything but faxes and documents for longer than this. */
const HELD_SECONDS = 600;

/** What waits for a time: table, column, and the rows that wait. Other work of the product waits in the job queue. */
export const WAITING = [
  ['send_job', 'next_at', "state in ('QUEUED', 'WAITING')"],
  ['send_job', 'failed_until', "state in ('QUEUED', 'WAITING')"],
  ['document', 'convert_at', "state = 'new'"],
  ['webhook_delivery', 'next_at', "state = 'queued'"],
  ['storage_link', 'next_at', 'true'],
  ['line', 'rest_until', 'true'],
  ['api_key_rate', 'ahead_until', 'true'],
] as const;

/** What a process holds until a time, and the seconds for which it holds it at most. */
export const HELD = [
  ['send_job', 'lease_until', LEASE_SECONDS],
  ['document', 'convert_until', LEASE_SECONDS],
  ['draft', 'converting_until', HELD_SECONDS],
  ['fax_text', 'taken_until', HELD_SECONDS],
  ['line', 'checking_until', HELD_SECONDS],
  ['line', 'fetched_until', HELD_SECONDS],
  ['storage_link', 'lease_until', HELD_SECONDS],
  ['storage_link', 'renewing_until', HELD_SECONDS],
  ['webhook_delivery', 'lease_until', HELD_SECONDS],
] as const;

/** When something was last done that is repeated: while that is in the future, nobody does it again. */
const DONE = [
  ['line', 'checked_at'],
  ['node', 'last_seen'],
] as const;

/**
 * Checks whether the database's clock was set back since any worker last looked, and then brings forward what waits for
 * a time: otherwise a retry would be late by as much, and the work of a dead process would be left alone for as long. A
 * clock that is set forward needs nothing: what waits is due at once, each item once. Returns the seconds by which it
 * was set back.
 */
export async function followClock(tx: Db): Promise<number> {
  const { rows } = await sql<{ back: number }>`
    select extract(epoch from seen_at - now())::float8 as back from clock_watch for update skip locked
  `.execute(tx);
  // Another worker is checking now: one is enough.
  if (!rows[0]) return 0;
  const { back } = rows[0];
  if (back > STEP_SECONDS) await bringForward(tx, back);
  await callNew(tx);
  await sql`update clock_watch set seen_at = now()`.execute(tx);
  return back > STEP_SECONDS ? back : 0;
}

/**
 * Makes new rows due: they wait for nothing as long as no worker has taken them. A transaction that began before the
 * clock was set back and ended after a worker had noticed gives such a row a time of the wrong clock.
 */
async function callNew(tx: Db): Promise<void> {
  await sql`
    update send_job set next_at = now() where state = 'QUEUED' and next_at > greatest(now(), send_at, opens_at)
      and lease_token = 0
  `.execute(tx);
  await sql`
    update document set convert_at = now() where state = 'new' and convert_at > now() and convert_token = 0
  `.execute(tx);
}

async function bringForward(tx: Db, seconds: number): Promise<void> {
  for (const [table, column, rows] of WAITING) {
    const at = sql.ref(column);
    await sql`
      update ${sql.table(table)} set ${at} = ${at} - make_interval(secs => ${seconds})
      where ${at} > now() and ${sql.raw(rows)}`.execute(tx);
  }
  for (const [table, column] of DONE)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = now() where ${sql.ref(column)} > now()`.execute(
      tx,
    );
  // Shortened rather than moved: what was renewed since the clock was set back has the right time already.
  for (const [table, column, longest] of HELD) {
    const [until, latest] = [sql.ref(column), sql`now() + make_interval(secs => ${longest})`];
    await sql`update ${sql.table(table)} set ${until} = ${latest} where ${until} > ${latest}`.execute(tx);
  }
}
