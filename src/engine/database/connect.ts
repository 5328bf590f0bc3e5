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

/** The SQL keeps to PostgreSQL 15. */
const OLDEST_VERSION = 150_000;

/** One process; a server of 100 connections then carries several. */
const DEFAULT_POOL_SIZE = 10;

/** A worker that hangs inside a transaction must not hold its row locks for ever. */
const IDLE_TRANSACTION_LIMIT_MS = 60_000;

/** The limits travel with every connection of ours. */
const UNPOOLED = {
  Client,
  statement_timeout: STATEMENT_LIMIT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
};

/**
 * A pooler refuses start-up parameters that it does not know, and what one client sets another one would get: it sets
 * the limits itself (deploy/pgbouncer.ini), 30 seconds for every statement.
 */
const POOLED = { Client: NamelessClient };

/** An external server that starts together with us gets this long. */
const FIRST_ANSWER_LIMIT_MS = 30_000;

const RETRY_MS = 250;

/** Where the database is: `url` is `embedded` (a server of our own under `dataDir`) or `postgres://…`. */
export interface OpenOptions {
  url: string;
  /** The same database without the pooler that `url` leads to; empty where `url` leads to the server itself. */
  directUrl?: string;
  dataDir: string;
  log: DatabaseLog;
  /** Connections in the pool. */
  max?: number;
  /** How long an external server may take to answer first; a command that a person waits for has less patience. */
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
      // One connection more than there may be, for instance: that proves nothing, and what needs it tries again.
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

/** How connectDatabase connects. */
interface ConnectOptions {
  max?: number | undefined;
  patienceMs?: number | undefined;
  /** Given when `connection` leads to a pooler in transaction mode: what needs a session of its own goes past it. */
  direct?: PoolConfig | undefined;
  release: () => Promise<void>;
}

/** Connects to a server that runs already; `release` is called after the last connection is closed. */
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
  // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) logEvent(log, 'database.connection-lost', { reason: error.message });
  });
  // The pool hears a connection only while it is idle: one that breaks between two statements of a transaction has
  // nobody else, and the statement that comes next reports the loss (F-db-01).
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
      // Kysely ends only a pool that it has used; ours may have served none but plain queries.
      if (!pool.ended) await pool.end();
      await release();
    },
  };
}

async function reach(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  limitAnswers(client, () => CONNECT_LIMIT_MS);
  // A connection that breaks while it ends has answered.
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
