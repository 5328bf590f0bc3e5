import type { Command } from 'commander';

import { createSessionAdmin } from '#server/features/identity/sessions/operate-sessions.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

async function sessionAdmin({ database, config }: Installation) {
  return createSessionAdmin({ database: await database(), failures: config.loginFailures });
}

/** session list | revoke, ban list | clear */
export function addSessionCommands(program: Command, act: Act): void {
  const session = program.command('session').description('Logins that stand');
  session
    .command('list')
    .description('Who is logged in to an account, and from where')
    .argument('<uid>', 'id of the account', id)
    .action(async (uid: number, options: ActOptions) => {
      await act(options, async (installation) => {
        if (!(await (await installation.accounts()).findAccount(uid)))
          throw new CommandRefusal(`There is no account ${uid}.`);
        const sessions = await (await sessionAdmin(installation)).list(uid);
        return listOf(
          'sessions',
          sessions.map((one) => ({
            id: one.id,
            address: one.address,
            browser: one.userAgent,
            since: one.createdAt.toISOString(),
            lastSeen: one.lastSeenAt.toISOString(),
            until: one.expiresAt.toISOString(),
          })),
        );
      });
    });
  session
    .command('revoke')
    .description('Ends all logins of an account, or one of them')
    .argument('<uid>', 'id of the account', id)
    .option('--id <id>', 'only this one of the list')
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (uid: number, options: ActOptions & { id?: string }) => {
      await act(options, async (installation) =>
        oneRow({ ended: await (await sessionAdmin(installation)).revoke(uid, options.id) }),
      );
    });
  addBans(program, act);
}

function addBans(program: Command, act: Act): void {
  const ban = program.command('ban').description('Those who guessed passwords too often and have to wait');
  ban
    .command('list')
    .description('Who has to wait, and since when')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const bans = await (await sessionAdmin(installation)).bans();
        return listOf(
          'bans',
          bans.map(({ key, count, since }) => ({ key, count, since: since.toISOString() })),
        );
      });
    });
  ban
    .command('clear')
    .description('Lets them try again at once')
    .argument('[key]', 'one of the list; all when left out')
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (key: string | undefined, options: ActOptions) => {
      await act(options, async (installation) =>
        oneRow({ cleared: await (await sessionAdmin(installation)).clearBans(key) }),
      );
    });
}
