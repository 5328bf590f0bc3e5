import type { Command } from 'commander';

import { parseAddress } from '#engine/mail/port.ts';
import { checkDomains } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { hostOf } from '#server/composition/email-to-fax.ts';

import type { Act, ActOptions } from './act.ts';
import type { Installation } from './installation.ts';
import type { Answer } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** mail dns */
export function addMailCommands(program: Command, act: Act): void {
  const mail = program.command('mail').description('Outgoing mail');
  mail
    .command('dns')
    .description('The records that each sending domain needs, and whether they are there')
    .option('--domain <domain>', 'only this one')
    .action(async (options: ActOptions & { domain?: string }) => {
      await act(options, async (installation) => await listRecords(installation, options.domain));
    });
}

async function listRecords(installation: Installation, asked?: string): Promise<Answer> {
  const { config } = installation;
  const { domains } = await installation.mail();
  if (asked !== undefined && parseAddress(`postmaster@${asked}`) === null)
    throw new CommandRefusal(`“${asked}” is no domain.`);
  const check = { domains, mailHost: hostOf(config.publicOrigin), dns: config.dns };
  const checked = await checkDomains(check, asked);
  if (checked.length === 0 && asked !== undefined)
    throw new CommandRefusal(`“${asked}” can have no records of its own.`);
  const records = checked.map(({ domain: _domain, ...record }) => record);
  if (records.length === 0)
    throw new CommandRefusal(
      'No domain that mails come from can have records: set F2E_MAIL_FROM, or a brand’s send domain.',
    );
  return {
    json: { records },
    rows: records.map(({ state, type, name, value, found }) => ({
      state,
      type,
      name,
      value,
      found: state === 'ok' ? '' : found.join(' | '),
    })),
    good: records.every(({ state }) => state === 'ok'),
  };
}
