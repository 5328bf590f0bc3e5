import { Client } from 'pg';
import type { PoolConfig } from 'pg';

import { PRODUCT, SUPERUSER } from './embedded-cluster.ts';

/** Advisory lock, an arbitrary number; held shared in the database `postgres` by every process that uses the server. */
const USERS_LOCK = 7_032_551;

/** A local socket responds at once; a server that does not is recovering or hangs. */
const CONNECT_LIMIT_MS = 5_000;

/** One process's claim on the running server: only the last process to release its claim may stop the server. */
export interface Share {
  /** Resolves when the connection breaks, which means that the server died or shut down. */
  lost: Promise<void>;
  /** Releases the claim. `last` means that nobody else uses the server and nobody can join any more, so stop it. */
  release(): Promise<'last' | 'others'>;
  end(): Promise<void>;
}

/** The outcome of taking a share of a server. */
export type ShareOutcome =
  | { kind: 'held'; share: Share }
  /** It is starting or recovering, or its socket does not exist (yet). */
  | { kind: 'not-yet'; socketMissing: boolean; reason: string }
  /** Its last user is shutting it down. */
  | { kind: 'stopping' }
  | { kind: 'refused'; reason: string };

/** Returns the product's connection settings: it connects as a role that owns its database but is not a superuser. */
export function productConnection(socketFolder: string): PoolConfig {
  return { host: socketFolder, port: 5432, user: PRODUCT, database: PRODUCT, ssl: false };
}

/** Connects and takes a share; the lock lives as long as the connection, so a killed process leaves none behind. */
export async function takeShare(socketFolder: string): Promise<ShareOutcome> {
  const client = new Client({
    ...productConnection(socketFolder),
    user: SUPERUSER,
    database: 'postgres',
    application_name: 'f2e share',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
    // The `end` event follows; without this listener the error would end our process.
    client.on('error', () => {
      resolve();
    });
  });
  try {
    await client.connect();
    const granted = await ask(client, 'select pg_try_advisory_lock_shared($1) as granted');
    if (granted) {
      await provideProductDatabase(client);
      return { kind: 'held', share: makeShare(client, lost) };
    }
    await client.end();
    return { kind: 'stopping' };
  } catch (error) {
    await client.end().catch(() => undefined); // Already broken: the error below says why.
    return explain(error as NodeJS.ErrnoException);
  }
}

function makeShare(client: Client, lost: Promise<void>): Share {
  return {
    lost,
    release: async () => {
      await ask(client, 'select pg_advisory_unlock_shared($1) as granted');
      return (await ask(client, 'select pg_try_advisory_lock($1) as granted')) ? 'last' : 'others';
    },
    end: async () => {
      await client.end();
    },
  };
}

/**
 * Creates the role and the database if they are missing; call it behind the start gate, so that two first users do not
 * both create them.
 */
async function provideProductDatabase(client: Client): Promise<void> {
  const role = await client.query('select from pg_roles where rolname = $1', [PRODUCT]);
  if (role.rowCount === 0) await client.query(`create role ${PRODUCT} login`);
  const database = await client.query('select from pg_database where datname = $1', [PRODUCT]);
  if (database.rowCount !== 0) return;
  // Copies files: otherwise this connection, which stays open, would hold every page of the template in its memory.
  await client.query(`create database ${PRODUCT} owner ${PRODUCT} strategy file_copy`);
}

async function ask(client: Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(question, [USERS_LOCK]);
  return rows[0]?.granted === true;
}

/**
 * Maps a connection error to an outcome. Class 57P is “starting up, recovering, shutting down”, 28 is “not authorized”;
 * anything else is a broken socket.
 */
function explain(error: NodeJS.ErrnoException): ShareOutcome {
  const code = error.code ?? '';
  if (code.startsWith('28')) return { kind: 'refused', reason: error.message };
  const socketMissing = code === 'ENOENT' || code === 'ECONNREFUSED';
  return { kind: 'not-yet', socketMissing, reason: error.message };
}
