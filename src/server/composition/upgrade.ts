import type { Logger } from 'pino';

import { migrate } from '#engine/database/migrate.ts';
import type { Database } from '#engine/database/port.ts';

import type { Config } from '#server/config/config.ts';

/** The settings that an upgrade uses. */
type UpgradeConfig = Pick<Config, 'dataDir' | 'masterKeyFile' | 'upgradeBackups'>;

/**
 * Brings the schema up to this version, after copying the tables of a database that has data. Both composition roots
 * use it. Throws DatabaseRefusal, BackupRefusal and KeyRefusal with a sentence for the operator; in that case nothing
 * was changed.
 */
export async function upgradeSchema(
  config: UpgradeConfig,
  database: Database,
  log: Logger,
  folder?: string,
): Promise<{ applied: string[] }> {
  const { connection } = database;
  return await migrate({
    connection,
    log,
    ...(folder === undefined ? {} : { folder }),
    beforeUpgrade: async () => {
      if (config.upgradeBackups === 0) return;
      // Loaded lazily, because most starts upgrade nothing.
      const { createDatabaseCopy } = await import('#engine/database/copy.ts');
      const { backUpBeforeUpgrade, upgradeFolder } =
        await import('#server/features/operations/backup/upgrade-backup.ts');
      const { openInstallationKeys } =
        await import('#server/features/operations/maintenance/installation.service.ts');
      await backUpBeforeUpgrade({
        copy: createDatabaseCopy(connection, log),
        keys: async () => await openInstallationKeys(database, config.masterKeyFile),
        folder: upgradeFolder(config.dataDir),
        keep: config.upgradeBackups,
        log,
      });
    },
  });
}
