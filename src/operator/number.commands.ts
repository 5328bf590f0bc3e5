import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type { Act } from './act.ts';
import { areaCode } from './arguments.ts';
import { CommandRefusal } from './refusal.ts';

/** number add */
export function addNumberCommands(program: Command, act: Act): void {
  const number = program.command('number').description('Numbers that can be given to accounts');
  number
    .command('add')
    .argument('<number...>')
    .option('--area <code>', 'numbers of this area', areaCode)
    .option('--tollfree', 'toll-free numbers')
    .option('--json')
    .action(async (numbers: string[], options: { json?: boolean; area?: string; tollfree?: boolean }) => {
      const { area, tollfree = false } = options;
      if ((area === undefined) === !tollfree)
        throw new InvalidArgumentError('Name one of --area and --tollfree.');
      const group = area === undefined ? { kind: 'tollfree' as const } : { areaCode: area };
      await act(options, async ({ accounts }) => {
        const outcome = await (await accounts()).addNumbers(group, numbers);
        if (outcome.kind === 'refused') throw new CommandRefusal(outcome.reason);
        const { added, skipped } = outcome;
        const rows = [
          ...added.map((digits) => ({ number: digits, result: 'added' })),
          ...skipped.map((digits) => ({ number: digits, result: 'known already' })),
        ];
        return { json: { added, skipped }, rows };
      });
    });
}
