import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type {
  AccountChange,
  AccountInput,
  StoredAccount,
} from '#server/features/customers/accounts/accounts.service.ts';

import type { Act, ActOptions } from './act.ts';
import { areaCode, count, id, readSecret } from './arguments.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

interface AddOptions extends ActOptions {
  brand: number;
  number?: string;
  area?: string;
  tollfree?: boolean;
  email: string;
  passwordStdin?: boolean;
  options?: string;
  monthLimit?: number;
  hipaa?: boolean;
  tour?: 0 | 1;
  parent?: number;
  product?: string;
  /** `--no-verify-mail` */
  verifyMail: boolean;
}

/** account add | list | show | suspend | resume | reset-password */
export function addAccountCommands(program: Command, act: Act): void {
  const account = program.command('account').description('Fax accounts');
  addAdd(account, act);
  account
    .command('list')
    .description('Accounts, the newest first')
    .option('--brand <hid>', 'only accounts of this brand', id)
    .action(async (options: ActOptions & { brand?: number }) => {
      await act(options, async ({ accounts }) => {
        const all = await (await accounts()).listAccounts(options.brand);
        return { json: { accounts: all.map(wire) }, rows: all.map(row) };
      });
    });
  account
    .command('show')
    .description('Everything about one account')
    .argument('<uid>', 'id of the account', id)
    .action(async (uid: number, options: ActOptions) => {
      await act(options, async ({ accounts }) => {
        const found = await (await accounts()).findAccount(uid);
        const change = found
          ? { kind: 'ok' as const, account: found }
          : refusal(`There is no account ${uid}.`);
        const json = wire(accepted(change).account);
        return { json, rows: Object.entries(json).map(([field, value]) => ({ field, value })) };
      });
    });
  addChange(
    account,
    act,
    'suspend',
    'No login, sending or receiving until resumed; faxes that wait are held',
  );
  addChange(account, act, 'resume', 'Ends a suspension');
  account
    .command('reset-password')
    .description('Sets a new password and ends all sessions')
    .argument('<uid>', 'id of the account', id)
    .requiredOption('--password-stdin', 'the new password comes on stdin')
    .action(async (uid: number, options: ActOptions) => {
      const password = await readSecret(process.stdin);
      await act(options, async ({ accounts }) =>
        answerAccount(await (await accounts()).resetPassword(uid, password)),
      );
    });
}

function addAdd(account: Command, act: Act): void {
  account
    .command('add')
    .description('Opens an account; without --password-stdin its owner gets a mail that sets the password')
    .requiredOption('--brand <hid>', 'id of its brand', id)
    .option('--number <number>', 'this number; it joins the pool when it is new')
    .option('--area <code>', 'a free number of this area', areaCode)
    .option('--tollfree', 'a free toll-free number')
    .requiredOption('--email <address>', 'address of its owner')
    .option('--password-stdin', 'the password comes on stdin; the account is active at once')
    .option('--options <key=value;...>', 'like enterprisefax=yes')
    .option('--month-limit <pages>', 'pages a month', count)
    .option('--hipaa', 'an account with health records')
    .option('--parent <id>', 'a child account of this administrator', id)
    .option('--product <code>', 'what it is sold as; product list shows them')
    .option('--no-verify-mail', 'send no email; use account resend-verify later')
    .option('--tour <0|1>', '1: the tour for customers who come from the old client', tour)
    .action(async (options: AddOptions) => {
      const number = numberChoice(options);
      const password = options.passwordStdin === true ? await readSecret(process.stdin) : undefined;
      const input: AccountInput = {
        brandId: options.brand,
        number,
        email: options.email,
        hipaa: options.hipaa === true,
        ...(password !== undefined && { password }),
        ...(options.options !== undefined && { options: options.options }),
        ...(options.monthLimit !== undefined && { monthLimit: options.monthLimit }),
        ...(options.tour !== undefined && { tour: options.tour }),
        ...(options.parent !== undefined && { parentId: options.parent }),
        ...(options.product !== undefined && { product: options.product }),
      };
      await act({ json: options.json === true }, async ({ accounts }) =>
        answerAccount(await (await accounts()).addAccount(input, { mail: options.verifyMail })),
      );
    });
}

function addChange(account: Command, act: Act, verb: 'suspend' | 'resume', description: string): void {
  account
    .command(verb)
    .description(description)
    .argument('<uid>', 'id of the account', id)
    .action(async (uid: number, options: ActOptions) => {
      await act(options, async ({ accounts }) => answerAccount(await (await accounts())[verb](uid)));
    });
}

function numberChoice({ number, area, tollfree }: AddOptions): NonNullable<AccountInput['number']> {
  const inputs = [
    ...(number === undefined ? [] : [{ number }]),
    ...(area === undefined ? [] : [{ areaCode: area }]),
    ...(tollfree === true ? [{ kind: 'tollfree' as const }] : []),
  ];
  const [input] = inputs;
  if (!input || inputs.length > 1)
    throw new InvalidArgumentError('Name one of --number, --area and --tollfree.');
  return input;
}

function tour(written: string): 0 | 1 {
  if (written !== '0' && written !== '1') throw new InvalidArgumentError('A tour is 0 or 1.');
  return written === '1' ? 1 : 0;
}

function refusal(reason: string): AccountChange {
  return { kind: 'refused', reason };
}

/** Returns the account after a change; a refusal ends the command. */
export function answerAccount(change: AccountChange): Answer {
  const { account } = accepted(change);
  return { json: wire(account), rows: [row(account)] };
}

function wire(account: StoredAccount) {
  return {
    uid: String(account.id),
    faxnumber: account.faxNumber,
    hid: String(account.brandId),
    parentId: account.parentId === null ? null : String(account.parentId),
    email: account.email,
    state: account.state,
    options: account.options,
    monthLimit: account.monthLimit,
    hipaa: account.hipaa,
    international: account.international,
    stationId: account.stationId,
    product: account.product,
    dayCalls: account.dayCalls,
    dayPages: account.dayPages,
    dayPerNumber: account.dayPerNumber,
    closesAt: account.closesAt?.toISOString() ?? null,
    hasPassword: account.hasPassword,
    pendingNumber: account.pendingNumber,
    createdAt: account.createdAt.toISOString(),
    lastLoginAt: account.lastLoginAt?.toISOString() ?? null,
  };
}

function row({ id: uid, faxNumber, brandId, email, state, options, monthLimit, hipaa }: StoredAccount) {
  return { uid, faxnumber: faxNumber, hid: brandId, email, state, options, monthLimit, hipaa };
}
