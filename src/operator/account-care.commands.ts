import type { Command } from 'commander';

import type { Act, ActOptions } from './act.ts';
import { groupOf } from './command-tree.ts';
import { id } from './arguments.ts';
import { createProgress } from './progress.ts';
import { readText } from './read-text.ts';
import { accepted } from './refusal.ts';

interface ImportOptions extends ActOptions {
  brand: number;
  /** `--no-verify-mail` */
  verifyMail: boolean;
}

const IMPORT_HELP = `
The first line names the columns: number and email, and as wanted options, month-limit, hipaa, parent, product, tour.
Each account is added by itself: a line that is refused is named and stops nothing, and the same file given again adds
only what is missing. Owners get a mail with a link to choose a password.

Examples:
  f2e account import customers.csv --brand 2 --dry-run
  f2e account import customers.csv --brand 2 --no-verify-mail`;

/** account import */
export function addAccountCareCommands(program: Command, act: Act): void {
  const account = groupOf(program, 'account');
  account
    .command('import')
    .description('Adds the accounts of a CSV file: customers who come from another system')
    .argument('<file>', 'a CSV file with headings')
    .requiredOption('--brand <hid>', 'id of their brand', id)
    .option('--no-verify-mail', 'send no email; use account resend-verify later')
    .option('--dry-run', 'say what would happen and change nothing')
    .addHelpText('after', IMPORT_HELP)
    .action(async (file: string, options: ImportOptions) => {
      await act(options, async ({ accounts }) => {
        const text = await readText(file);
        const bar = createProgress('accounts');
        const input = { mail: options.verifyMail, progress: bar.step };
        const outcome = accepted(
          await (await accounts()).importAccounts(options.brand, text, input).finally(bar.end),
        );
        const { added, known, refused } = outcome;
        return {
          json: {
            added: added.map(({ uid, number }) => ({ uid: String(uid), faxnumber: number })),
            known,
            refused,
          },
          rows: refused.map(({ line, number, reason }) => ({ line, number, reason })),
          note: `${added.length} added, ${known.length} there already, ${refused.length} refused.`,
          good: refused.length === 0,
        };
      });
    });
}
