import { resolve } from 'node:path';
import type { Command } from 'commander';

import type { Act, ActOptions } from './act.ts';
import { checkStore } from './fsck.ts';

/** fsck */
export function addFsckCommands(program: Command, act: Act): void {
  program
    .command('fsck')
    .description(
      'Compares every stored file with its hash, and brings back faxes that the database has forgotten',
    )
    .option('--from <backup>', 'take damaged and missing files from this backup')
    .option('--dry-run', 'only look: change nothing')
    .action(async (options: ActOptions & { from?: string; dryRun?: boolean }) => {
      const { dryRun = false, from } = options;
      await act(options, async (installation) => {
        const { findings, ...counts } = await checkStore(installation, {
          dryRun,
          from: from === undefined ? null : resolve(from),
        });
        const ok = findings.length === 0;
        const rows = findings.map(({ problem, faxIds, account, key, message }) => ({
          problem,
          fax: faxIds.join(', '),
          account,
          file: key,
          message,
        }));
        const note = `${counts.documents} documents were read, ${counts.recovered} faxes ${dryRun ? 'would be' : 'were'} brought back, ${counts.repaired} files ${dryRun ? 'would be' : 'were'} taken from the backup, ${findings.length} problems are left.`;
        return { json: { ok, ...counts, findings }, rows, good: ok, note };
      });
    });
}
