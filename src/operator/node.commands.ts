import type { Command } from 'commander';

import { changeNode, listNodes, removeNode } from '#server/features/operations/health/nodes/nodes.service.ts';

import type { Act, ActOptions } from './act.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** node list | drain | on | remove */
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
  addRemove(node, act);
}

function addRemove(node: Command, act: Act): void {
  node
    .command('remove')
    .description('Forgets a machine that is gone for good')
    .argument('<name>', 'F2E_NODE of the machine')
    .option('--files-lost', 'also if files waited on it for the bucket, which are lost with it')
    .action(async (name: string, options: ActOptions & { filesLost?: boolean }) => {
      await act(options, async ({ database }) => {
        const opened = await database();
        const outcome = await opened.transaction(
          async (tx) => await removeNode(tx, name, options.filesLost === true),
        );
        if (outcome.kind === 'unknown') throw new CommandRefusal(`There is no node ${name}.`);
        if (outcome.kind === 'alive')
          throw new CommandRefusal(`The node ${name} gives signs of life: stop it first.`);
        if (outcome.kind === 'waiting')
          throw new CommandRefusal(
            `${outcome.files} files wait on ${name} for the bucket. Start it, or copy its spool to another machine (docs/scale.md); if they are lost, add --files-lost.`,
          );
        return oneRow({ name, lostFiles: outcome.files });
      });
    });
}
