import type { Command } from 'commander';

import { createPeopleAdmin } from '#server/features/identity/people/operate-people.ts';
import { resetSecondStep } from '#server/features/identity/second-factor/operate-second-step.ts';
import { createTellOfChange } from '#server/features/identity/passwords/password.service.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** person list | remove | reset-second-step */
export function addPersonCommands(program: Command, act: Act): void {
  const person = program.command('person').description('People who work on accounts under their own names');
  person
    .command('list')
    .description('Who works on an account, with which role')
    .argument('<uid>', 'id of the account', id)
    .action(async (uid: number, options: ActOptions) => {
      await act(options, async ({ database, accounts }) => {
        if (!(await (await accounts()).findAccount(uid)))
          throw new CommandRefusal(`There is no account ${uid}.`);
        const people = await createPeopleAdmin(await database()).list(uid);
        return listOf(
          'people',
          people.map(({ id: personId, lastActiveAt, ...one }) => ({
            personId: String(personId),
            ...one,
            lastActive: lastActiveAt?.toISOString() ?? null,
          })),
        );
      });
    });
  person
    .command('remove')
    .description('Takes somebody off an account; their sessions on it end at once')
    .argument('<uid>', 'id of the account', id)
    .argument('<personId>', 'id of the person', id)
    .action(async (uid: number, personId: number, options: ActOptions) => {
      await act(options, async ({ database }) => {
        if (!(await createPeopleAdmin(await database()).remove(uid, personId)))
          throw new CommandRefusal(`The person ${personId} doesn’t work on the account ${uid}.`);
        return oneRow({ uid: String(uid), personId: String(personId) });
      });
    });
  addReset(person, act);
}

function addReset(person: Command, act: Act): void {
  person
    .command('reset-second-step')
    .description(
      'For a lost device and lost recovery codes: the password alone logs in again, passkeys are gone',
    )
    .argument('<personId>', 'id of the person', id)
    .action(async (personId: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const database = await installation.database();
        const name = await createPeopleAdmin(database).nameOf(personId);
        if (name === undefined) throw new CommandRefusal(`There is no person ${personId}.`);
        const deps = { database, tell: createTellOfChange((await installation.mail()).queueMail) };
        const reset = await resetSecondStep(deps, { kind: 'person', id: personId });
        return oneRow({ personId: String(personId), name, ...reset });
      });
    });
}
