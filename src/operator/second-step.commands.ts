import type { Command } from 'commander';

import { resetSecondStep } from '#server/features/identity/second-factor/operate-second-step.ts';
import { createTellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { provenOwner } from '#server/kit/owner.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

const WORDS = {
  account: { argument: '<uid>', whose: 'id of the account' },
  parent: { argument: '<id>', whose: 'id of the administrator' },
} as const;

/** account reset-second-step, parent reset-second-step */
export function addResetSecondStep(noun: Command, act: Act, kind: 'account' | 'parent'): void {
  noun
    .command('reset-second-step')
    .description(
      'For a lost device and lost recovery codes: the password alone logs in again, passkeys are gone',
    )
    .argument(WORDS[kind].argument, WORDS[kind].whose, id)
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (who: number, options: ActOptions) => {
      await act(options, async ({ database, accounts, administrators, mail }) => {
        const known =
          kind === 'account'
            ? await (await accounts()).findAccount(who)
            : await (await administrators()).find(who);
        if (!known)
          throw new CommandRefusal(`There is no ${kind === 'account' ? 'account' : 'administrator'} ${who}.`);
        const deps = { database: await database(), tell: createTellOfChange((await mail()).queueMail) };
        const reset = await resetSecondStep(deps, provenOwner({ kind, id: who }));
        return oneRow({ [kind === 'account' ? 'uid' : 'parentId']: String(who), ...reset });
      });
    });
}
