import { addressParser } from 'postal-mime';
import type { Attachment, Email } from 'postal-mime';

import { MAX_PARTS } from './limits.ts';
import { cutText, mailTextOf } from './mail-text.ts';
import type { Automatic, MailFile, ParseOutcome } from './port.ts';
import { takeApart } from './take-apart.ts';

/** Parts that are not content for the recipient: signatures, invitations, and parts of bounces. */
const NOT_FOR_PEOPLE = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
  'message/delivery-status',
  'text/calendar',
  'text/rfc822-headers',
]);

/**
 * Size above which an embedded image counts as content: logos in signatures have a few kilobytes; a photo or a scan in
 * the text is larger than this.
 */
const PHOTO_BYTES = 150_000;

/** Longest subject to read; the cover page takes less. */
const MAX_SUBJECT = 300;

/** Parses an email within limits: one with too many parts is rejected, never read in part. */
export async function parseMail(raw: Buffer): Promise<ParseOutcome> {
  const email = await takeApart(raw);
  if (!email || email.attachments.length > MAX_PARTS) return { kind: 'final', reason: 'malformed' };
  const from = senderOf(email);
  if (from === null) return { kind: 'final', reason: 'from' };
  const subject = (email.subject ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();
  const text = mailTextOf(subject, email.text, email.html);
  return {
    kind: 'ok',
    mail: {
      from,
      messageId: /<([^<>\s]{1,250})>/u.exec(headerOf(email, 'message-id'))?.[1] ?? '',
      date: headerOf(email, 'date').slice(0, 100),
      subject: cutText(subject, MAX_SUBJECT),
      text,
      files: filesOf(email, text),
      automatic: automaticOf(email),
      hops: email.headers.filter(({ key }) => key === 'received').length,
    },
  };
}

function headerOf(email: Email, name: string): string {
  return email.headers.find(({ key }) => key === name)?.value ?? '';
}

/** Returns the sender. Two senders count as none: which one was proved would depend on the parser (A-MAILIN-03). */
function senderOf(email: Email): string | null {
  const written = email.headers.filter(({ key }) => key === 'from');
  const [first] = written;
  if (written.length !== 1 || !first) return null;
  const [only, ...more] = addressParser(first.value);
  return only?.address && more.length === 0 ? only.address.toLowerCase() : null;
}

/** Returns the sender's attachments; if there are neither attachments nor text, the images in the text are faxed. */
function filesOf({ attachments }: Email, text: string): MailFile[] {
  const forPeople = attachments.filter(({ mimeType }) => !NOT_FOR_PEOPLE.has(mimeType));
  const attached = forPeople.filter((part) => !isDecoration(part));
  return (attached.length === 0 && text === '' ? forPeople : attached).map(fileOf);
}

/**
 * Whether a part is decoration: small images embedded in the HTML are logos of signatures; files of any other kind are
 * attachments.
 */
function isDecoration({ related, mimeType, content }: Attachment): boolean {
  const bytes = typeof content === 'string' ? content.length : content.byteLength;
  return related === true && mimeType.startsWith('image/') && bytes < PHOTO_BYTES;
}

function fileOf({ filename, mimeType, content }: Attachment): MailFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return { name: filename ?? '', type: mimeType, bytes };
}

/** Detects automatic emails: RFC 3834 5, and the headers that older programs use instead. */
function automaticOf(email: Email): Automatic | null {
  const submitted = headerOf(email, 'auto-submitted').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (submitted === 'auto-replied') return 'reply';
  if (headerOf(email, 'x-autoreply') !== '' || headerOf(email, 'x-autorespond') !== '') return 'reply';
  const precedence = headerOf(email, 'precedence').trim().toLowerCase();
  if (precedence === 'auto_reply') return 'reply';
  if (headerOf(email, 'list-id') !== '' || ['bulk', 'junk', 'list'].includes(precedence)) return 'list';
  return submitted !== '' && submitted !== 'no' ? 'notice' : null;
}
