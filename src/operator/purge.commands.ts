import type { Command } from 'commander';

import { createMaintenance } from '#server/features/maintenance/maintenance.service.ts';

import type { Act } from './act.ts';
import { oneRow } from './output.ts';

/** purge */
export function addPurgeCommands(program: Command, act: Act): void {
  program
    .command('purge')
    .description(
      'Does the nightly clean-up now: expired logins, faxes deleted 30 days ago, files that nobody has',
    )
    .option('--json')
    .addHelpText(
      'after',
      '\nA fax goes at the second look, most of a day after the first one, and never under a legal hold.',
    )
    .action(async (options: { json?: boolean }) => {
      await act(options, async ({ database, files, log }) => {
        const maintenance = createMaintenance({ database: await database(), store: await files(), log });
        const { signal } = new AbortController();
        await maintenance.forgetExpired(signal);
        const faxes = await maintenance.purgeDeletedFaxes(signal);
        return oneRow({ faxes, files: await maintenance.collectOrphanFiles(signal) });
      });
    });
}
