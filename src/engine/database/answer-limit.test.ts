import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { cutWire } from '#test/cut-wire.ts';
import type { CutWire } from '#test/cut-wire.ts';
import { eventually } from '#test/patience.ts';
import { createTestDatabase, silentLog } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { connectDatabase } from './connect.ts';
import { Listener } from './listener.ts';
import type { Database } from './port.ts';
import { withCallLimit } from './statement-limit.ts';

let server: TestDatabase;
let wire: CutWire;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  wire = await cutWire({ path: join(inject('testServer').host, '.s.PGSQL.5432') });
  const through = { ...server.connection, host: '127.0.0.1', port: wire.port };
  // As behind a pooler, where the server sets no limit per call.
  database = await connectDatabase(through, silentLog, { max: 2, direct: through, release: async () => {} });
});
afterAll(async () => {
  await database.close();
  wire.close();
  await server.drop();
});

/** Runs one statement on behalf of a call whose time is nearly over: half a second is left. */
async function lateCall<T>(work: () => Promise<T>): Promise<T> {
  return await withCallLimit(async () => {
    await pause(4_600);
    return await work();
  });
}

it('[F-db-01] a server that vanishes: a call has its error in its own time, and the pool does not keep the connection', async () => {
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  wire.vanish(true);
  const began = performance.now();
  const ask = async () => await sql`select 1`.execute(database.db);
  await expect(lateCall(ask)).rejects.toMatchObject({ code: '08006' });
  expect(performance.now() - began).toBeLessThan(15_000);
  wire.vanish(false);
  await expect(ask()).resolves.toBeDefined();
  expect(database.pool.totalCount).toBe(1);
});

async function list(db = database.db): Promise<unknown[]> {
  return await db.selectFrom('fax').select('id').limit(1).execute();
}

async function listInTransaction(): Promise<unknown[]> {
  return await database.transaction(list);
}

it('[F-db-02] behind a pooler a call gives up a locked table in its own time, also in a transaction', async () => {
  const holder = await server.pool.connect();
  await holder.query('begin; lock table fax in access exclusive mode');
  await expect(lateCall(list)).rejects.toMatchObject({ code: '08006' });
  // At its end, the transaction finds the connection gone; that is answered with 503, too.
  await expect(lateCall(listInTransaction)).rejects.toThrow(/connection (?:terminated|error)/i);
  await holder.query('commit');
  holder.release();
  await expect(list()).resolves.toEqual([]);
});

it('[F-db-01] a listening connection whose server vanished is made anew, and its hearers look again', async () => {
  const listener = new Listener({ ...server.connection, host: '127.0.0.1', port: wire.port }, silentLog, 300);
  const heard = vi.fn<(payload: string | undefined) => void>();
  await listener.listen('news', heard);
  wire.vanish(true);
  await pause(200);
  wire.vanish(false);
  await eventually(() => expect(heard).toHaveBeenCalledWith(undefined));
  await server.pool.query("select pg_notify('news', 'heard')");
  await eventually(() => expect(heard).toHaveBeenCalledWith('heard'));
  await listener.close();
});
