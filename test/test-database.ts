import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

import { connectDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { TEST_PREFIX, asSuperuser } from './test-server.ts';

/** A database for one test or one test file. */
export interface TestDatabase extends Database {
  /** The value for F2E_DATABASE_URL of a process that a test starts. */
  url: string;
  /** Closes every connection, including those of other processes, and removes the database. */
  drop(): Promise<void>;
}

/** A test needs few connections; many files run concurrently on one server. */
const POOL_SIZE = 4;

/** A log that discards everything. */
export const silentLog = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };

/** Clones the migrated template. Call `drop` in afterAll. */
export async function createTestDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const { host, template } = inject('testServer');
  const name = `${TEST_PREFIX}${process.pid}_${randomBytes(6).toString('hex')}`;
  await asSuperuser(host, async (client) => {
    // Copying files takes at most a quarter of the time of copying through the write-ahead log.
    await client.query(`create database ${name} template ${template} strategy file_copy owner f2e`);
  });
  const connection = { host, port: 5432, user: 'f2e', database: name, ssl: false };
  const database = await connectDatabase(connection, silentLog, {
    max: options.max ?? POOL_SIZE,
    release: async () => {},
  });
  return {
    ...database,
    url: `postgres://f2e@/${name}?host=${encodeURIComponent(host)}`,
    drop: async () => {
      await database.close();
      await asSuperuser(host, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
}
