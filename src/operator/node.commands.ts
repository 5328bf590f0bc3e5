import type { Command } from 'commander';

import { changeNode, listNodes } from '#server/features/operations/health/nodes/nodes.service.ts';

import type { Act, ActOptions } from './act.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** node list | drain | on */
export function addNodeCommands(program: Command, act: Act): void {
  const node = program.command('node').description('Machines that answer the web');
  node
    .command('list')
    .description('Every machine that was ever seen, and whether it lives')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) => {
        const nodes = await listNodes(await database());
        return listOf(
          'nodes',
          nodes.map(({ name, state, alive, lastSeen, accounts }) => ({
            name,
            state: alive ? state : 'down',
            accounts,
            lastSeen: Number.isFinite(lastSeen.getTime()) ? lastSeen.toISOString() : null,
          })),
        );
      });
    });
  for (const [verb, state, description] of [
    ['drain', 'drain', 'Logins go to other machines from now on'],
    ['on', 'up', 'Ends a drain'],
  ] as const) {
    node
      .command(verb)
      .description(description)
      .argument('<name>', 'F2E_NODE of the machine')
      .action(async (name: string, options: ActOptions) => {
        await act(options, async ({ database }) => {
          const changed = await (
            await database()
          ).transaction(async (tx) => await changeNode(tx, name, state));
          if (!changed) throw new CommandRefusal(`There is no node ${name}.`);
          return oneRow({ name, state });
        });
      });
  }
}
