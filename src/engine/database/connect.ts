import { Kysely, PostgresDialect } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { PoolConfig } from 'pg';

import { logEvent } from '../log/engine-events.ts';
import { CONNECT_LIMIT_MS, KEEP_ALIVE, limitAnswers } from './answer-limit.ts';
import { startEmbedded } from './embedded.ts';
import { Listener } from './listener.ts';
import type { DatabaseLog } from './log.ts';
import { NamelessClient } from './nameless-client.ts';
import type { Database } from './port.ts';
import { refusePooler } from './pooler-check.ts';
import { DatabaseRefusal } from './refusal.ts';
import { keptStatement } from './kept-statement.ts';
import type { Tables } from './tables.ts';
import { STATEMENT_LIMIT_MS, answerLimitMs, limitStatements } from './statement-limit.ts';
import { inTransaction } from './transaction.ts';
import { parseTypes } from './value-types.ts';

/** The oldest supported server: the SQL is limited to PostgreSQL 15. */
const OLDEST_VERSION = 150_000;

/** Connections per process; a server with 100 connections then carries several processes. */
const DEFAULT_POOL_SIZE = 10;

/** A worker that hangs inside a transaction must not hold its row locks forever. */
const IDLE_TRANSACTION_LIMIT_MS = 60_000;

/** Settings of unpooled connections, each of which carries the limits. */
const UNPOOLED = {
  Client,
  statement_timeout: STATEMENT_LIMIT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
};

/**
 * Settings of pooled connections. A pooler rejects unknown startup parameters, and settings of one client would affect
 * another: it sets the limits itself (deploy/pgbouncer.ini), 30 seconds for every statement.
 */
const POOLED = { Client: NamelessClient };

/** How long to wait for an external server that starts together with us. */
const FIRST_ANSWER_LIMIT_MS = 30_000;

const RETRY_MS = 250;

/** Where the database is: `url` is `embedded` (our own server under `dataDir`) or `postgres://…`. */
export interface OpenOptions {
  url: string;
  /** The same database without the pooler in `url`; empty if `url` leads to the server itself. */
  directUrl?: string;
  dataDir: string;
  log: DatabaseLog;
  /** Connections in the pool. */
  max?: number;
  /** How long to wait for the first response of an external server; a command that a person waits for sets less. */
  patienceMs?: number;
}

/** Opens the database for this process. Throws DatabaseRefusal with a sentence when a person has to act. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, directUrl = '', dataDir, log, max, patienceMs } = options;
  if (url !== 'embedded') {
    const direct = directUrl === '' ? undefined : { connectionString: directUrl };
    const connection = { connectionString: url };
    const how = { max, patienceMs, direct, release: async () => {} };
    const database = await connectDatabase(connection, log, how);
    try {
      if (!direct) await refusePooler(connection, database.pool);
    } catch (error) {
      if (error instanceof DatabaseRefusal) {
        await database.close();
        throw error;
      }
      // For instance, the connection limit was exceeded: that proves nothing, and later users of the connection retry.
      logEvent(log, 'database.listen-failed', { attempt: 0, reason: String(error) });
    }
    return database;
  }
  const embedded = await startEmbedded({ dataDir, log });
  try {
    return await connectDatabase(embedded.connection, log, {
      max,
      release: async () => await embedded.stop(),
    });
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Options of `connectDatabase`. */
interface ConnectOptions {
  max?: number | undefined;
  patienceMs?: number | undefined;
  /** Given if `connection` leads to a pooler in transaction mode: anything that needs its own session bypasses it. */
  direct?: PoolConfig | undefined;
  release: () => Promise<void>;
}

/** Connects to a running server; `release` is called after the last connection is closed. */
export async function connectDatabase(
  connection: PoolConfig,
  log: DatabaseLog,
  { max = DEFAULT_POOL_SIZE, patienceMs = FIRST_ANSWER_LIMIT_MS, direct, release }: ConnectOptions,
): Promise<Database> {
  const pool = new Pool({
    ...connection,
    ...(direct ? POOLED : UNPOOLED),
    ...KEEP_ALIVE,
    max,
    types: parseTypes,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'f2e',
  });
  // A broken idle connection is replaced at the next use; without a listener, its error would end the process.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) logEvent(log, 'database.connection-lost', { reason: error.message });
  });
  // The pool listens only to idle connections: one that breaks between two statements of a transaction has no other
  // listener, and the next statement reports the loss (F-db-01).
  pool.on('connect', (client) => {
    client.on('error', () => {});
    limitAnswers(client, () => answerLimitMs(direct !== undefined));
  });
  try {
    await firstAnswer(pool, log, patienceMs);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const limited = direct ? pool : limitStatements(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: limited }) });
  const listener = new Listener(direct ?? connection, log);
  return {
    db,
    pool,
    connection: direct ?? connection,
    kept: async (query) => await keptStatement(limited, query.compile(db)),
    transaction: async (work) => await inTransaction(db, work),
    reach: async () => await reach(direct ?? connection),
    listen: async (channel, heard) => await listener.listen(channel, heard),
    close: async () => {
      closing = true;
      await listener.close();
      await db.destroy();
      // Kysely ends only a pool that it has used; ours may have served only plain queries.
      if (!pool.ended) await pool.end();
      await release();
    },
  };
}

async function reach(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  limitAnswers(client, () => CONNECT_LIMIT_MS);
  // A connection that breaks while closing has already responded.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

async function firstAnswer(pool: Pool, log: DatabaseLog, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      );
      return refuseOldServer(rows[0]?.version ?? 0);
    } catch (error) {
      if (error instanceof DatabaseRefusal) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (Date.now() > deadline) throw new DatabaseRefusal(`The database cannot be reached: ${reason}`);
      logEvent(log, 'database.unreachable', { reason });
      await pause(RETRY_MS);
    }
  }
}

function refuseOldServer(version: number): void {
  if (version >= OLDEST_VERSION) return;
  throw new DatabaseRefusal(
    `The PostgreSQL server has version ${Math.floor(version / 10_000)}; f2e needs 15 or newer.`,
  );
}
