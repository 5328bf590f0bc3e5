import type { Command } from 'commander';

import { assignDomain, listSenderDomains } from '#server/features/gateways/sender-domains/operate-domains.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { accepted } from './refusal.ts';

/** sender-domain list | assign */
export function addSenderDomainCommands(program: Command, act: Act): void {
  const domains = program
    .command('sender-domain')
    .description('Domains whose senders can send faxes by email from an account');
  domains
    .command('list')
    .description('Who claims which domain, and whether it is proved')
    .option('--domain <part>', 'only domains whose name contains it')
    .action(async (options: ActOptions & { domain?: string }) => {
      await act(options, async ({ database }) => {
        const claims = await listSenderDomains(await database(), options.domain);
        return listOf(
          'domains',
          claims.map((claim) => ({ ...claim, uid: String(claim.uid) })),
        );
      });
    });
  domains
    .command('assign')
    .description('Gives a domain to an account without a DNS record; the account that had it is told')
    .argument('<domain>')
    .argument('<uid>', 'id of the account', id)
    .action(async (domain: string, uid: number, options: ActOptions) => {
      await act(options, async ({ database, mail }) => {
        const deps = { database: await database(), queueMail: (await mail()).queueMail };
        const outcome = accepted(await assignDomain(deps, domain, uid));
        return oneRow({ ...outcome.claim, uid: String(outcome.claim.uid) });
      });
    });
}
