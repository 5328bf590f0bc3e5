import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type {
  ParentChange,
  ParentOptions,
  StoredParent,
} from '#server/features/customers/administrators/parents.service.ts';

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
export function addParentCommands(program: Command, act: Act): void {
  const parent = program.command('parent').description('Multifax administrators');
  addAdd(parent, act);
  addResetSecondStep(parent, act, 'parent');
  parent
    .command('list')
    .description('Every administrator')
    .option('--brand <hid>', 'only administrators of this brand', id)
    .action(async (options: ActOptions & { brand?: number }) => {
      await act(options, async ({ parents }) => {
        const all = await (await parents()).list(options.brand);
        return { json: { parents: all.map(wire) }, rows: all.map(wire) };
      });
    });
  parent
    .command('show')
    .description('Everything about one administrator')
    .argument('<id>', 'id of the administrator', id)
    .action(async (parentId: number, options: ActOptions) => {
      await act(options, async ({ parents }) => {
        const found = await (await parents()).find(parentId);
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
      await act({ json }, async ({ parents }) => answer(await (await parents()).add(input)));
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
    .action(async (parentId: number, { json, ...input }: ParentOptions & ActOptions) => {
      if (Object.keys(input).length === 0)
        throw new InvalidArgumentError('Name one of --email, --services and --pages.');
      await changeParent(act, parentId, json, input);
    });
  parent
    .command('slots')
    .description('Adds services, or takes free ones away: slots 3 +5')
    .argument('<id>', 'id of the administrator', id)
    .argument('<change>', '+5 or -2', signed)
    .allowUnknownOption()
    .action(async (parentId: number, by: number, options: ActOptions) => {
      await act(options, async ({ parents }) => {
        const service = await parents();
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
      await changeParent(act, parentId, json, { password: await readSecret(process.stdin) });
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
        async (parentId: number, { json }: ActOptions) => await changeParent(act, parentId, json, { state }),
      );
  }
}

async function changeParent(
  act: Act,
  parentId: number,
  json: boolean | undefined,
  input: ParentOptions,
): Promise<void> {
  await act({ json: json === true }, async ({ parents }) =>
    answer(await (await parents()).set(parentId, input)),
  );
}

function signed(written: string): number {
  if (!/^[+-]\d{1,6}$/.test(written)) throw new InvalidArgumentError('A change is written like +5 or -2.');
  return Number(written);
}

function answer(change: ParentChange): Answer {
  return oneRow(wire(accepted(change).parent));
}

function wire({ id: parentId, brandId, username, email, services, used, pages, state }: StoredParent) {
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
