import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectDatabase } from '#engine/database/connect.ts';
import { startEmbedded } from '#engine/database/embedded.ts';
import { migrate } from '#engine/database/migrate.ts';
import type { Database } from '#engine/database/port.ts';

const log = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };

/**
 * Creates a database for one bench, with the product's tables and the data of the statements. Filling may take minutes,
 * so no time limit applies. `drop` stops the server and removes the files.
 */
export async function openBenchDatabase(
  connections: number,
  statements: readonly string[],
): Promise<{ database: Database; drop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'f2e-bench-'));
  const embedded = await startEmbedded({ dataDir, log });
  const remove = async (): Promise<void> => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate({ connection: embedded.connection, log });
    const database = await connectDatabase(embedded.connection, log, { max: connections, release: remove });
    const client = await database.pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      for (const statement of statements) await client.query(statement);
    } finally {
      // Not returned to the pool, because its time limit is off.
      client.release(true);
    }
    return { database, drop: async () => await database.close() };
  } catch (error) {
    await remove();
    throw error;
  }
}
