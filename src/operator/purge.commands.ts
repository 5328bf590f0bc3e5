import type { Command } from 'commander';

import { RetentionService } from '#server/features/mailbox/retention/retention.service.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';

import type { Act, ActOptions } from './act.ts';
import { oneRow } from './output.ts';

/** purge */
export function addPurgeCommands(program: Command, act: Act): void {
  program
    .command('purge')
    .description(
      'Does the nightly clean-up now: expired logins, faxes kept or deleted long enough, files without an owner',
    )
    .option('--now', 'also faxes that this check sees for the first time, even if the clock was wrong')
    .addHelpText(
      'after',
      '\nA fax is removed at the second check, most of a day after the first (immediately with --now), and never under a legal hold.',
    )
    .action(async (options: ActOptions & { now?: boolean }) => {
      await act(options, async ({ database: open, files, log, config }) => {
        const { keepDays } = config;
        const database = await open();
        const maintenance = createMaintenance({ database, store: await files(), log, keepDays });
        const { signal } = new AbortController();
        const bounds = config.retention;
        const retention = new RetentionService({ database, bounds, restoreDays: keepDays.deleted });
        const moved = await retention.moveOldFaxes(signal);
        await maintenance.forgetExpired(signal);
        const faxes = await maintenance.purgeDeletedFaxes(signal, options.now);
        return oneRow({ moved, faxes, files: await maintenance.collectOrphanFiles(signal) });
      });
    });
}
