import type { Command } from 'commander';

import { listOpenArrivals } from '#server/features/faxes/carriers/carriers.service.ts';

import type { Act, ActOptions } from './act.ts';
import { faxNumber, id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** fax unrouted | stuck | route | discard: faxes that arrived but reached no account. */
export function addUnroutedCommands(fax: Command, act: Act): void {
  fax
    .command('unrouted')
    .description('Faxes that arrived for numbers that no account has')
    .action(async (options: ActOptions) => {
      await act(options, async ({ sending }) => {
        const faxes = await (await sending()).unrouted.list();
        return listOf(
          'faxes',
          faxes.map(({ id: number, at, line, caller, called, stationId, reason }) => ({
            id: String(number),
            at: at.toISOString(),
            line,
            caller,
            called,
            stationId,
            reason,
          })),
        );
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
    .description('Faxes that carriers announced and whose pages could not be had')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) => {
        const open = await listOpenArrivals((await database()).db);
        return listOf(
          'faxes',
          open
            .filter(({ state }) => state === 'stuck')
            .map(({ id: number, at, line, faxRef, caller, called, reason, fileKey }) => ({
              id: String(number),
              at: at.toISOString(),
              line,
              carrierRef: faxRef,
              caller,
              called,
              reason,
              kept: fileKey ?? '',
            })),
        );
      });
    });
}
