import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';

import { openWaiting } from '#engine/database/port.ts';
import type { Database } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { WORKER_LOCK_CLASS } from './lease.ts';

const RECONNECT_MS = 200;

/** The server gives up waiting before the client does: a wait that only the client has given up would go unnoticed. */
const LOCK_WAIT_MS = 5_000;

const MAX_INT4 = 2 ** 31 - 1;

/** Proof of life of one worker: a lock that the database frees the moment the process dies. */
export interface Presence {
  /** The worker's number, written into leases. If the lock of this number is free, the worker is dead. */
  owner: string;
  release(): Promise<void>;
}

/** Takes the lock on a separate connection, and takes it again under the same number if the connection breaks. */
export async function announceWorker(
  connection: Database['connection'],
  log: Pick<Logger, 'warn'>,
): Promise<Presence> {
  const number = randomInt(1, MAX_INT4);
  const closing = new AbortController();
  let client = await connect(connection, number);
  const keep = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await ended(client, closing.signal);
      while (!closing.signal.aborted) {
        try {
          client = await connect(connection, number);
          break;
        } catch (error) {
          logEvent(log, 'worker.heartbeat-failed', { reason: String(error) });
          // Aborted only while closing, and then the loops end.
          await pause(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
        }
      }
    }
  };
  const kept = keep();
  return {
    owner: String(number),
    release: async () => {
      closing.abort();
      await kept;
      // A connection that is broken already has freed the lock by itself.
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(connection: Database['connection'], number: number): Promise<Client> {
  return await openWaiting(connection, {
    name: 'f2e worker',
    begin: async (client) => {
      // The server drops a connection that the network lost, and our lock with it; until then the next attempt waits.
      await client.query(`set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
        set tcp_keepalives_count = 3; set lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query('select pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, number]);
    },
  });
}

async function ended(client: Client, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      client.off('end', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    client.once('end', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
