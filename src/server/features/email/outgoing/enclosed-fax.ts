import type { MailAttachment } from '#engine/mail/port.ts';

import type { MailTemplate } from './mail-templates.ts';

/** A mail about a fax, about to be sent. */
export interface FaxMail {
  accountId: number;
  faxId: number;
  template: MailTemplate;
  /** Whether the document is left out, because the receiver refused it. */
  bare: boolean;
}

/** What is enclosed with such a mail. */
export interface EnclosedFax {
  files: MailAttachment[];
  /** The first page, if the document may be shown. */
  picture: MailAttachment | null;
  /** A sentence about the document, by its key under `mail.note`. */
  note: string | undefined;
}

/**
 * Decides what to enclose at the moment the mail is sent: the row holds no document, and an account that became a HIPAA
 * account in the meantime sends none.
 */
export type EncloseFax = (mail: FaxMail) => Promise<EnclosedFax>;
