import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClientBase, PoolConfig } from 'pg';

import { logEvent } from '../log/engine-events.ts';
import { RESTORE_MARK } from './copy-port.ts';
import { KEEP_ALIVE } from './answer-limit.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseRefusal } from './refusal.ts';

/** Advisory lock, an arbitrary number; two processes that start together must not both change the schema. */
const MIGRATION_LOCK = 7_032_552;

const FOLDER = join(import.meta.dirname, 'migrations');

/** `0001-accounts.sql`: the number determines the order, the rest is a name. */
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/u;

const LOCK_POLL_MS = 100;

/** An index that is made while others write to its table. */
const CONCURRENTLY = /\bcreate (?:unique )?index concurrently (\w+)/u;

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** Options of `migrate`. */
export interface MigrateOptions {
  connection: PoolConfig;
  log: DatabaseLog;
  /** Called once before the schema of a filled database changes: the place for an automatic backup. */
  beforeUpgrade?: () => Promise<void>;
  /** The folder of .sql files; tests use their own. */
  folder?: string;
  /** Applies only these: a restore creates the schema that the rows were written in. */
  only?: readonly string[];
  /** Whether this is part of a restore, which alone may continue while RESTORE_MARK exists. */
  restores?: boolean;
}

/**
 * Brings the schema up to this version, forward only. Each file runs in a transaction of its own together with its
 * row in schema_migration, so that a killed upgrade goes on where it stopped. A file of indexes that are made
 * concurrently runs one by one instead.
 * Throws DatabaseRefusal when the schema is newer than this program, a file that was applied has changed since, or a
 * restore was not completed.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const client = new Client({ ...options.connection, ...KEEP_ALIVE, application_name: 'f2e migrate' });
  // The query in flight reports the loss; without a listener, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await lockSchema(client);
    return { applied: await applyPending(client, options) };
  } finally {
    await client.end();
  }
}

async function applyPending(client: ClientBase, options: MigrateOptions): Promise<string[]> {
  const { log, beforeUpgrade, folder = FOLDER, only, restores = false } = options;
  if (!restores) await refuseHalfRestored(client);
  const known = (await readMigrations(folder)).filter(({ name }) => only?.includes(name) ?? true);
  const stranger = only?.find((name) => known.every((migration) => migration.name !== name));
  if (stranger !== undefined)
    throw new DatabaseRefusal(`${stranger} is unknown here: it was made by a newer version of f2e.`);
  await client.query(
    'create table if not exists schema_migration' +
      ' (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const applied = await readApplied(client);
  refuseUnknown(known, applied);
  const pending = known.filter(({ name }) => !applied.has(name));
  if (applied.size > 0 && pending.length > 0) await beforeUpgrade?.();
  for (const migration of pending) await applyOne(client, migration);
  const newest = pending.at(-1)?.name;
  if (newest) logEvent(log, 'database.migrated', { changes: pending.length, newest });
  return pending.map(({ name }) => name);
}

/**
 * Asks for the lock again and again: who waits for it in a statement keeps a snapshot, and an index that is made
 * concurrently waits for that.
 */
async function lockSchema(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    await pause(LOCK_POLL_MS);
  }
}

async function refuseHalfRestored(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select where to_regclass($1) is not null', [RESTORE_MARK]);
  if (rows.length > 0)
    throw new DatabaseRefusal(
      'A restore into this database was not completed. ' +
        'Restore the backup again, into another empty database and another empty folder.',
    );
}

async function applyOne(client: ClientBase, { name, sql, sha256 }: Migration): Promise<void> {
  const note = async () =>
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
  try {
    if (CONCURRENTLY.test(sql)) {
      await makeIndexes(client, sql);
      await note();
    } else {
      await client.query('begin');
      await client.query(sql);
      await note();
      await client.query('commit');
    }
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}

/** Makes indexes while others write to their tables; what a killed upgrade has left of one is made anew. */
async function makeIndexes(client: ClientBase, sql: string): Promise<void> {
  const statements = sql.replaceAll(/--[^\n]*/gu, '').split(';');
  for (const statement of statements.map((one) => one.trim()).filter((one) => one !== '')) {
    const name = CONCURRENTLY.exec(statement)?.[1];
    if (name === undefined) throw new Error('indexes that are made concurrently need a file of their own');
    await client.query(`drop index concurrently if exists ${name}`);
    await client.query(statement);
  }
}

function refuseUnknown(known: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const ours = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  const newest = [...applied.keys()].toSorted().at(-1) ?? '';
  for (const [name, sha256] of applied) {
    if (!ours.has(name)) {
      throw new DatabaseRefusal(
        `The database was changed by a newer version of f2e (${name} is unknown here). ` +
          'Start that version, or restore a backup made with this one.',
      );
    }
    if (ours.get(name) !== sha256) {
      throw new DatabaseRefusal(
        `The file ${name} was changed after it had been applied to this database. ` +
          'Put the original file back and make the change in a new one.',
      );
    }
  }
  const late = known.find(({ name }) => name < newest && !applied.has(name));
  if (late) {
    throw new DatabaseRefusal(
      `The file ${late.name} comes before ${newest}, which is applied already. Give it a higher number.`,
    );
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return await Promise.all(
    files.map(async (name) => {
      if (!FILE_NAME.test(name))
        throw new Error(`${name} is no name for a migration (0001-what-it-does.sql)`);
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}
