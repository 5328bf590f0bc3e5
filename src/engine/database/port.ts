import type { Kysely, RawBuilder } from 'kysely';
import type { Pool, PoolConfig } from 'pg';

import type { Tables } from './tables.ts';

export { KEEP_ALIVE, limitAnswers, openWaiting } from './answer-limit.ts';
export { mayPass } from './passing.ts';
export {
  statementLimitMs,
  withCallLimit,
  withoutCallLimit,
  withoutStatementLimit,
} from './statement-limit.ts';

/** Typed SQL over one connection of the pool, or over the transaction in progress: stores accept either. */
export type Db = Kysely<Tables>;

/** The open database: typed SQL, the pool behind it, transactions, notifications. */
export interface Database {
  db: Db;
  pool: Pool;
  /** Settings for additional connections, for the job queue and for COPY streams. */
  connection: PoolConfig;
  /**
   * Runs a statement whose plan each connection keeps: for statements that every call makes and that take longer to
   * plan than to run. Only for a small number of texts, because they are kept as long as the connection; values are
   * parameters.
   */
  kept<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /**
   * Runs `work` in one transaction: when this resolves, all of it is committed and on disk, otherwise nothing is.
   * After a deadlock or serialization failure the work runs again, so it must do nothing outside the database.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Calls `heard` with the payload of every notification on the channel, and with `undefined` after the connection was
   * lost and restored, because some may have been missed. Returns a function that stops listening.
   */
  listen(channel: string, heard: (payload: string | undefined) => void): Promise<() => Promise<void>>;
  /** Resolves when the server responds on a new connection; throws if it does not. */
  reach(): Promise<void>;
  /** Closes every connection, then releases the embedded server (its last user stops it). */
  close(): Promise<void>;
}
