import type { Command } from 'commander';

import type { Act, ActOptions } from './act.ts';
import { oneRow } from './output.ts';

/** audit verify */
export function addAuditCommands(program: Command, act: Act): void {
  const audit = program.command('audit').description('What was done, by whom');
  audit
    .command('verify')
    .description('Checks that no audit row was changed or removed')
    .action(async (options: ActOptions) => {
      await act(options, async ({ auditChain }) => {
        const found = await (await auditChain()).verify();
        return { ...oneRow({ ...found }), good: found.ok };
      });
    });
}
