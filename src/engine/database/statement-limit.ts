import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery } from 'kysely';
import type { DatabaseConnection } from 'kysely';

/** Workers may wait so long: a call under way, a clean-up, a search. Without it one bad plan keeps a connection for ever. */
export const STATEMENT_LIMIT_MS = 30_000;

/** Somebody waits for the answer of a call; the wait for a lock and for a free connection are part of it (F-db-02). */
const CALL_LIMIT_MS = 5_000;

/** What a statement gets that waited so long for a connection. */
const LEAST_MS = 500;

/** Work that a call has begun and that goes on without it is no call any more. */
const CALL_LIFE_MS = 10_000;

const STEP_MS = 500;

const calls = new AsyncLocalStorage<{ began: number } | null>();

/** Gives everything that `work` asks of the database five seconds from now; after that the caller answers 503. */
export function withCallLimit<T>(work: () => T): T {
  return calls.run({ began: performance.now() }, work);
}

/** Gives the statements of `work` the time of background work, also inside a call: for what legitimately takes long. */
export function withoutCallLimit<T>(work: () => T): T {
  return calls.run(null, work);
}

/** Milliseconds that the next statement may take here. */
export function statementLimitMs(): number {
  const call = calls.getStore();
  if (!call) return STATEMENT_LIMIT_MS;
  const passed = performance.now() - call.began;
  if (passed > CALL_LIFE_MS) return STATEMENT_LIMIT_MS;
  return Math.max(LEAST_MS, Math.ceil((CALL_LIMIT_MS - passed) / STEP_MS) * STEP_MS);
}

/** Sets the limit of a connection when it is taken from the pool, if it is another one than it had. */
export function limitStatements(): (connection: DatabaseConnection) => Promise<void> {
  const set = new WeakMap<DatabaseConnection, number>();
  return async (connection) => {
    const wanted = statementLimitMs();
    if ((set.get(connection) ?? STATEMENT_LIMIT_MS) === wanted) return;
    await connection.executeQuery(CompiledQuery.raw(`set statement_timeout = ${wanted}`));
    set.set(connection, wanted);
  };
}
