import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';

import type { Act, ActOptions } from './act.ts';
import { day, id } from './arguments.ts';
import { oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** usage rollup */
export function addUsageCommands(program: Command, act: Act): void {
  const usage = program.command('usage').description('Pages that administrators see');
  usage
    .command('rollup')
    .description('Shows what was counted until now; it also happens every night')
    .option('--day <YYYY-MM-DD>', 'this day too, however long ago it is', day)
    .action(async (options: ActOptions & { day?: string }) => {
      await act(options, async ({ database, config }) => {
        const service = new MultifaxUsage({ database: await database(), zone: config.timezone });
        return oneRow({ through: (await service.rollUp(options.day)).toISOString() });
      });
    });
}

/** sso-ticket */
export function addTicketCommands(program: Command, act: Act): void {
  program
    .command('sso-ticket')
    .description('A link that logs a browser in, once, within a minute')
    .option('--account <uid>', 'as this account', id)
    .option('--parent <id>', 'as this administrator', id)
    .action(async (options: ActOptions & { account?: number; parent?: number }) => {
      const { account, parent } = options;
      if ((account === undefined) === (parent === undefined))
        throw new InvalidArgumentError('Name one of --account and --parent.');
      await act(options, async ({ accounts, config, administrators }) => {
        const service = await administrators();
        if (account !== undefined && !(await (await accounts()).findAccount(account)))
          throw new CommandRefusal(`There is no account ${account}.`);
        if (parent !== undefined && !(await service.find(parent)))
          throw new CommandRefusal(`There is no administrator ${parent}.`);
        const subject =
          account === undefined
            ? { kind: 'parent' as const, id: parent ?? 0 }
            : { kind: 'account' as const, id: account };
        const ticket = await service.ticket(subject);
        const url = `${config.publicOrigin}${config.publicPath}/api/auth/sso?ticket=${ticket}`;
        return oneRow({ ticket, url });
      });
    });
}
