import type { Command } from 'commander';

import {
  addBlockedDomain,
  listBlockedDomains,
  removeBlockedDomain,
} from '#server/features/gateways/sender-domains/blocked-domains.ts';
import type { BlockChange } from '#server/features/gateways/sender-domains/blocked-domains.ts';

import type { Act, ActOptions } from './act.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

/** blocked-domain add | remove | list */
export function addBlockedDomainCommands(program: Command, act: Act): void {
  const blocked = program.command('blocked-domain').description('Domains that cannot be whitelisted');
  blocked
    .command('add')
    .description('Prevent the domain from being whitelisted')
    .argument('<domain>', 'it and everything below it')
    .option('--reason <words>', 'why, for the list', 'operator')
    .action(async (domain: string, options: ActOptions & { reason: string }) => {
      await act(options, async ({ database }) =>
        answer(await addBlockedDomain(await database(), domain, options.reason)),
      );
    });
  blocked
    .command('remove')
    .description('Lets the domain be whitelisted again')
    .argument('<domain>')
    .action(async (domain: string, options: ActOptions) => {
      await act(options, async ({ database }) => answer(await removeBlockedDomain(await database(), domain)));
    });
  blocked
    .command('list')
    .description('Every blocked domain with its reason')
    .option('--reason <words>', 'only those of one reason: public, operator')
    .action(async (options: ActOptions & { reason?: string }) => {
      await act(options, async ({ database }) => {
        const domains = await listBlockedDomains(await database(), options.reason);
        return listOf(
          'domains',
          domains.map((domain) => ({ ...domain })),
        );
      });
    });
}

function answer(change: BlockChange): Answer {
  return oneRow({ ...accepted(change).domain });
}
