import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { PoolConfig } from 'pg';
import { PgBoss } from 'pg-boss';

import { startEmbedded } from '#engine/database/embedded.ts';
import { migrate } from '#engine/database/migrate.ts';

/** What a test needs to create its own database. */
export interface TestServer {
  /** The folder of the server's Unix socket. */
  host: string;
  /** The name of the migrated database to clone. */
  template: string;
}

/** Concurrent runs share one server; a run's process id is part of the names of its databases. */
export const TEST_PREFIX = 'test_';

const TEMPLATE_PREFIX = 'template_';

/** Number of templates to keep: a run that started before the last schema change may still clone an old one. */
const TEMPLATES_KEPT = 8;

const TEMPLATE_LOCK = 7_032_553;

const log = {
  info: (): void => {},
  warn: (fields: object, message: string): void => {
    process.stderr.write(`test database: ${message} ${JSON.stringify(fields)}\n`);
  },
  error: (fields: object, message: string): void => {
    process.stderr.write(`test database: ${message} ${JSON.stringify(fields)}\n`);
  },
};

/**
 * Joins or starts the machine's test server. Its folder persists between runs, so that only a changed schema requires a
 * migration; the last run that uses the server stops it.
 */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const dataDir = join(tmpdir(), `f2e-test-${process.getuid?.() ?? 0}`);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const embedded = await startEmbedded({ dataDir, log });
  const host = embedded.connection.host ?? '';
  try {
    const template = await asSuperuser(host, async (client) => {
      await dropLeftOvers(client);
      return await provideTemplate(client, embedded.connection);
    });
    return { server: { host, template }, stop: async () => await embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Runs `work` as the role that may create databases. */
export async function asSuperuser<T>(host: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Fills the template with everything that every test database contains initially. */
async function fillTemplate(connection: PoolConfig): Promise<void> {
  await migrate({ connection, log });
  // The job queue creates its tables at its first start, which takes longer than cloning them.
  const boss = new PgBoss({
    ...connectionTo(connection),
    schema: 'pgboss',
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

function connectionTo({ host = '', port = 5432, database = '' }: PoolConfig) {
  return { host, port, database, user: 'f2e' };
}

async function provideTemplate(client: Client, connection: PoolConfig): Promise<string> {
  const name = `${TEMPLATE_PREFIX}${await schemaHash()}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const templates = await databasesLike(client, TEMPLATE_PREFIX);
  if (templates.includes(name)) return name;
  const partial = `partial_${name}`;
  await client.query(`drop database if exists ${partial} with (force)`);
  await client.query(`create database ${partial} owner f2e`);
  await fillTemplate({ ...connection, database: partial });
  await client.query(`alter database ${partial} rename to ${name}`);
  for (const old of templates.slice(0, Math.max(0, templates.length + 1 - TEMPLATES_KEPT))) {
    await client.query(`drop database if exists ${old} with (force)`);
  }
  return name;
}

/** Drops databases of runs that were killed before they could do so. */
async function dropLeftOvers(client: Client): Promise<void> {
  for (const name of await databasesLike(client, TEST_PREFIX)) {
    const run = Number(name.slice(TEST_PREFIX.length).split('_')[0]);
    if (!isAlive(run)) await client.query(`drop database if exists ${name} with (force)`);
  }
}

async function databasesLike(client: Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1) order by oid',
    [prefix],
  );
  return rows.map(({ datname }) => datname).filter((name) => /^[a-z0-9_]+$/u.test(name));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Identifies the template: another schema, or another way to fill it, results in another template. */
async function schemaHash(): Promise<string> {
  const digest = createHash('sha256');
  const folder = new URL('../src/engine/database/migrations/', import.meta.url);
  for (const file of (await readdir(folder)).toSorted()) {
    digest.update(file).update(await readFile(new URL(file, folder)));
  }
  digest.update(await readFile(new URL(import.meta.url)));
  digest.update(await readFile(new URL('../package-lock.json', import.meta.url)));
  return digest.digest('hex').slice(0, 16);
}
