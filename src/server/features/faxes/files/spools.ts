import { join } from 'node:path';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { SpoolReport } from '#engine/file-store/port.ts';
import { hasRoom } from '#server/kit/disk-room.ts';

import { reportSpool } from './spools.store.ts';

/**
 * Returns how files of this process wait for the bucket: in the folder `spool` of F2E_DATA, reported to the database.
 */
export function spoolOf(
  { dataDir, node, spoolBytes }: { dataDir: string; node: string; spoolBytes: number },
  database: () => Promise<Pick<Database, 'db'>>,
  { drains, log }: { drains: boolean; log?: Logger },
) {
  return {
    folder: join(dataDir, 'spool'),
    limitBytes: spoolBytes,
    hasRoom: async () => await hasRoom(dataDir),
    report: async (state: SpoolReport) => {
      const { db } = await database();
      await reportSpool(db, { ...state, node, limitBytes: spoolBytes });
    },
    drains,
    log,
  };
}
