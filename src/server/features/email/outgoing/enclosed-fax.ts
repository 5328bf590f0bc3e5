import type { MailAttachment } from '#engine/mail/port.ts';

import type { MailTemplate } from './mail-templates.ts';

/** A mail about a fax that is about to leave. */
export interface FaxMail {
  accountId: number;
  faxId: number;
  template: MailTemplate;
  /** The receiver would not take the document. */
  bare: boolean;
}

/** What goes along with it. */
export interface EnclosedFax {
  files: MailAttachment[];
  /** The first page, where the document may be shown. */
  picture: MailAttachment | null;
  /** A sentence about the document, by its key under `mail.note`. */
  note: string | undefined;
}

/**
 * Looks up what goes along at the moment when the mail leaves: the row holds no document, and an account that was made
 * one with health records in the meantime sends none.
 */
export type EncloseFax = (mail: FaxMail) => Promise<EnclosedFax>;
