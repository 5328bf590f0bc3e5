import type { Command } from 'commander';

import { RetentionService } from '#server/features/mailbox/retention/retention.service.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { Parts } from '#server/kit/parts.ts';

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
        const parts = new Parts(log, signal);
        const moves = async () => await retention.moveOldFaxes(signal, log);
        const moved = await parts.run('move-old-faxes', moves, 0);
        await parts.run('forget-expired', async () => await maintenance.forgetExpired(signal), undefined);
        const purge = async () => await maintenance.purgeDeletedFaxes(signal, options.now);
        const faxes = await parts.run('purge-deleted-faxes', purge, 0);
        const collect = async () => await maintenance.collectOrphanFiles(signal);
        const collected = await parts.run('collect-orphan-files', collect, 0);
        parts.end();
        return oneRow({ moved, faxes, files: collected });
      });
    });
}
