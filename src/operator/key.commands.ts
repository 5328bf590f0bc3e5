import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';

import { SCOPES } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import { listAllKeys, stopKey } from '#server/features/identity/api-keys/operate-keys.ts';
import type { OperatedKey } from '#server/features/identity/api-keys/operate-keys.ts';
import type { KeyHolder } from '#server/kit/owner.ts';
import { provenOwner } from '#server/kit/owner.ts';

import type { Act, ActOptions } from './act.ts';
import { day, id } from './arguments.ts';
import { closingOf } from './installation.ts';
import { oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** Longer lists need a query. */
const LIST_LIMIT = 1_000;

/** Milliseconds from the start of a UTC day to its last millisecond, at which a key of that day still works. */
const LAST_MS = 86_400_000 - 1;

interface HolderOptions extends ActOptions {
  account?: number;
  parent?: number;
}

interface AddOptions extends HolderOptions {
  operator?: boolean;
  name: string;
  scopes: Scope[];
  test?: boolean;
  expires?: string;
  address?: string[];
}

/** key add | list | remove */
export function addKeyCommands(program: Command, act: Act): void {
  const key = program
    .command('key')
    .description('API keys of customers’ programs (`keys` is about the master key)');
  addAdd(key, act);
  key
    .command('list')
    .description('All of them, or those of one holder; those used last first')
    .addOption(new Option('--account <id>', 'of this account').argParser(id).conflicts('parent'))
    .addOption(new Option('--parent <id>', 'of this administrator').argParser(id))
    .action(async ({ account, parent, ...options }: HolderOptions) => {
      await act(options, async ({ database }) => {
        const { db } = await database();
        const search = { accountId: account, administratorId: parent, limit: LIST_LIMIT };
        const keys = (await listAllKeys(db, search)).map(wire);
        return {
          json: { keys },
          rows: keys.map(({ scopes, networks: _networks, ...row }) => ({ ...row, scopes: scopes.join(' ') })),
        };
      });
    });
  key
    .command('remove')
    .description('Removes a key: it is refused from the next call on; its holder is told')
    .argument('<id>', 'id of the key, as list shows it', keyId)
    .action(async (publicId: string, options: ActOptions) => {
      await act(options, async (installation) => {
        const { queueMail } = closingOf(installation);
        if (!(await stopKey({ database: await installation.database(), queueMail }, publicId)))
          throw new CommandRefusal(`There is no key key_${publicId}.`);
        return oneRow({ id: `key_${publicId}`, removed: true });
      });
    });
}

function addAdd(key: Command, act: Act): void {
  key
    .command('add')
    .description('Makes a key for an account, an administrator or the operators; it is shown this once')
    .addOption(
      new Option('--account <id>', 'for this account').argParser(id).conflicts(['parent', 'operator']),
    )
    .addOption(new Option('--parent <id>', 'for this administrator').argParser(id).conflicts('operator'))
    .option('--operator', 'for the operators: makes and manages accounts of the installation')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <list>', `what it may do, by comma: ${SCOPES.join(', ')}`, scopeList)
    .option('--test', 'faxes go to a simulated line and cost nothing')
    .option('--expires <day>', 'last day (UTC) on which it works', day)
    .option('--address <cidr...>', 'networks that it works from; anywhere without')
    .action(async (options: AddOptions) => {
      const holder = holderOf(options);
      await act(options, async ({ apiKeys }) => {
        const keys = await apiKeys();
        if (holder.kind !== 'operator' && (await keys.tells(holder)) === '')
          throw new CommandRefusal(
            `There is no open ${options.account === undefined ? 'administrator' : 'account'} ${holder.id}.`,
          );
        const made = await keys.add(
          { holder, operator: true },
          {
            name: options.name,
            mode: options.test === true ? 'test' : 'live',
            scopes: options.scopes,
            networks: options.address ?? [],
            expiresAt: options.expires === undefined ? null : new Date(Date.parse(options.expires) + LAST_MS),
          },
        );
        const answer = { id: `key_${made.publicId}`, key: made.key, scopes: made.scopes };
        return { json: answer, rows: [{ ...answer, scopes: made.scopes.join(' ') }] };
      });
    });
}

function holderOf({ account, parent, operator }: AddOptions): KeyHolder {
  if (account !== undefined) return provenOwner({ kind: 'account', id: account });
  if (parent !== undefined) return provenOwner({ kind: 'parent', id: parent });
  if (operator === true) return { kind: 'operator' };
  throw new CommandRefusal('Say whose key it is: --account, --parent or --operator.');
}

function keyId(written: string): string {
  const [, publicId] = /^(?:key_)?([A-Za-z0-9]{10})$/u.exec(written) ?? [];
  if (publicId === undefined) throw new InvalidArgumentError('It looks like key_Zk3vQ0aT9x.');
  return publicId;
}

function scopeList(written: string): Scope[] {
  const names = written.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no scope “${unknown}”. There are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => names.includes(scope));
}

function wire(key: OperatedKey) {
  return {
    id: `key_${key.publicId}`,
    holder: key.kind,
    of: key.holder,
    name: key.name,
    mode: key.mode,
    scopes: key.scopes,
    networks: key.networks,
    expires: key.expiresAt?.toISOString() ?? null,
    lastUsed: key.lastUsedAt?.toISOString() ?? null,
    from: key.lastAddress,
    callsToday: key.callsToday,
    refusedToday: key.refusedToday,
  };
}
