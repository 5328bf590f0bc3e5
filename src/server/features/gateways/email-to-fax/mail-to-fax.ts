import { createHash, randomUUID } from 'node:crypto';

import { COVER_LIMITS } from '#contract/faxes/send-limits.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { MailFile, ParsedMail } from '#engine/mail-in/port.ts';

import { cutText } from '#server/kit/storable-text.ts';

import { checkFile } from '#server/features/faxes/compose/compose.service.ts';
import type { FileToSend } from '#server/features/faxes/compose/compose.service.ts';
import type { CoverInput } from './sender-rights.store.ts';

/** A mail as a send: form fields and files. */
export interface MailFax {
  fields: Map<string, string>;
  files: FileToSend[];
}

/** Attachments that mail programs add without their users noticing; each has its own sentence. */
const PACKED: Readonly<Record<string, PackedFault>> = {
  'application/ms-tnef': 'winmail',
  'application/vnd.ms-tnef': 'winmail',
  'message/rfc822': 'attachedMail',
};
type PackedFault = 'winmail' | 'attachedMail';

/** A file that can't be faxed, and why. */
export interface RefusedFile {
  name: string;
  fault: NonNullable<ReturnType<typeof checkFile>['fault']> | PackedFault;
}

/** The outcome: all files are checked, so that the sender learns of every fault at once (A-MAILIN-10). */
export type MailFaxOutcome =
  | { kind: 'ok'; fax: MailFax }
  | { kind: 'files'; refused: RefusedFile[] }
  | { kind: 'empty' | 'too-many' | 'too-big' };

/** Names for files that came without one, by their type. */
const NAMELESS: Readonly<Record<string, string>> = {
  'application/pdf': 'document.pdf',
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/tiff': 'fax.tiff',
  'text/plain': 'text.txt',
  'message/rfc822': 'message.eml',
};

/**
 * Turns a mail into a fax: attachments become pages by the rules of uploads, subject and text become the cover page. A
 * text longer than a cover page gets separate pages, so that nothing of a mail is lost.
 */
export function mailToFax(
  mail: ParsedMail,
  numbers: readonly string[],
  cover: CoverInput | undefined,
  limits: UploadLimits,
): MailFaxOutcome {
  const files = mail.files.map((file) => asFile(file, limits.fileBytes));
  if (files.length > limits.files) return { kind: 'too-many' };
  const refused = files.flatMap(({ name, fault }) => (fault ? [{ name, fault }] : []));
  if (refused.length > 0) return { kind: 'files', refused };
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > limits.bytes) return { kind: 'too-big' };
  const attached = files.map(({ file }) => file);
  if (mail.text === '' && attached.length === 0) return { kind: 'empty' };
  const fields = new Map([['destinations', numbers.join(';')]]);
  // An account that turned cover pages off gets none, unless the mail has nothing but text.
  const wanted = cover?.useCoverpage ?? true;
  if (!wanted && attached.length > 0) return { kind: 'ok', fax: { fields, files: attached } };
  const short = mail.text.length <= COVER_LIMITS.comments;
  if (mail.subject !== '' || (short && mail.text !== '')) {
    fields.set('coverpage', '1');
    fields.set('template_id', String(cover?.templateId ?? ''));
    fields.set('regarding', cutText(mail.subject, COVER_LIMITS.regarding));
    fields.set('comments', short ? mail.text : '');
  }
  const text = short ? [] : [textFile(mail.text)];
  return { kind: 'ok', fax: { fields, files: [...text, ...attached] } };
}

function asFile(
  { name, type, bytes }: MailFile,
  mostBytes: number,
): {
  name: string;
  file: FileToSend;
  fault: RefusedFile['fault'] | null;
} {
  const { safe, extension, fault } = checkFile(name || (NAMELESS[type] ?? 'file'), bytes);
  const file = { name: safe, extension, size: bytes.byteLength, read: async () => bytes };
  const packed = fault && (PACKED[type] ?? (safe.toLowerCase() === 'winmail.dat' ? 'winmail' : fault));
  return { name: safe, file, fault: bytes.byteLength > mostBytes ? 'FILE_TOO_BIG' : packed };
}

function textFile(text: string): FileToSend {
  const bytes = Buffer.from(text, 'utf8');
  return { name: 'letter.txt', extension: 'txt', size: bytes.byteLength, read: async () => bytes };
}

/**
 * Returns the idempotency key of a mail and its numbers, so that a mail that a server repeats after a lost response is
 * faxed once (F-mail-05). A mail with neither an id nor a date cannot be recognized again.
 */
export function keyOf(mail: ParsedMail, numbers: readonly string[]): string {
  return `mail-${hashOf(mail, numbers).toString('base64url')}`;
}

/** Returns the SHA-256 of a mail's id and content, and of the numbers that it goes to. */
export function hashOf(mail: ParsedMail, numbers: readonly string[] = []): Buffer {
  const named = mail.messageId || mail.date || randomUUID();
  const hash = createHash('sha256').update(
    JSON.stringify([named, mail.from, mail.subject, mail.text, [...numbers].toSorted()]),
  );
  for (const { name, bytes } of mail.files)
    hash.update(JSON.stringify([name, bytes.byteLength])).update(bytes);
  return hash.digest();
}
