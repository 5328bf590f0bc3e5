import type { Db } from '#engine/database/port.ts';
import type { MailOut } from '#engine/mail/port.ts';
import type { MailListener } from '#engine/mail-in/port.ts';

import { mailsWaitForEncryption, readCleanUp } from './health.store.ts';

/** The clean-up runs every night, and a night may be missed. */
export const PURGE_LATE_DAYS = 3;

/** The sources of warnings. */
export interface Warned {
  db: Db;
  mail: Pick<MailOut, 'transport'>;
  mailIn?: Pick<MailListener, 'certificate'> | undefined;
}

/** Sentences for the protection that the relay's address gives up. */
const WEAK = {
  unencrypted: 'Outgoing mail may leave this machine unencrypted (F2E_SMTP_URL).',
  unverified: 'The certificate of the outgoing mail server is not checked (F2E_SMTP_URL).',
} as const;

const CERTIFICATE = {
  expired: 'The certificate of incoming mail has expired.',
  'not-yet': 'The certificate of incoming mail is not valid yet.',
} as const;

/**
 * Returns problems that an operator should see although nothing stops because of them: a fixed set of sentences, as for
 * /readyz.
 */
export async function readWarnings({ db, mail, mailIn }: Warned): Promise<string[]> {
  const certificate = mailIn?.certificate() ?? 'good';
  return [
    ...(mail.transport.weak ? [WEAK[mail.transport.weak]] : []),
    ...(certificate === 'good' ? [] : [CERTIFICATE[certificate]]),
    ...((await mailsWaitForEncryption(db))
      ? ['Mails wait: the outgoing mail server offers no encryption with a valid certificate (f2e doctor).']
      : []),
    ...((await readCleanUp(db, PURGE_LATE_DAYS)).late
      ? ['Deleted faxes have not been removed for good for days (f2e purge says why).']
      : []),
  ];
}
