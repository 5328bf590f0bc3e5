import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { MailIn } from '#engine/mail-in/port.ts';
import type { Messages } from '#server/kit/messages.ts';

import type { AppPasswordsService } from '#server/features/identity/passwords/app-passwords/app-passwords.service.ts';
import type { Compose } from '#server/features/faxes/compose/compose.service.ts';
import type { MailBounces } from '#server/features/email/outgoing/bounces/mail-bounces.service.ts';
import type { Outbox } from '#server/features/faxes/queue/outbox.service.ts';

/** Outcomes of mails, for the metrics: a closed list. */
export const MAIL_RESULTS = ['queued', 'repeated', 'bounce', 'refused', 'retry'] as const;
export type MailResult = (typeof MAIL_RESULTS)[number];

/** Dependencies of the handler of incoming email. */
export interface MailHandlerDeps {
  database: Database;
  mailIn: Pick<MailIn, 'parse' | 'prove' | 'report'>;
  compose: Compose;
  outbox: Pick<Outbox, 'checkNumbers'>;
  appPasswords: Pick<AppPasswordsService, 'logIn'>;
  bounces: Pick<MailBounces, 'isBounceAddress' | 'recordBounce' | 'recordRefusal'>;
  messages: Messages;
  /** Host of the public origin: accepts mail for brands without a domain. */
  publicHost: string;
  /** F2E_MAIL_REQUIRE_AUTH. */
  requireProof: boolean;
  /** Counts how each mail ended. */
  count(result: MailResult): void;
  log: Logger;
}
