import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type { Database } from '#engine/database/port.ts';
import {
  ACCOUNT_SETTINGS,
  closeByOperator,
  reopenByOperator,
  setAccount,
} from '#server/features/customers/accounts/accounts.service.ts';
import type { AccountChange } from '#server/features/customers/accounts/accounts.service.ts';
import { readAccountMonths } from '#server/features/customers/usage/billing/billing.service.ts';
import { sendLink } from '#server/features/identity/passwords/operate-links.ts';
import { moveToNode } from '#server/features/operations/health/nodes/nodes.service.ts';

import type { Act, ActOptions } from './act.ts';
import { groupOf } from './command-tree.ts';
import { answerAccount } from './account.commands.ts';
import { id } from './arguments.ts';
import { closingOf } from './installation.ts';
import type { Installation } from './installation.ts';
import { addResetSecondStep } from './second-step.commands.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** account set | allow | close | reopen | usage | move | resend-verify | send-reset-link | reset-second-step */
export function addAccountAdminCommands(program: Command, act: Act): void {
  const account = groupOf(program, 'account');
  changing(account, 'set', `Changes fields: ${ACCOUNT_SETTINGS.join(', ')}`)
    .argument('<key=value...>')
    .addHelpText(
      'after',
      '\nExamples:\n  f2e account set 12 month-limit=1000 email=new@example.com\n  f2e account set 12 month-limit= --dry-run',
    )
    .action(async (uid: number, written: string[], options: ActOptions) => {
      const values = keyValues(written);
      await change(act, options, async (database) => await setAccount(database, uid, values));
    });
  addAllow(account, act);
  changing(
    account,
    'close',
    'No login, waiting faxes are cancelled, the number rests, faxes are kept for their time',
  ).action(async (uid: number, options: ActOptions) => {
    await change(
      act,
      options,
      async (database, installation) => await closeByOperator(database, uid, closingOf(installation)),
    );
  });
  changing(account, 'reopen', 'Undoes a closing while the number still rests').action(
    async (uid: number, options: ActOptions) => {
      await change(act, options, async (database) => await reopenByOperator(database, uid));
    },
  );
  addMove(account, act);
  addLinks(account, act);
  addResetSecondStep(account, act, 'account');
  account
    .command('usage')
    .description('Pages sent and received, month by month')
    .argument('<uid>', 'id of the account', id)
    .action(async (uid: number, options: ActOptions) => {
      await act(options, async ({ database }) => {
        const months = await readAccountMonths((await database()).db, uid);
        return listOf(
          'months',
          months.map(({ month, sent, received, limit }) => ({ month, sent, received, limit })),
        );
      });
    });
}

function addMove(account: Command, act: Act): void {
  changing(account, 'move', 'Hands its logins to another node')
    .argument('<node>', 'F2E_NODE of the machine')
    .action(async (uid: number, node: string, options: ActOptions) => {
      await act(options, async ({ database }) => {
        const found = await (await database()).transaction(async (tx) => await moveToNode(tx, uid, node));
        if (found !== 'moved')
          throw new CommandRefusal(
            found === 'no-node' ? `There is no node ${node}.` : `There is no account ${uid}.`,
          );
        return oneRow({ uid: String(uid), node });
      });
    });
}

/** account resend-verify | send-reset-link */
function addLinks(account: Command, act: Act): void {
  for (const [verb, which, words] of [
    ['resend-verify', 'verify', 'Mails the owner the link that proves the address once more'],
    ['send-reset-link', 'reset', 'Mails the owner a link to a new password'],
  ] as const)
    account
      .command(verb)
      .description(words)
      .argument('<uid>', 'id of the account', id)
      .action(async (uid: number, options: ActOptions) => {
        await act(options, async ({ database, mail }) => {
          const { queueMail } = await mail();
          const sent = accepted(await sendLink({ database: await database(), queueMail }, uid, which));
          return oneRow({ uid: String(uid), email: sent.email });
        });
      });
}

/** Sets an account's daily limits, with the terms of the mail that reports a reached limit. */
function addAllow(account: Command, act: Act): void {
  changing(account, 'allow', 'Sets what an account may send in a day; “default” is what its product says')
    .option('--day-pages <n>', 'pages in 24 hours', dayLimit)
    .option('--day-calls <n>', 'faxes in 24 hours; one that is tried again counts once', dayLimit)
    .option('--per-number <n>', 'faxes to one number in 24 hours', dayLimit)
    .addHelpText('after', '\nExample:\n  f2e account allow 12 --day-calls 5000 --per-number 100')
    .action(async (uid: number, { json, dryRun, ...limits }: ActOptions & Record<string, unknown>) => {
      const named = {
        'day-pages': limits['dayPages'],
        'day-calls': limits['dayCalls'],
        'per-number': limits['perNumber'],
      };
      const values = Object.fromEntries(
        Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
      if (Object.keys(values).length === 0)
        throw new InvalidArgumentError('Name at least one of --day-pages, --day-calls and --per-number.');
      await change(
        act,
        { ...(json && { json }), ...(dryRun && { dryRun }) },
        async (database) => await setAccount(database, uid, values),
      );
    });
}

/** Returns the number, or an empty text for `default`. */
function dayLimit(written: string): string {
  if (written === 'default') return '';
  if (!/^[1-9]\d{0,5}$/.test(written))
    throw new InvalidArgumentError('Write a number from 1 to 999999, or default.');
  return written;
}

function changing(account: Command, verb: string, description: string): Command {
  return account
    .command(verb)
    .description(description)
    .argument('<uid>', 'id of the account', id)
    .option('--dry-run', 'say what would happen and change nothing');
}

async function change(
  act: Act,
  options: ActOptions,
  work: (database: Database, installation: Installation) => Promise<AccountChange>,
): Promise<void> {
  await act(options, async (installation) =>
    answerAccount(await work(await installation.database(), installation)),
  );
}

function keyValues(written: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    written.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new InvalidArgumentError('Fields are written like month-limit=1000.');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
