import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { EVENT_TYPES } from '#contract/v1/event-types.ts';
import { webhookEvents, webhookUrl } from '#contract/v1/webhooks.ts';
import { listAllEndpoints, switchWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';
import type { OperatedWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';
import { webhookIdOnWire, deliveryOnWire } from '#server/features/gateways/webhooks/webhook-on-wire.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import type { Act, ActOptions } from './act.ts';
import { count, id } from './arguments.ts';
import { openWebhooks, operatorFor, operatorOf } from './open-webhooks.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** Longer lists need a query. */
const LIST_LIMIT = 1_000;

/** Default number of deliveries listed. */
const LOG_LIMIT = 50;

const ID = ['<id>', 'id of the webhook, as list shows it', webhookId] as const;

/** webhook add | list | remove | test | deliveries | resend | disable | enable */
export function addWebhookCommands(program: Command, act: Act): void {
  const webhook = program.command('webhook').description('Addresses that customers have events posted to');
  addAdd(webhook, act);
  webhook
    .command('list')
    .description('All of them; those that fail first')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) =>
        listOf('webhooks', (await listAllEndpoints((await database()).db, LIST_LIMIT)).map(wire)),
      );
    });
  webhook
    .command('remove')
    .description('Removes one with its log')
    .argument(...ID)
    .action(async (endpoint: string, options: ActOptions) => {
      await act(options, async (installation) => {
        const actor = await operatorOf(installation, endpoint);
        await (await openWebhooks(installation)).remove(actor, endpoint);
        return oneRow({ id: webhookIdOnWire(endpoint), deleted: true });
      });
    });
  addPosts(webhook, act);
  addSwitch(
    webhook,
    act,
    'disable',
    'Posts nothing more to it until it is enabled; its owner cannot turn it on',
  );
  addSwitch(webhook, act, 'enable', 'Posts to it again');
}

type LoggedDelivery = Parameters<typeof deliveryOnWire>[0];

interface AddOptions extends ActOptions {
  account?: number;
  parent?: number;
  url: string;
  events: string[];
}

function addAdd(webhook: Command, act: Act): void {
  webhook
    .command('add')
    .description('Has events posted to an address, and prints the secret that signs them')
    .option('--account <id>', 'events of this account', id)
    .option('--parent <id>', 'events of the accounts of this administrator', id)
    .requiredOption('--url <url>', 'where they are posted', address)
    .option('--events <types>', 'only these, separated by commas; all of them otherwise', eventTypes, [])
    .action(async ({ account, parent, url, events, ...options }: AddOptions) => {
      const owner = ownerNamed(account, parent);
      await act(options, async (installation) => {
        const actor = await operatorFor(installation, owner);
        const { id: added, secret } = await (await openWebhooks(installation)).add(actor, { url, events });
        return oneRow({ id: webhookIdOnWire(added), secret });
      });
    });
}

/** Adds the commands that post by hand, and list what was posted. */
function addPosts(webhook: Command, act: Act): void {
  webhook
    .command('test')
    .description('Posts a test event; deliveries shows how it went')
    .argument(...ID)
    .action(async (endpoint: string, options: ActOptions) => {
      await act(options, async (installation) => {
        const actor = await operatorOf(installation, endpoint);
        return oneRow(row(await (await openWebhooks(installation)).test(actor, endpoint)));
      });
    });
  webhook
    .command('deliveries')
    .description('What was posted, the newest first')
    .argument(...ID)
    .option('--status <status>', 'queued, delivered or failed', status)
    .option('--limit <n>', 'so many', count, LOG_LIMIT)
    .action(async (endpoint: string, { status: state, limit, ...options }: LogOptions) => {
      await act(options, async (installation) => {
        const { owner } = await operatorOf(installation, endpoint);
        const page = { state, before: undefined, limit: Math.min(limit, LIST_LIMIT) };
        const { deliveries } = await (await openWebhooks(installation)).deliveries(owner, endpoint, page);
        return listOf('deliveries', deliveries.map(row));
      });
    });
  webhook
    .command('resend')
    .description('Posts an event again, under its id')
    .argument(...ID)
    .argument('<delivery>', 'id of the delivery, as deliveries shows it', deliveryId)
    .action(async (endpoint: string, delivery: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const actor = await operatorOf(installation, endpoint);
        return oneRow(row(await (await openWebhooks(installation)).resend(actor, endpoint, delivery)));
      });
    });
}

interface LogOptions extends ActOptions {
  status?: LoggedDelivery['state'];
  limit: number;
}

function addSwitch(webhook: Command, act: Act, name: 'disable' | 'enable', description: string): void {
  webhook
    .command(name)
    .description(description)
    .argument(...ID)
    .action(async (endpoint: string, options: ActOptions) => {
      await act(options, async ({ database }) => {
        if (!(await switchWebhook(await database(), endpoint, name === 'enable')))
          throw new CommandRefusal(`There is no webhook ${webhookIdOnWire(endpoint)}.`);
        return oneRow({ id: webhookIdOnWire(endpoint), state: name === 'enable' ? 'on' : 'off' });
      });
    });
}

function ownerNamed(account: number | undefined, parent: number | undefined): Owner {
  if ((account === undefined) === (parent === undefined))
    throw new CommandRefusal('Name either --account or --parent.');
  return account === undefined
    ? provenOwner({ kind: 'parent', id: parent ?? 0 })
    : provenOwner({ kind: 'account', id: account });
}

function webhookId(written: string): string {
  const [, found] = /^(?:whk_)?([A-Za-z0-9]{10})$/u.exec(written) ?? [];
  if (found === undefined) throw new InvalidArgumentError('It looks like whk_Zk3vQ0aT9x.');
  return found;
}

function deliveryId(written: string): number {
  const [, found] = /^(?:whd_)?([1-9]\d{0,14})$/u.exec(written) ?? [];
  if (found === undefined) throw new InvalidArgumentError('It looks like whd_17.');
  return Number(found);
}

function address(written: string): string {
  if (!webhookUrl.safeParse(written).success)
    throw new InvalidArgumentError('It looks like https://hooks.example.com/fax.');
  return written;
}

function eventTypes(written: string): string[] {
  const parsed = webhookEvents.safeParse(written.split(',').map((type) => type.trim()));
  if (!parsed.success) throw new InvalidArgumentError(`There are ${EVENT_TYPES.join(', ')}.`);
  return parsed.data;
}

function status(written: string): LoggedDelivery['state'] {
  if (written !== 'queued' && written !== 'delivered' && written !== 'failed')
    throw new InvalidArgumentError('It is queued, delivered or failed.');
  return written;
}

/** Returns a delivery as a row, with its last attempt in columns. */
function row(delivery: LoggedDelivery) {
  const { last_attempt: last, object: _object, ...rest } = deliveryOnWire(delivery);
  return { ...rest, answer: last?.status ?? null, error: last?.error ?? null, at: last?.at ?? null };
}

function wire({ owner, url, active, offReason, failingSince, waiting, ...of }: OperatedWebhook) {
  const working = failingSince === null ? 'on' : 'failing';
  return {
    id: webhookIdOnWire(of.id),
    owner,
    url,
    state: active ? working : 'off',
    because: offReason ?? '',
    failingSince: failingSince?.toISOString() ?? null,
    waiting,
  };
}
