import type { MailHandler, MailIn, MailListener } from '#engine/mail-in/port.ts';

import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import type { MailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import { createMailHandler } from '#server/features/gateways/email-to-fax/mail-in.service.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Mail } from './outgoing-mail.ts';
import type { Sending } from './sending.ts';
import type { Services } from './services.ts';

/** Incoming mail as it runs in this process. */
export interface RunningMailIn {
  listener: MailListener;
  counts: MailCounts;
}

/** What e-mail to fax stands on. */
export interface MailInParts {
  config: Config;
  engines: Pick<Engines, 'database' | 'log'>;
  mailIn: MailIn;
  services: Pick<Services, 'appPasswords'> & {
    mail: Pick<Mail, 'bounces'>;
    sending: Pick<Sending, 'compose' | 'outbox'>;
  };
  messages: Messages;
  counts: MailCounts;
}

/** Joins the features behind incoming mail. */
export function assembleMailHandler({
  config,
  engines,
  mailIn,
  services: { appPasswords, mail, sending },
  messages,
  counts,
}: MailInParts): MailHandler {
  return createMailHandler({
    database: engines.database,
    log: engines.log,
    compose: sending.compose,
    outbox: sending.outbox,
    mailIn,
    appPasswords,
    bounces: mail.bounces,
    messages,
    publicHost: hostOf(config.publicOrigin),
    requireProof: config.mailRequireProof,
    count: (result) => counts.add(result),
  });
}

/** Takes mail for brands that have no domain of their own, and is the name that the listener greets with. */
export function hostOf(publicOrigin: string): string {
  return new URL(publicOrigin).hostname;
}
