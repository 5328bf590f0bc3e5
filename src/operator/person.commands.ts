import type { Command } from 'commander';

import { createPeopleAdmin } from '#server/features/identity/people/operate-people.ts';
import { resetSecondStep } from '#server/features/identity/second-factor/operate-second-step.ts';
import { createTellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** Identifies the account or administrator whose people are meant. */
interface PlaceOptions extends ActOptions {
  administrator?: true;
}

const PLACE = ['<uid>', 'id of the account, or with --administrator of the administrator', id] as const;
const ADMINISTRATOR = ['--administrator', 'people who work for an administrator'] as const;

/** person list | remove | reset-second-step */
export function addPersonCommands(program: Command, act: Act): void {
  const person = program
    .command('person')
    .description('People who work on accounts, or for administrators, under their own names');
  person
    .command('list')
    .description('Who works on an account or for an administrator, with which role')
    .argument(...PLACE)
    .option(...ADMINISTRATOR)
    .action(async (uid: number, options: PlaceOptions) => {
      await act({ json: options.json === true }, async (installation) => {
        await refuseUnknown(installation, uid, options);
        const people = await createPeopleAdmin(await installation.database()).list(placeOf(uid, options));
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
    .description('Takes somebody off an account or an administrator; their sessions there end at once')
    .argument(...PLACE)
    .argument('<personId>', 'id of the person', id)
    .option(...ADMINISTRATOR)
    .action(async (uid: number, personId: number, options: PlaceOptions) => {
      await act({ json: options.json === true }, async ({ database }) => {
        const place = placeOf(uid, options);
        if (!(await createPeopleAdmin(await database()).remove(place, personId)))
          throw new CommandRefusal(
            `The person ${personId} doesn’t work ${options.administrator ? 'for the administrator' : 'on the account'} ${uid}.`,
          );
        return oneRow({ uid: String(uid), personId: String(personId) });
      });
    });
  addReset(person, act);
}

function placeOf(uid: number, { administrator }: PlaceOptions): Owner {
  return provenOwner({ kind: administrator ? 'parent' : 'account', id: uid });
}

async function refuseUnknown(
  { accounts, administrators }: Installation,
  uid: number,
  { administrator }: PlaceOptions,
): Promise<void> {
  if (administrator) {
    if (!(await (await administrators()).find(uid)))
      throw new CommandRefusal(`There is no administrator ${uid}.`);
  } else if (!(await (await accounts()).findAccount(uid)))
    throw new CommandRefusal(`There is no account ${uid}.`);
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
