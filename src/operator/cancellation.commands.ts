import { Option } from 'commander';
import type { Command } from 'commander';

import {
  decideCancellation,
  listCancellations,
} from '#server/features/customers/cancellation/decide-cancellations.ts';
import type { Decision } from '#server/features/customers/cancellation/decide-cancellations.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { closingOf } from './installation.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

interface ApproveOptions extends ActOptions {
  close?: boolean;
  at?: 'now' | 'month-end';
}

type Request = Extract<Decision, { kind: 'ok' }>['request'];

/** cancellation list | approve | reject */
export function addCancellationCommands(program: Command, act: Act): void {
  const cancellation = program
    .command('cancellation')
    .description('Customers who asked to end their service');
  cancellation
    .command('list')
    .description('Requests, the oldest first')
    .option('--open', 'only those that wait for a decision')
    .action(async (options: ActOptions & { open?: boolean }) => {
      await act(options, async ({ database }) => {
        const all = await listCancellations(await database(), options.open === true);
        return listOf('cancellations', all.map(wire));
      });
    });
  cancellation
    .command('approve')
    .description('Approves the request; the service goes on until its account is closed')
    .argument('<id>', 'id of the request', id)
    .addOption(new Option('--at <when>', 'when the account closes').choices(['now', 'month-end']))
    .option('--close', 'the same as --at now')
    .action(async (request: number, options: ApproveOptions) => {
      await act(options, async (installation) => {
        const { database, config } = installation;
        const now = options.close === true || options.at === 'now';
        const close = now ? closingOf(installation) : null;
        const when = options.at === 'month-end' ? { monthEndIn: config.timezone } : {};
        return answer(await decideCancellation(await database(), request, 'approved', { close, ...when }));
      });
    });
  cancellation
    .command('reject')
    .description('The service goes on, and the customer may ask again')
    .argument('<id>', 'id of the request', id)
    .action(async (request: number, options: ActOptions) => {
      await act(options, async ({ database }) =>
        answer(await decideCancellation(await database(), request, 'rejected', { close: null })),
      );
    });
}

function answer(decision: Decision): Answer {
  return oneRow(wire(accepted(decision).request));
}

function wire(request: Request) {
  return {
    id: String(request.id),
    uid: String(request.accountId),
    faxnumber: request.number,
    email: request.email,
    phone: request.phone,
    state: request.state,
    createdAt: request.createdAt.toISOString(),
  };
}
