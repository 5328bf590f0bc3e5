import type { MailHandler, MailIn, MailListener } from '#engine/mail-in/port.ts';

import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import type { MailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import { createMailHandler } from '#server/features/gateways/email-to-fax/mail-in.service.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Mail } from './outgoing-mail.ts';
import type { Sending } from './sending.ts';
import type { Services } from './services.ts';

/** The listener for incoming mail in this process, and its counters. */
export interface RunningMailIn {
  listener: MailListener;
  counts: MailCounts;
}

/** Dependencies of email to fax. */
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

/** Connects the features behind incoming mail. */
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

/**
 * Returns the host that receives mail for brands without their own domain, and with which the listener introduces
 * itself.
 */
export function hostOf(publicOrigin: string): string {
  return new URL(publicOrigin).hostname;
}
