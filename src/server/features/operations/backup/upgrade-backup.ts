import { join } from 'node:path';
import type { Logger } from 'pino';

import type { DatabaseCopy } from '#engine/database/copy-port.ts';
import type { Keys } from '#engine/secrets/keys.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { BackupRefusal, backUpTables } from './backup.service.ts';
import { keepNewest, nameBackup } from './kept-backups.ts';

/** Returns the folder in F2E_DATA in which copies of the tables are kept. */
export const upgradeFolder = (dataDir: string): string => join(dataDir, 'backups');

/** Dependencies of a copy before an upgrade. */
export interface UpgradeBackupDeps {
  copy: DatabaseCopy;
  /** Opens the master key, with which the copy is signed. */
  keys: () => Promise<Keys>;
  folder: string;
  keep: number;
  log: Logger;
}

/**
 * Copies the tables before the schema of a database with data changes, so that the operator can go back to the previous
 * version (F-db-04). Without the copy nothing is changed: throws BackupRefusal, or KeyRefusal if the key is missing.
 */
export async function backUpBeforeUpgrade({
  copy,
  keys,
  folder,
  keep,
  log,
}: UpgradeBackupDeps): Promise<void> {
  const opened = await keys();
  try {
    const file = await nameBackup(folder, 'before-upgrade');
    await backUpTables({ copy, keys: opened }, file);
    logEvent(log, 'upgrade.backup-written', { file });
    await keepNewest(folder, 'before-upgrade', keep);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, '');
    throw new BackupRefusal(
      `The schema was not changed, because its tables could not be copied first: ${reason}. ` +
        'Make room there, or set F2E_UPGRADE_BACKUPS=0 if you have a backup of your own.',
      { cause: error },
    );
  }
}
