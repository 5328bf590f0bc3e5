import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { ADMINISTRATION_ROLES, OPERATOR_ROLES, ROLES } from '#contract/kit/roles.ts';
import { createGroupRolesAdmin } from '#server/features/identity/single-sign-on/operate-groups.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';
import { knownProvider, openProviders } from './sso-providers.ts';

const ID = ['<id>', 'id of the provider, as sso list shows it', id] as const;
/** Maximum length of a group name that counts at login. */
const GROUP_MAX = 256;

interface GiveOptions extends ActOptions {
  account?: number;
  administrator?: number;
  console?: true;
}

/** All roles that a group may give. */
const GIVEN = [...ROLES, ...ADMINISTRATION_ROLES, ...OPERATOR_ROLES] as const;
type Given = (typeof GIVEN)[number];

/** sso group give | list | take */
export function addGroups(sso: Command, act: Act): void {
  const group = sso
    .command('group')
    .description('Roles that groups of a provider give; they are read again at each login');
  group
    .command('give')
    .description('Gives the members of a group a role, from their next login on')
    .argument(...ID)
    .argument('<group>', 'name of the group, exactly as the provider sends it', groupName)
    .argument('<role>', GIVEN.join(', '), role)
    .option('--account <uid>', `on this account: ${ROLES.join(', ')}`, id)
    .option('--administrator <id>', `for this administrator: ${ADMINISTRATION_ROLES.join(', ')}`, id)
    .option('--console', `in the operator console: ${OPERATOR_ROLES.join(', ')}`)
    .action(async (provider: number, name: string, given: Given, options: GiveOptions) => {
      const place = placeOf(options, given);
      await act({ json: options.json === true }, async (installation) => {
        const providers = await openProviders(installation);
        const known = await knownProvider(providers, provider);
        const groups = createGroupRolesAdmin(await installation.database());
        const row = await groups.give(known, { group: name, place, role: given });
        if (row === undefined)
          throw new CommandRefusal(
            place === null
              ? 'Only providers of operators give roles in the console (sso add --operators).'
              : 'The brand of the provider has no such account or administrator.',
          );
        return oneRow({ id: String(row), group: name, role: given });
      });
    });
  addListAndTake(group, act);
}

function addListAndTake(group: Command, act: Act): void {
  group
    .command('list')
    .description('The roles that groups of a provider give')
    .argument(...ID)
    .action(async (provider: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const providers = await openProviders(installation);
        await knownProvider(providers, provider);
        const roles = await createGroupRolesAdmin(await installation.database()).list(provider);
        return listOf(
          'roles',
          roles.map(({ accountId, parentId, ...one }) => ({
            ...one,
            id: String(one.id),
            account: accountId,
            administrator: parentId,
          })),
        );
      });
    });
  group
    .command('take')
    .description('Takes a role from a group; its members lose it with their next login')
    .argument(...ID)
    .argument('<role-id>', 'id of the role, as sso group list shows it', id)
    .action(async (provider: number, grant: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const taken = await createGroupRolesAdmin(await installation.database()).take(provider, grant);
        if (!taken) throw new CommandRefusal(`Provider ${provider} has no role ${grant}.`);
        return oneRow({ id: String(grant), taken: true });
      });
    });
}

/**
 * Returns where the role is given; null: in the console. Throws if the place is missing, given twice, or of another
 * kind than the role.
 */
function placeOf(options: GiveOptions, given: Given): Owner | null {
  const { account, administrator, console: inConsole } = options;
  if ([account, administrator, inConsole].filter((place) => place !== undefined).length !== 1)
    throw new InvalidArgumentError('Name one of --account, --administrator and --console.');
  const option = optionOf(given);
  if (options[option] === undefined) throw new InvalidArgumentError(`${given} is a role for --${option}.`);
  if (account !== undefined) return provenOwner({ kind: 'account', id: account });
  return administrator === undefined ? null : provenOwner({ kind: 'parent', id: administrator });
}

function optionOf(given: Given): 'account' | 'administrator' | 'console' {
  if (ROLES.some((one) => one === given)) return 'account';
  return OPERATOR_ROLES.some((one) => one === given) ? 'console' : 'administrator';
}

function groupName(written: string): string {
  if (written === '' || written.length > GROUP_MAX)
    throw new InvalidArgumentError(`The name of a group has 1 to ${GROUP_MAX} characters.`);
  return written;
}

function role(written: string): Given {
  const known = GIVEN.find((one) => one === written);
  if (!known) throw new InvalidArgumentError(`A role is one of ${GIVEN.join(', ')}.`);
  return known;
}
