import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type {
  AdministratorChange,
  AdministratorOptions,
  StoredAdministrator,
} from '#server/features/customers/administrators/administrators.service.ts';

import type { Act, ActOptions } from './act.ts';
import { count, id, readSecret } from './arguments.ts';
import { oneRow } from './output.ts';
import { addResetSecondStep } from './second-step.commands.ts';
import type { Answer } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

interface AddOptions extends ActOptions {
  brand: number;
  username: string;
  email: string;
  services: number;
  pages: number;
}

/** parent add | list | show | set | slots | disable | enable | reset-password | reset-second-step */
export function addAdministratorCommands(program: Command, act: Act): void {
  const parent = program.command('parent').description('Multifax administrators');
  addAdd(parent, act);
  addResetSecondStep(parent, act, 'parent');
  parent
    .command('list')
    .description('Every administrator')
    .option('--brand <hid>', 'only administrators of this brand', id)
    .action(async (options: ActOptions & { brand?: number }) => {
      await act(options, async ({ administrators }) => {
        const all = await (await administrators()).list(options.brand);
        return { json: { parents: all.map(wire) }, rows: all.map(wire) };
      });
    });
  parent
    .command('show')
    .description('Everything about one administrator')
    .argument('<id>', 'id of the administrator', id)
    .action(async (parentId: number, options: ActOptions) => {
      await act(options, async ({ administrators }) => {
        const found = await (await administrators()).find(parentId);
        if (!found) throw new CommandRefusal(`There is no administrator ${parentId}.`);
        return oneRow(wire(found));
      });
    });
  addChanges(parent, act);
}

function addAdd(parent: Command, act: Act): void {
  parent
    .command('add')
    .description('Makes an administrator of several accounts')
    .requiredOption('--brand <hid>', 'id of its brand', id)
    .requiredOption('--username <name>', 'name to log in with')
    .requiredOption('--email <address>', 'address of the administrator')
    .option('--services <n>', 'fax accounts that may be added', count, 10)
    .option('--pages <n>', 'pages a month, over all accounts', count, 3000)
    .requiredOption('--password-stdin', 'the password comes on stdin')
    .action(async ({ json = false, brand, username, email, services, pages }: AddOptions) => {
      const password = await readSecret(process.stdin);
      const input = { brandId: brand, username, email, password, services, pages };
      await act({ json }, async ({ administrators }) => answer(await (await administrators()).add(input)));
    });
}

function addChanges(parent: Command, act: Act): void {
  parent
    .command('set')
    .description('Changes address, services or pages a month')
    .argument('<id>', 'id of the administrator', id)
    .option('--email <address>', 'where mails to the administrator go')
    .option('--services <n>', 'fax accounts that may be added', count)
    .option('--pages <n>', 'pages a month', count)
    .action(async (parentId: number, { json, ...input }: AdministratorOptions & ActOptions) => {
      if (Object.keys(input).length === 0)
        throw new InvalidArgumentError('Name one of --email, --services and --pages.');
      await changeAdministrator(act, parentId, json, input);
    });
  parent
    .command('slots')
    .description('Adds services, or takes free ones away: slots 3 +5')
    .argument('<id>', 'id of the administrator', id)
    .argument('<change>', '+5 or -2', signed)
    .allowUnknownOption()
    .action(async (parentId: number, by: number, options: ActOptions) => {
      await act(options, async ({ administrators }) => {
        const service = await administrators();
        const found = await service.find(parentId);
        if (!found) throw new CommandRefusal(`There is no administrator ${parentId}.`);
        return answer(await service.set(parentId, { services: Math.max(0, found.services + by) }));
      });
    });
  addStates(parent, act);
  parent
    .command('reset-password')
    .description('Sets a new password and ends all sessions')
    .argument('<id>', 'id of the administrator', id)
    .requiredOption('--password-stdin', 'the new password comes on stdin')
    .action(async (parentId: number, { json }: ActOptions) => {
      await changeAdministrator(act, parentId, json, { password: await readSecret(process.stdin) });
    });
}

/** parent disable | enable */
function addStates(parent: Command, act: Act): void {
  for (const [verb, state, description] of [
    ['disable', 'disabled', 'No login until enabled; the accounts receive, and hold what they send'],
    ['enable', 'active', 'Lets the administrator log in again'],
  ] as const) {
    parent
      .command(verb)
      .description(description)
      .argument('<id>', 'id of the administrator', id)
      .action(
        async (parentId: number, { json }: ActOptions) =>
          await changeAdministrator(act, parentId, json, { state }),
      );
  }
}

async function changeAdministrator(
  act: Act,
  parentId: number,
  json: boolean | undefined,
  input: AdministratorOptions,
): Promise<void> {
  await act({ json: json === true }, async ({ administrators }) =>
    answer(await (await administrators()).set(parentId, input)),
  );
}

function signed(written: string): number {
  if (!/^[+-]\d{1,6}$/.test(written)) throw new InvalidArgumentError('A change is written like +5 or -2.');
  return Number(written);
}

function answer(change: AdministratorChange): Answer {
  return oneRow(wire(accepted(change).parent));
}

function wire({ id: parentId, brandId, username, email, services, used, pages, state }: StoredAdministrator) {
  return {
    parentId: String(parentId),
    hid: String(brandId),
    username,
    email,
    services,
    used,
    pages,
    state,
  };
}
