import type { Command } from 'commander';

import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';

import type { Act, ActOptions } from './act.ts';
import { oneRow } from './output.ts';

/** purge */
export function addPurgeCommands(program: Command, act: Act): void {
  program
    .command('purge')
    .description(
      'Does the nightly clean-up now: expired logins, faxes deleted long enough ago, files that nobody has',
    )
    .option('--now', 'faxes too that nobody has looked at before: also after the clock was set wrong')
    .addHelpText(
      'after',
      '\nA fax goes at the second look, most of a day after the first one (at once with --now), and never under a legal hold.',
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
