import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDatabase } from '#engine/database/connect.ts';
import { withCallLimit } from '#engine/database/port.ts';
import { DatabaseRefusal } from '#engine/database/refusal.ts';

import { freePorts } from '../free-ports.ts';
import type { Daemon } from '../mail-rig/daemon.ts';
import { eventually } from '../patience.ts';
import { silentLog } from '../test-database.ts';
import { startPgBouncer } from './front.ts';
import { startPostgres } from './postgres-server.ts';

const daemons: Daemon[] = [];
let folder: string;
let direct: string;
let pooled: string;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/f2e-pooler-');
  chmodSync(folder, 0o755);
  const ports = await freePorts('postgres', 'pooler');
  daemons.push(await startPostgres(join(folder, 'postgres'), ports.postgres));
  const ignores = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';
  daemons.push(await startPgBouncer(join(folder, 'pooler'), ports.pooler, ports.postgres, ignores));
  direct = `postgres://f2e@127.0.0.1:${ports.postgres}/f2e`;
  pooled = `postgres://f2e@127.0.0.1:${ports.pooler}/f2e`;
});
afterAll(async () => {
  for (const daemon of daemons.toReversed()) await daemon.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a pooler without the address of the server itself is refused, also where it takes every connection', async () => {
  const opening = openDatabase({ url: pooled, dataDir: folder, log: silentLog });
  await expect(opening).rejects.toThrow(DatabaseRefusal);
  await expect(opening).rejects.toThrow('F2E_DATABASE_DIRECT_URL');
  const itself = await openDatabase({ url: direct, dataDir: folder, log: silentLog });
  await itself.close();
});

it('[F-db-02] behind a pooler, calls give up a locked table after five seconds, and their statements end', async () => {
  const database = await openDatabase({ url: pooled, directUrl: direct, dataDir: folder, log: silentLog });
  const itself = await openDatabase({ url: direct, dataDir: folder, log: silentLog });
  await itself.pool.query('create table held (id int)');
  const holder = await itself.pool.connect();
  await holder.query('begin; lock table held in access exclusive mode');
  const began = performance.now();
  const read = async () =>
    await withCallLimit(async () => await sql`select * from held`.execute(database.db));
  const calls = await Promise.allSettled(Array.from({ length: 10 }, read));
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
  await eventually(async () => {
    const { rows } = await itself.pool.query(
      `select from pg_stat_activity where query = 'select * from held' and state = 'active'`,
    );
    expect(rows).toEqual([]);
  });
  // Otherwise they would have waited for half a minute.
  expect(performance.now() - began).toBeLessThan(25_000);
  await holder.query('commit');
  holder.release();
  await expect(read()).resolves.toBeDefined();
  await Promise.all([database.close(), itself.close()]);
});
