import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type { Accounts } from '#server/features/customers/accounts/accounts.service.ts';

import type { Act, ActOptions } from './act.ts';
import { areaCode } from './arguments.ts';
import type { Answer } from './output.ts';
import { readText } from './read-text.ts';
import { accepted } from './refusal.ts';

interface AddOptions extends ActOptions {
  area?: string;
  tollfree?: boolean;
}

/** number add */
export function addNumberCommands(program: Command, act: Act): void {
  const number = program.command('number').description('Numbers that can be given to accounts');
  number
    .command('add')
    .description('Puts numbers into the pool that accounts are given from')
    .argument('<number...>', 'numbers, or one CSV file whose first column they are')
    .option('--area <code>', 'numbers of this area', areaCode)
    .option('--tollfree', 'toll-free numbers')
    .action(async (written: string[], options: AddOptions) => {
      const [file = ''] = written;
      const fromFile = written.length === 1 && file.endsWith('.csv');
      if (!fromFile && (options.area === undefined) === (options.tollfree !== true))
        throw new InvalidArgumentError('Name one of --area and --tollfree.');
      await act(options, async ({ accounts }) => {
        const numbers = fromFile ? readNumbers(await readText(file)) : written;
        return await add(await accounts(), numbers, options);
      });
    });
}

/** Returns the first cell of every line that contains a digit: a line of headings has none. */
function readNumbers(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => (line.split(/[,;\t]/u)[0] ?? '').replaceAll('"', '').trim())
    .filter((cell) => /\d/u.test(cell));
}

async function add(accounts: Accounts, numbers: string[], { area, tollfree }: AddOptions): Promise<Answer> {
  const outcome = accepted(
    await accounts.addNumbers(
      area !== undefined ? { areaCode: area } : { kind: tollfree === true ? 'tollfree' : 'any' },
      numbers,
    ),
  );
  const { added, skipped } = outcome;
  const rows = [
    ...added.map((digits) => ({ number: digits, result: 'added' })),
    ...skipped.map((digits) => ({ number: digits, result: 'known already' })),
  ];
  return { json: { added, skipped }, rows };
}
