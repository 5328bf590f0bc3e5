import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import type { Pool, PoolClient } from 'pg';

/** Limit for workers: a call in progress, a cleanup, a search. Without it, a bad plan holds a connection forever. */
export const STATEMENT_LIMIT_MS = 30_000;

/** Limit for a call, whose response somebody waits for, including waits for locks and a free connection (F-db-02). */
const CALL_LIMIT_MS = 5_000;

/** Minimum for a statement that had to wait this long for a connection. */
const LEAST_MS = 500;

/** Work that a call started and that continues without it no longer counts as a call. */
const CALL_LIFE_MS = 10_000;

const STEP_MS = 500;

/** What a reachable server and the network may add to the limit of a statement. */
const GRACE_MS = 5_000;

const calls = new AsyncLocalStorage<{ began: number } | 'unlimited' | null>();

/** Limits all database work of `work` to five seconds from now; after that the caller responds with 503. */
export function withCallLimit<T>(work: () => T): T {
  return calls.run({ began: performance.now() }, work);
}

/** Gives the statements of `work` the limit of background work, even inside a call: for legitimately long work. */
export function withoutCallLimit<T>(work: () => T): T {
  return calls.run(null, work);
}

/**
 * Lets the statements of `work` take as long as they need: for a transaction that has raised the server's limit itself
 * (`set local statement_timeout`).
 */
export function withoutStatementLimit<T>(work: () => T): T {
  return calls.run('unlimited', work);
}

/** Returns how many milliseconds the next statement may take; 0 means no limit, as in PostgreSQL. */
export function statementLimitMs(): number {
  const call = calls.getStore();
  if (!call) return STATEMENT_LIMIT_MS;
  if (call === 'unlimited') return 0;
  const passed = performance.now() - call.began;
  if (passed > CALL_LIFE_MS) return STATEMENT_LIMIT_MS;
  return Math.max(LEAST_MS, Math.ceil((CALL_LIMIT_MS - passed) / STEP_MS) * STEP_MS);
}

/**
 * Returns after how many milliseconds the next statement counts as unanswered. With our own limit, the server ends it
 * earlier; behind a pooler, which has one limit for all, a call gives up by itself, even while it waits in the pooler.
 */
export function answerLimitMs(pooled: boolean): number {
  const limit = statementLimitMs();
  if (limit === 0) return 0;
  return pooled && limit < STATEMENT_LIMIT_MS ? limit : limit + GRACE_MS;
}

/** The part of a pool that Kysely needs, with connections that can also keep a statement. */
export interface LimitedPool extends Pick<Pool, 'options' | 'end'> {
  Client: typeof Client;
  connect(): Promise<PoolClient>;
}

/**
 * Wraps the pool so that each connection taken from it gets the current limit, if it had another one. A connection that
 * breaks at that moment is released here: Kysely releases only connections that it received, and a connection that
 * nobody releases would reduce the pool for the lifetime of this process.
 */
export function limitStatements(pool: Pool): LimitedPool {
  const set = new WeakMap<PoolClient, number>();
  return {
    Client,
    options: pool.options,
    end: async () => await pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const wanted = statementLimitMs();
      if ((set.get(client) ?? STATEMENT_LIMIT_MS) === wanted) return client;
      try {
        await client.query(`set statement_timeout = ${wanted}`);
      } catch (error) {
        client.release(true);
        throw error;
      }
      set.set(client, wanted);
      return client;
    },
  };
}
