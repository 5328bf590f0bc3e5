import type { Pool } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

/** Number of unfinished jobs, by kind. */
export type OpenWork = Record<string, number>;

/**
 * Time limit in milliseconds: doubts about a call end after two minutes (faxes/queue/doubt.ts), and a slow machine
 * converts the rest.
 */
const LIMIT_MS = 300_000;

/** Interval of the checks in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Waits until all work has ended, and returns what remains if it does not. Skips the waits between attempts: hours
 * between two attempts of a mail or a copy prove nothing here. Leases and doubts take their normal time.
 */
export async function whenQuiet(pool: Pick<Pool, 'query'>): Promise<OpenWork> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const open = await openWork(pool);
    if (Object.keys(open).length === 0 || performance.now() > deadline) return open;
    await makeDue(pool);
    await pause(LOOK_MS);
  }
}

async function openWork(pool: Pick<Pool, 'query'>): Promise<OpenWork> {
  const { rows } = await pool.query<{ what: string; n: number }>(`
    select * from (
      select 'faxes to send' as what, count(*)::int as n from send_job where state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')
      union all select 'leased jobs', count(*)::int from send_job where lease_owner is not null
      union all select 'documents', count(*)::int from document where state = 'new' or convert_owner is not null
      union all select 'mails', count(*)::int from mail_out where state = 'queued'
      union all select 'copies', count(*)::int from storage_delivery where state = 'queued'
      union all select 'arrivals', count(*)::int from line_arrival where state = 'waiting'
      union all select 'job ' || name, count(*)::int from pgboss.job where state = 'active'
        or name in ('deliver-mail', 'fetch-carried-fax') and state in ('created', 'retry') group by name
    ) work where n > 0`);
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
}

/**
 * A killed copying worker holds its storage for ten minutes; with so little time left, it has been silent for 40
 * seconds.
 */
const DEAD_LEASE = `lease_until < now() + interval '560 seconds'`;

async function makeDue(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(`update storage_link set next_at = now(), lease_until = null
    where (next_at > now() or lease_until is not null) and (lease_until is null or ${DEAD_LEASE})`);
  await pool.query(`update pgboss.job set start_after = now()
    where name in ('deliver-mail', 'fetch-carried-fax') and state in ('created', 'retry') and start_after > now()`);
}
