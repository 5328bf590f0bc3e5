import type { Logger } from 'pino';

import type { Db } from '#engine/database/port.ts';
import { pageRotation } from '#engine/documents/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { damagedAs } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { MailAttachment } from '#engine/mail/port.ts';

import type { EncloseFax, EnclosedFax } from '#server/features/email/outgoing/mail-out.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { findEnclosable } from './fax-notices.store.ts';
import type { EnclosableFax } from './fax-notices.store.ts';

/** Width in pixels. Twice the width that the mail shows it in would be sharper but too heavy. */
const PICTURE_WIDTH = 800;

/** Dependencies of attachments. */
export interface EncloseDeps {
  db: Db;
  files: Pick<FileStore, 'get'>;
  documents: Pick<DocumentEngine, 'exportPdf' | 'exportTiff' | 'pageImage'>;
  /** The recognized text of pages, for searchable PDFs. */
  texts: Pick<PageTexts, 'forExport'>;
  log: Pick<Logger, 'warn'>;
  /**
   * Size limit in bytes. Larger files stay behind a link (spec http-api 2.4): base64 makes them a third longer, and
   * servers refuse long mails.
   */
  mostBytes: number;
  /**
   * Makes the report on a sent or failed fax; null if there is none. Without this function such mails have no
   * attachment.
   */
  report?: (
    accountId: number,
    faxId: number,
    language: string,
  ) => Promise<{ name: string; pdf: Uint8Array } | null>;
}

/**
 * Creates the function that returns what is attached to a mail about a fax: the document as the account wants it, and
 * its first page.
 */
export function createEncloseFax(deps: EncloseDeps): EncloseFax {
  return async ({ accountId, faxId, template, bare }) => {
    const fax = await findEnclosable(deps.db, accountId, faxId);
    if (template === 'fax-failed') return await reportOf(deps, fax, { accountId, faxId });
    if (template === 'fax-sent' && fax?.report !== true) return nothing();
    if (template === 'fax-sent' && fax) return await sentReport(deps, fax, { accountId, faxId });
    if (!fax) return nothing('gone');
    if (fax.isHipaa) return nothing('protected');
    if (fax.copy === 'notice') return nothing();
    if (bare) return nothing('tooLarge');
    return await copy(deps, fax, { accountId, faxId });
  };
}

function nothing(note?: string): EnclosedFax {
  return { files: [], picture: null, note };
}

/** The fax that a mail is about. */
interface FaxOfMail {
  accountId: number;
  faxId: number;
}

/**
 * Returns the transmission report with the first page, as fax machines print it; without the page if the account has
 * health records.
 */
async function sentReport(deps: EncloseDeps, fax: EnclosableFax, of: FaxOfMail): Promise<EnclosedFax> {
  const tiff = fax.isHipaa ? null : await tiffOf(deps, fax);
  const reported = await reportOf(deps, fax, of);
  return { ...reported, picture: tiff && (await pictureOf(deps, fax, tiff)) };
}

/** Returns the transmission report as a file. It shows complete numbers, so accounts with health records get none. */
async function reportOf(
  { report, log }: EncloseDeps,
  fax: EnclosableFax | undefined,
  { accountId, faxId }: FaxOfMail,
): Promise<EnclosedFax> {
  if (!report || !fax || fax.isHipaa) return nothing();
  try {
    const made = await report(accountId, faxId, fax.language);
    if (!made) return nothing();
    const file = { name: made.name, type: 'application/pdf', bytes: made.pdf };
    return { files: [file], picture: null, note: 'report' };
  } catch (error) {
    // A report that cannot be drawn must not delay the mail.
    logEvent(log, 'notice.report-failed', { reason: String(error) });
    return nothing();
  }
}

async function copy(deps: EncloseDeps, fax: EnclosableFax, of: FaxOfMail): Promise<EnclosedFax> {
  const tiff = await tiffOf(deps, fax);
  if (!tiff) return nothing('unreadable');
  try {
    const file = await fileOf(deps, fax, tiff, of);
    const picture = await pictureOf(deps, fax, tiff);
    if (file.bytes.byteLength > deps.mostBytes) return { files: [], picture, note: 'tooLarge' };
    return { files: [file], picture, note: 'attached' };
  } catch (error) {
    // A document that cannot be written must not hold back the mail about it.
    logEvent(deps.log, 'notice.document-failed', { reason: String(error) });
    return nothing('unreadable');
  }
}

/**
 * Returns null if the fax is kept as received because it is unreadable, if its file is damaged, or if it was removed
 * meanwhile.
 */
async function tiffOf({ files }: EncloseDeps, { tiffKey, pages }: EnclosableFax): Promise<Uint8Array | null> {
  return tiffKey === null || pages === 0 ? null : await files.get(tiffKey).catch(damagedAs(null));
}

async function fileOf(
  { documents, texts }: EncloseDeps,
  fax: EnclosableFax,
  tiff: Uint8Array,
  { accountId, faxId }: FaxOfMail,
): Promise<MailAttachment> {
  const { rotation, pageTurns } = fax;
  if (fax.copy === 'tiff') {
    const bytes = await documents.exportTiff(tiff, rotation, pageTurns);
    return { name: fileName(fax, 'tiff'), type: 'image/tiff', bytes };
  }
  const words = fax.words ? await texts.forExport(provenAccount(accountId), faxId) : [];
  const bytes = await documents.exportPdf(tiff, rotation, pageTurns, words.length > 0 ? words : undefined);
  return { name: fileName(fax, 'pdf'), type: 'application/pdf', bytes };
}

async function pictureOf(
  { documents, log }: EncloseDeps,
  fax: EnclosableFax,
  tiff: Uint8Array,
): Promise<MailAttachment | null> {
  const rotation = pageRotation(fax.rotation, fax.pageTurns, 1);
  const drawn = await documents.pageImage(tiff, 1, { rotation, width: PICTURE_WIDTH });
  if (drawn.kind === 'ok')
    return { name: 'page1.gif', type: 'image/gif', bytes: drawn.gif, contentId: 'page1' };
  logEvent(log, 'notice.picture-failed', { reason: drawn.reason });
  return null;
}

/** Digits only: a name that a caller chose must not become part of a header or a path. */
function fileName({ otherNumber, at, zone }: EnclosableFax, extension: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(at);
  const stamp = parts.replaceAll(/\D/g, '').slice(0, 12);
  return `fax_${otherNumber.replaceAll(/\D/g, '') || 'unknown'}_${stamp}.${extension}`;
}
