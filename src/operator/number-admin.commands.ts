import type { Command } from 'commander';

import {
  assignByOperator,
  listNumbers,
  moveByOperator,
  releaseByOperator,
} from '#server/features/customers/accounts/accounts.service.ts';
import type { NumberChange } from '#server/features/customers/accounts/accounts.service.ts';

import type { Act, ActOptions } from './act.ts';
import { groupOf } from './command-tree.ts';
import { areaCode, faxNumber, id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

/** Nobody reads more on a screen; larger pools are listed by area. */
const LIST_LIMIT = 10_000;

/** number list | assign | move | release */
export function addNumberAdminCommands(program: Command, act: Act): void {
  const number = groupOf(program, 'number');
  number
    .command('list')
    .description('Numbers and who has them')
    .option('--free', 'only free ones')
    .option('--area <code>', 'only of this area', areaCode)
    .action(async (options: ActOptions & { free?: boolean; area?: string }) => {
      await act(options, async ({ database }) => {
        const { free = false, area } = options;
        const numbers = await listNumbers((await database()).db, { free, area, limit: LIST_LIMIT });
        return listOf(
          'numbers',
          numbers.map(({ uid, until, ...rest }) => ({
            ...rest,
            uid: uid === null ? null : String(uid),
            until: until?.toISOString() ?? null,
          })),
        );
      });
    });
  number
    .command('assign')
    .description('Gives a number to an account that has none; it joins the pool when it is new')
    .argument('<number>', 'the number', faxNumber)
    .argument('<uid>', 'id of the account', id)
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (digits: string, uid: number, options: ActOptions) => {
      await act(options, async ({ database }) =>
        changed(await assignByOperator(await database(), digits, uid)),
      );
    });
  addMove(number, act);
  number
    .command('release')
    .description('Ends the rest of a number after its account was closed')
    .argument('<number>', 'the number', faxNumber)
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (digits: string, options: ActOptions) => {
      await act(options, async ({ database }) => changed(await releaseByOperator(await database(), digits)));
    });
}

function addMove(number: Command, act: Act): void {
  number
    .command('move')
    .description('Gives a number in use to another account of its brand, which has none')
    .argument('<number>', 'the number', faxNumber)
    .argument('<uid>', 'id of the account that gets it', id)
    .option('--dry-run', 'say what would happen and change nothing')
    .addHelpText(
      'after',
      '\nNew faxes go to the other account at once. The one that loses its number keeps its faxes, is logged out, and waits\nfor another number (number assign).',
    )
    .action(async (digits: string, uid: number, options: ActOptions) => {
      await act(options, async ({ database }) => {
        const moved = accepted(await moveByOperator(await database(), digits, uid));
        return oneRow({ number: moved.number, uid: String(moved.uid), from: String(moved.from) });
      });
    });
}

function changed(outcome: NumberChange): Answer {
  const { number, uid } = accepted(outcome);
  return oneRow({ number, uid: uid === null ? null : String(uid) });
}
