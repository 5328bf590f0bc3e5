import type { Command } from 'commander';

import type { PortOrder } from '#server/features/customers/accounts/accounts.service.ts';

import type { Act, ActOptions } from './act.ts';
import { faxNumber, id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** port list | show | submit | accept | complete | reject */
export function addPortCommands(program: Command, act: Act): void {
  const port = program.command('port').description('Orders for numbers that come from another carrier');
  port
    .command('list')
    .description('The newest first')
    .option('--open', 'only those that wait')
    .action(async (options: ActOptions & { open?: boolean }) => {
      await act(options, async ({ accounts }) => {
        const orders = await (await accounts()).listPortOrders(options.open === true);
        return listOf('ports', orders.map(wire));
      });
    });
  port
    .command('show')
    .description('Everything about one order')
    .argument('<id>', 'id of the order', id)
    .action(async (orderId: number, options: ActOptions) => {
      await act(options, async ({ accounts }) => {
        const order = await (await accounts()).findPortOrder(orderId);
        if (!order) throw new CommandRefusal(`There is no order ${orderId}.`);
        return oneRow(wire(order));
      });
    });
  addSteps(port, act);
  port
    .command('complete')
    .description('The number has arrived: the account receives from now on')
    .argument('<id>', 'id of the order', id)
    .option('--number <number>', 'the number; must be named for an order of any toll-free one', faxNumber)
    .action(async (orderId: number, options: ActOptions & { number?: string }) => {
      await act(options, async ({ accounts }) => {
        const done = accepted(await (await accounts()).completePort(orderId, options.number));
        return oneRow({ uid: String(done.order.accountId), faxnumber: done.number });
      });
    });
  port
    .command('reject')
    .description('The number can’t be had')
    .argument('<id>', 'id of the order', id)
    .requiredOption('--reason <words>', 'why')
    .action(async (orderId: number, options: ActOptions & { reason: string }) => {
      await act(options, async ({ accounts }) => {
        const done = accepted(await (await accounts()).rejectPort(orderId, options.reason));
        return oneRow(wire(done.order));
      });
    });
}

/** Adds the intermediate steps, at which nothing changes for the account. */
function addSteps(port: Command, act: Act): void {
  for (const [verb, to, words] of [
    ['submit', 'submitted', 'The order went to the other carrier'],
    ['accept', 'accepted', 'The other carrier agreed'],
  ] as const)
    port
      .command(verb)
      .description(words)
      .argument('<id>', 'id of the order', id)
      .action(async (orderId: number, options: ActOptions) => {
        await act(options, async ({ accounts }) => {
          const done = accepted(await (await accounts()).advancePort(orderId, to));
          return oneRow(wire(done.order));
        });
      });
}

function wire(order: PortOrder) {
  return {
    id: String(order.id),
    uid: String(order.accountId),
    number: order.digits,
    state: order.state,
    kind: order.kind,
    parentId: order.parentId === null ? null : String(order.parentId),
    email: order.email,
    reason: order.reason,
    createdAt: order.createdAt.toISOString(),
  };
}
