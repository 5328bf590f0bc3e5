import type { Command } from 'commander';

import { changeDomain } from '#server/features/brands/brands/brand-domains.ts';
import type { DomainVerb } from '#server/features/brands/brands/brand-domains.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { brandAnswer } from './brand-answer.ts';

/** brand domain add | remove | primary */
export function addBrandDomainCommands(brand: Command, act: Act): void {
  const domain = brand.command('domain').description('Host names on which a brand answers');
  const verbs: [DomainVerb, string][] = [
    ['add', 'The brand answers there, too'],
    ['remove', 'Logging in there is no longer possible'],
    ['primary', 'Links in mails lead there, and logins are handed over to it'],
  ];
  for (const [verb, description] of verbs)
    domain
      .command(verb)
      .description(description)
      .argument('<hid>', 'id of the brand', id)
      .argument('<domain>', 'host name without port')
      .action(async (hid: number, name: string, options: ActOptions) => {
        await act(options, async ({ database }) =>
          brandAnswer(await changeDomain(await database(), verb, hid, name)),
        );
      });
}
