import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { makeBackup } from './backup.service.ts';
import type { BackupDeps } from './backup.service.ts';
import { keepNewest, nameBackup } from './kept-backups.ts';

/** Reading every document of a big installation takes hours; more than half a day indicates a fault. */
const TIME_LIMIT_SECONDS = 12 * 3_600;

/** The folder of the nightly backups (F2E_BACKUP_FOLDER), and how many are kept. */
export interface NightlyBackups {
  /** Empty: no nightly backups. */
  folder: string;
  keep: number;
}

/** Backs up everything every night, except the master key, which must be stored elsewhere. */
export function backupJobs(deps: BackupDeps, { folder, keep }: NightlyBackups): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'back-up',
        payload: z.object({}),
        cron: '17 1 * * *',
        onlyOne: true,
        here: folder !== '',
        timeLimitSeconds: TIME_LIMIT_SECONDS,
        retry: { times: 2, firstDelaySeconds: 900, longestDelaySeconds: 3_600 },
      },
      async () => {
        await makeBackup(deps, await nameBackup(folder, 'nightly'));
        // Old backups are removed last: a backup that fails must not cost one that succeeded.
        await keepNewest(folder, 'nightly', keep);
      },
    ),
  ];
}
