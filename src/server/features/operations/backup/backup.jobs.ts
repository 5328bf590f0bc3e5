import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { makeBackup } from './backup.service.ts';
import type { BackupDeps } from './backup.service.ts';
import { keepNewest, nameBackup } from './kept-backups.ts';

/** Reading every document of a big installation takes hours; more than half a day is a fault. */
const TIME_LIMIT_SECONDS = 12 * 3_600;

/** Where F2E_BACKUP_FOLDER wants a backup every night, and how many of them. */
export interface NightlyBackups {
  /** Empty: nobody wants any. */
  folder: string;
  keep: number;
}

/** A backup of everything every night, without the master key, which must lie elsewhere. */
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
        // The old ones go last: a backup that fails must not cost one that succeeded.
        await keepNewest(folder, 'nightly', keep);
      },
    ),
  ];
}
