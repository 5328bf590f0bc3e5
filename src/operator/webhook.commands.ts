import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { listAllEndpoints, switchWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';
import type { OperatedWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';

import type { Act, ActOptions } from './act.ts';
import { oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** A list longer than this is for a query of its own. */
const LIST_LIMIT = 1_000;

/** webhook list | disable | enable */
export function addWebhookCommands(program: Command, act: Act): void {
  const webhook = program.command('webhook').description('Addresses that customers have events posted to');
  webhook
    .command('list')
    .description('All of them; those that fail first')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) => {
        const all = (await listAllEndpoints((await database()).db, LIST_LIMIT)).map(wire);
        return { json: { webhooks: all }, rows: all };
      });
    });
  const change = (name: 'disable' | 'enable', description: string): void => {
    webhook
      .command(name)
      .description(description)
      .argument('<id>', 'id of the webhook, as list shows it', webhookId)
      .action(async (id: string, options: ActOptions) => {
        await act(options, async ({ database }) => {
          if (!(await switchWebhook(await database(), id, name === 'enable')))
            throw new CommandRefusal(`There is no webhook whk_${id}.`);
          return oneRow({ id: `whk_${id}`, state: name === 'enable' ? 'on' : 'off' });
        });
      });
  };
  change('disable', 'Posts nothing more to it; its owner can turn it on again and recover what it missed');
  change('enable', 'Posts to it again');
}

function webhookId(written: string): string {
  const [, id] = /^(?:whk_)?([A-Za-z0-9]{10})$/u.exec(written) ?? [];
  if (id === undefined) throw new InvalidArgumentError('It looks like whk_Zk3vQ0aT9x.');
  return id;
}

function wire({ id, owner, url, active, offReason, failingSince, waiting }: OperatedWebhook) {
  const working = failingSince === null ? 'on' : 'failing';
  return {
    id: `whk_${id}`,
    owner,
    url,
    state: active ? working : 'off',
    because: offReason ?? '',
    failingSince: failingSince?.toISOString() ?? null,
    waiting,
  };
}
