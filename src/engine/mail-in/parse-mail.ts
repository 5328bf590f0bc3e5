import { addressParser } from 'postal-mime';
import type { Attachment, Email } from 'postal-mime';

import { MAX_PARTS } from './limits.ts';
import { cutText, mailTextOf } from './mail-text.ts';
import type { Automatic, MailFile, ParseOutcome } from './port.ts';
import { takeApart } from './take-apart.ts';

/** Parts that belong to the mail and not to its text: proofs, invitations, and what a bounce is made of. */
const NOT_FOR_PEOPLE = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
  'message/delivery-status',
  'text/calendar',
  'text/rfc822-headers',
]);

/** Logos in signatures have a few kilobytes; a photo that was dropped into the text, or a scan, has more than this. */
const PHOTO_BYTES = 150_000;

/** Longest subject that is looked at; the cover page takes less. */
const MAX_SUBJECT = 300;

/** Takes a mail apart, within bounds: a part too many is refused, never half-read. */
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

/** Two senders are none: which of them was proved would depend on who reads the mail (A-MAILIN-03). */
function senderOf(email: Email): string | null {
  const written = email.headers.filter(({ key }) => key === 'from');
  const [first] = written;
  if (written.length !== 1 || !first) return null;
  const [only, ...more] = addressParser(first.value);
  return only?.address && more.length === 0 ? only.address.toLowerCase() : null;
}

/** What the sender attached; where that is nothing and nothing is said either, the pictures in the text are what is faxed. */
function filesOf({ attachments }: Email, text: string): MailFile[] {
  const forPeople = attachments.filter(({ mimeType }) => !NOT_FOR_PEOPLE.has(mimeType));
  const attached = forPeople.filter((part) => !isDecoration(part));
  return (attached.length === 0 && text === '' ? forPeople : attached).map(fileOf);
}

/** Small pictures that the HTML itself shows are logos of signatures; files of any other kind are what the sender attached. */
function isDecoration({ related, mimeType, content }: Attachment): boolean {
  const bytes = typeof content === 'string' ? content.length : content.byteLength;
  return related === true && mimeType.startsWith('image/') && bytes < PHOTO_BYTES;
}

function fileOf({ filename, mimeType, content }: Attachment): MailFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return { name: filename ?? '', type: mimeType, bytes };
}

/** The signs by which machines' mails are known: RFC 3834 5 and what older programs write instead. */
function automaticOf(email: Email): Automatic | null {
  const submitted = headerOf(email, 'auto-submitted').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (submitted === 'auto-replied') return 'reply';
  if (headerOf(email, 'x-autoreply') !== '' || headerOf(email, 'x-autorespond') !== '') return 'reply';
  const precedence = headerOf(email, 'precedence').trim().toLowerCase();
  if (precedence === 'auto_reply') return 'reply';
  if (headerOf(email, 'list-id') !== '' || ['bulk', 'junk', 'list'].includes(precedence)) return 'list';
  return submitted !== '' && submitted !== 'no' ? 'notice' : null;
}
