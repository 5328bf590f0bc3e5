import type { Command } from 'commander';

import { listUnrouted } from '#server/features/faxes/arrivals/unrouted.ts';
import { discardStuck, listStuck } from '#server/features/faxes/carriers/stuck-arrivals.ts';

import type { Act, ActOptions } from './act.ts';
import { count, faxNumber, id } from './arguments.ts';
import { oneRow, pageOf, pageWindow } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** The option of a long list. */
const PAGE = ['--page <n>', 'this page of 100', count, 1] as const;

type PageOptions = ActOptions & { page: number };

/** fax unrouted | stuck | route | discard | discard-stuck: faxes that arrived but reached no account. */
export function addUnroutedCommands(fax: Command, act: Act): void {
  fax
    .command('unrouted')
    .description('Faxes that arrived for numbers that no account has, the oldest first')
    .option(...PAGE)
    .action(async ({ page, ...options }: PageOptions) => {
      await act(options, async ({ database }) => {
        const { faxes, total } = await listUnrouted((await database()).db, pageWindow(page));
        const rows = faxes.map(({ id: number, at, line, caller, called, stationId, reason }) => ({
          id: String(number),
          at: at.toISOString(),
          line,
          caller,
          called,
          stationId,
          reason,
        }));
        return pageOf('faxes', rows, { page, total });
      });
    });
  addStuck(fax, act);
  fax
    .command('route')
    .description('Gives one of them to an account')
    .argument('<id>', 'as «fax unrouted» lists it', id)
    .requiredOption('--to <number>', 'number of the account', faxNumber)
    .action(async (call: number, options: ActOptions & { to: string }) => {
      await act(options, async ({ sending }) => {
        const routed = accepted(await (await sending()).unrouted.route(call, options.to));
        return oneRow({ fid: String(routed.fid) });
      });
    });
  fax
    .command('discard')
    .description('Throws one of them away for good')
    .argument('<id>', 'as «fax unrouted» lists it', id)
    .action(async (call: number, options: ActOptions) => {
      await act(options, async ({ sending }) => {
        const done = await (await sending()).unrouted.discard(call);
        if (!done) throw new CommandRefusal(`There is no fax ${call} that waits for a number.`);
        return oneRow({ id: String(call), discarded: true });
      });
    });
}

function addStuck(fax: Command, act: Act): void {
  fax
    .command('stuck')
    .description('Faxes that carriers announced and whose pages could not be fetched, the oldest first')
    .option(...PAGE)
    .action(async ({ page, ...options }: PageOptions) => {
      await act(options, async ({ database }) => {
        const { faxes, total } = await listStuck((await database()).db, pageWindow(page));
        const rows = faxes.map(({ id: number, at, line, faxRef, caller, called, reason, fileKey }) => ({
          id: String(number),
          at: at.toISOString(),
          line,
          carrierRef: faxRef,
          caller,
          called,
          reason,
          kept: fileKey ?? '',
        }));
        return pageOf('faxes', rows, { page, total });
      });
    });
  fax
    .command('discard-stuck')
    .description('Takes one of those off the list for good; what came instead of its pages is removed')
    .argument('<id>', 'as «fax stuck» lists it', id)
    .action(async (arrival: number, options: ActOptions) => {
      await act(options, async ({ database }) => {
        if (!(await discardStuck(await database(), arrival)))
          throw new CommandRefusal(`There is no stuck fax ${arrival}.`);
        return oneRow({ id: String(arrival), discarded: true });
      });
    });
}
