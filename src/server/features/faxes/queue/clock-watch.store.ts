import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { LEASE_SECONDS } from './lease.ts';

/**
 * Threshold in seconds: the steps of a time service are fractions of it, while a clock that is set back moves by more.
 */
const STEP_SECONDS = 5;

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
  const sooner = sql`make_interval(secs => ${seconds})`;
  await sql`
    update send_job set next_at = next_at - ${sooner}, failed_until = failed_until - ${sooner}
    where state in ('QUEUED', 'WAITING') and next_at > now()
  `.execute(tx);
  const longest = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
  await sql`update send_job set lease_until = least(lease_until, ${longest}) where state = 'SENDING'`.execute(
    tx,
  );
  await sql`
    update document set convert_at = convert_at - ${sooner}, convert_until = least(convert_until, ${longest})
    where state = 'new' and (convert_at > now() or convert_until > ${longest})
  `.execute(tx);
}
