import { join } from 'node:path';
import type { Logger } from 'pino';

import type { DatabaseCopy } from '#engine/database/copy-port.ts';
import type { Keys } from '#engine/secrets/keys.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { BackupRefusal, backUpTables } from './backup.service.ts';
import { keepNewest, nameBackup } from './kept-backups.ts';

/** Where in F2E_DATA copies of the tables are kept. */
export const upgradeFolder = (dataDir: string): string => join(dataDir, 'backups');

/** What a copy before an upgrade needs. */
export interface UpgradeBackupDeps {
  copy: DatabaseCopy;
  /** Needs the master key: the copy is signed with it. */
  keys: () => Promise<Keys>;
  folder: string;
  keep: number;
  log: Logger;
}

/**
 * Copies the tables before the schema of a filled database changes: the way back to the version before (F-db-04).
 * Without the copy nothing is changed: throws BackupRefusal, or KeyRefusal when the key is missing.
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
