import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import type { Pool, PoolConfig } from 'pg';

import { openWaiting } from './answer-limit.ts';
import { DatabaseRefusal } from './refusal.ts';

/** How many notifications are sent before the listener counts as deaf, and the wait for each: 20 seconds in total. */
const TRIES = 10;
const WAIT_MS = 2_000;

/**
 * Refuses a server that is a pooler in transaction mode. If it is configured to ignore connection parameters, nothing
 * else reveals it: statements work, but a listening session receives nothing, and a session's lock stays with the
 * server process when another client gets that process. So one connection listens, and the pool notifies it.
 */
export async function refusePooler(
  connection: PoolConfig,
  pool: Pick<Pool, 'query'>,
  waitMs = WAIT_MS,
): Promise<void> {
  const channel = `f2e start ${randomUUID()}`;
  const heard = Promise.withResolvers<void>();
  const client = await openWaiting(connection, {
    name: 'f2e start',
    begin: async (begun) => {
      begun.on('notification', () => {
        heard.resolve();
      });
      // A broken connection proves nothing.
      begun.once('end', heard.resolve);
      await begun.query(`listen ${escapeIdentifier(channel)}`);
    },
  });
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      await pool.query('select pg_notify($1, $2)', [channel, '']);
      const late = await Promise.race([heard.promise, pause(waitMs, 'late' as const, { ref: false })]);
      if (late !== 'late') return;
    }
  } finally {
    await client.end().catch(() => undefined); // Already broken, and no longer needed.
  }
  throw new DatabaseRefusal(
    'F2E_DATABASE_URL leads to a pooler in transaction mode: a connection that listens hears nothing. ' +
      'Set F2E_DATABASE_DIRECT_URL to the address of the PostgreSQL server itself.',
  );
}
