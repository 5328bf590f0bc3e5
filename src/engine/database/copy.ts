import { Client } from 'pg';
import type { PoolConfig } from 'pg';

import type { DatabaseCopy } from './copy-port.ts';
import { loadRows } from './load-rows.ts';
import { KEEP_ALIVE } from './answer-limit.ts';
import type { DatabaseLog } from './log.ts';
import { migrate } from './migrate.ts';
import { openSnapshot } from './snapshot.ts';

/** Copies over its own connections, so that other users of the pool notice nothing. */
export function createDatabaseCopy(connection: PoolConfig, log: DatabaseLog): DatabaseCopy {
  const connect = async (): Promise<Client> => {
    const client = new Client({ ...connection, ...KEEP_ALIVE, application_name: 'f2e copy' });
    // The query in flight reports the loss; without a listener, the event would end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    openSnapshot: async () => await openSnapshot(await connect()),
    isEmpty: async () => {
      const client = await connect();
      try {
        const { rows } = await client.query(
          `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
        );
        return rows.length === 0;
      } finally {
        await client.end();
      }
    },
    load: async (content) => {
      await migrate({ connection, log, only: content.migrations });
      const client = await connect();
      try {
        await loadRows(client, content);
      } finally {
        await client.end();
      }
      await migrate({ connection, log, restores: true });
    },
  };
}
