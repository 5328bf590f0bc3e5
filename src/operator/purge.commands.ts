import type { Command } from 'commander';

import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';

import type { Act, ActOptions } from './act.ts';
import { oneRow } from './output.ts';

/** purge */
export function addPurgeCommands(program: Command, act: Act): void {
  program
    .command('purge')
    .description(
      'Does the nightly clean-up now: expired logins, faxes deleted long enough ago, files without an owner',
    )
    .option('--now', 'also faxes that this check sees for the first time, even if the clock was wrong')
    .addHelpText(
      'after',
      '\nA fax is removed at the second check, most of a day after the first (immediately with --now), and never under a legal hold.',
    )
    .action(async (options: ActOptions & { now?: boolean }) => {
      await act(options, async ({ database, files, log, config }) => {
        const { keepDays } = config;
        const parts = { database: await database(), store: await files(), log, keepDays };
        const maintenance = createMaintenance(parts);
        const { signal } = new AbortController();
        await maintenance.forgetExpired(signal);
        const faxes = await maintenance.purgeDeletedFaxes(signal, options.now);
        return oneRow({ faxes, files: await maintenance.collectOrphanFiles(signal) });
      });
    });
}
