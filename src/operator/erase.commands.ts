import type { Command } from 'commander';

import { eraseAccount } from '#server/features/customers/cancellation/erasure/erasure.service.ts';

import type { Act, ActOptions } from './act.ts';
import { groupOf } from './command-tree.ts';
import { id } from './arguments.ts';
import { accepted } from './refusal.ts';

const HELP = `
Only a closed account without a legal hold is erased; it cannot be brought back. Backups made before still hold it:
erase it again after a restore, or let them expire.

Examples:
  f2e account erase 12 --reason "request of 2026-11-20" --dry-run
  f2e account erase 12 --reason "request of 2026-11-20" --json`;

/** account erase */
export function addEraseCommand(program: Command, act: Act): void {
  const account = groupOf(program, 'account');
  account
    .command('erase')
    .description('Removes everything of a closed account for good, and reports what it was')
    .argument('<uid>', 'id of the account', id)
    .requiredOption('--reason <text>', 'who asked for it: a file number')
    .option('--dry-run', 'say what would happen and change nothing')
    .addHelpText('after', HELP)
    .action(async (uid: number, options: ActOptions & { dryRun?: boolean; reason: string }) => {
      await act(options, async ({ database, files, auditChain }) => {
        const deps = {
          database: await database(),
          store: await files(),
          chain: await auditChain(),
          dryRun: options.dryRun === true,
        };
        const erased = accepted(await eraseAccount(deps, uid, options.reason));
        const { report } = erased;
        const rows = Object.entries(report.removed).map(([what, count]) => ({ what, count }));
        return {
          json: { ...report, uid: String(report.uid) },
          rows: [...rows, { what: 'files', count: report.files }],
          note: `Of ${report.auditRows} rows of the audit only who did what when is left.`,
        };
      });
    });
}
