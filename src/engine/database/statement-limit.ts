import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import type { Pool, PoolClient } from 'pg';

/** Workers may wait so long: a call under way, a clean-up, a search. Without it one bad plan keeps a connection for ever. */
export const STATEMENT_LIMIT_MS = 30_000;

/** Somebody waits for the answer of a call; the wait for a lock and for a free connection are part of it (F-db-02). */
const CALL_LIMIT_MS = 5_000;

/** What a statement gets that waited so long for a connection. */
const LEAST_MS = 500;

/** Work that a call has begun and that goes on without it is no call any more. */
const CALL_LIFE_MS = 10_000;

const STEP_MS = 500;

/** What a server that is there, and the network, may add to the limit of a statement. */
const GRACE_MS = 5_000;

const calls = new AsyncLocalStorage<{ began: number } | 'unlimited' | null>();

/** Gives everything that `work` asks of the database five seconds from now; after that the caller answers 503. */
export function withCallLimit<T>(work: () => T): T {
  return calls.run({ began: performance.now() }, work);
}

/** Gives the statements of `work` the time of background work, also inside a call: for what legitimately takes long. */
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

/** Milliseconds that the next statement may take here; 0 is without limit, as PostgreSQL says it. */
export function statementLimitMs(): number {
  const call = calls.getStore();
  if (!call) return STATEMENT_LIMIT_MS;
  if (call === 'unlimited') return 0;
  const passed = performance.now() - call.began;
  if (passed > CALL_LIFE_MS) return STATEMENT_LIMIT_MS;
  return Math.max(LEAST_MS, Math.ceil((CALL_LIMIT_MS - passed) / STEP_MS) * STEP_MS);
}

/**
 * Milliseconds after which the next statement counts as never answered. The server ends it before that where its limit
 * is ours; behind a pooler, which has one limit for all, a call gives up by itself, also while it waits in the pooler.
 */
export function answerLimitMs(pooled: boolean): number {
  const limit = statementLimitMs();
  if (limit === 0) return 0;
  return pooled && limit < STATEMENT_LIMIT_MS ? limit : limit + GRACE_MS;
}

/** What kysely needs of a pool, with connections that can also keep a statement. */
export interface LimitedPool extends Pick<Pool, 'options' | 'end'> {
  Client: typeof Client;
  connect(): Promise<PoolClient>;
}

/**
 * The pool with the limit set on every connection that is taken from it, if it is another one than it had. A connection
 * that breaks in that moment is given back: kysely returns only those that it has got, and each one that nobody returns
 * is a place in the pool that is lost for as long as this process lives.
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
