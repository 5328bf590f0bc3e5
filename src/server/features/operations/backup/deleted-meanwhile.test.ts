import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { createDatabaseCopy } from '#engine/database/copy.ts';
import { SNAPSHOT_LOCK } from '#engine/database/copy-port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { useBackupRig } from '#test/backup-rig.ts';
import { silentLog } from '#test/test-database.ts';

import { makeBackup } from './backup.service.ts';
import { readBackupFiles } from './restore.service.ts';

const rig = useBackupRig();

/** The rig's files; before the first of a document is read, this happens. */
function disturbed(what: () => Promise<void>): FileStore {
  let first = true;
  return {
    ...rig.files,
    get: async (key) => {
      if (first) {
        first = false;
        await what();
      }
      return await rig.files.get(key);
    },
  };
}

const stored = async (): Promise<{ storage_key: string }[]> =>
  (
    await rig.source.pool.query<{ storage_key: string }>(
      'select storage_key from document where tiff_key is not null',
    )
  ).rows;

it('faxes that are purged while a backup copies files are in it as a whole, each file once', async () => {
  await rig.source.pool.query(
    `update fax set deleted_at = now() - interval '60 days' where not outbox and id % 2 = 0`,
  );
  const { keepDays } = readConfig({});
  const log = pino({ level: 'silent' });
  const maintenance = createMaintenance({ database: rig.source, store: rig.files, log, keepDays });
  const never = new AbortController().signal;
  const purge = async () => await maintenance.purgeDeletedFaxes(never, true);
  // Half of them when the rows are copied and no file is, the others while the first file is.
  const copy = createDatabaseCopy(rig.source.connection, silentLog);
  const openSnapshot = async () => {
    const snapshot = await copy.openSnapshot();
    const endReading = async () => {
      await snapshot.endReading();
      expect(await purge()).toBe(5);
    };
    return { ...snapshot, endReading };
  };
  const files = disturbed(async () => {
    await rig.source.pool.query(`update fax set deleted_at = now() - interval '60 days' where not outbox`);
    expect(await purge()).toBe(5);
    expect(await stored()).toEqual([]);
    expect(await maintenance.removeGivenUp(never)).toBe(0);
  });
  const path = join(rig.folder, 'purged.tar');
  const made = await makeBackup(
    { database: rig.source, keys: rig.keys, copy: { ...copy, openSnapshot }, files },
    path,
  );
  expect(made.missing).toBe(0);
  const keys: string[] = [];
  for await (const { key } of readBackupFiles(path, rig.keys)) keys.push(key);
  expect(new Set(keys).size).toBe(keys.length);
  const { store } = await rig.restore(path);
  const { rows } = await rig.target.pool.query<{ tiff_key: string }>(
    'select tiff_key from document where tiff_key is not null',
  );
  expect(rows).toHaveLength(10);
  for (const { tiff_key } of rows) expect(await store.get(tiff_key)).not.toBeNull();
  expect(await maintenance.removeGivenUp(never)).toBe(10);
});

it('no transaction is open while files are copied, and nobody removes any', async () => {
  await rig.storeFax();
  const open = `select from pg_stat_activity where application_name = 'f2e copy' and xact_start is not null
    and datname = current_database()`;
  const held = `select from pg_locks where locktype = 'advisory' and objid = ${SNAPSHOT_LOCK}
    and database = (select oid from pg_database where datname = current_database())`;
  const seen: unknown[] = [];
  await rig.back(
    'idle.tar',
    disturbed(async () => {
      for (const query of [open, held]) seen.push((await rig.source.pool.query(query)).rowCount);
    }),
  );
  expect(seen).toEqual([0, 1]);
});

it('a backup that has lost its connection, and with it the right to the files, is none', async () => {
  const lost = disturbed(async () => {
    await rig.source.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'f2e copy' and datname = current_database()`,
    );
  });
  await expect(rig.back('lost.tar', lost)).rejects.toThrow(/terminat|connection/iu);
});
