import type { Logger } from 'pino';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { damagedAs } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { refusersOf } from '#server/features/email/outgoing/bounces/mail-bounces.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { tellUnmailed } from '#server/features/faxes/notices/unmailed-copies.service.ts';
import type { UnmailedReason } from '#server/features/faxes/notices/unmailed-copies.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import {
  copiesSince,
  deleteUnused,
  endCopies,
  insertCopies,
  knownAddresses,
  lockCopies,
  nextDocument,
  readCopySender,
} from './fax-copies.store.ts';
import type { CopiedDocument } from './fax-copies.store.ts';

/** How many copies an account may send in a day: a stolen password must not turn it into a mail relay (A-SEND-16). */
export const MAX_COPIES_A_DAY = 200;

/** How long pages are kept: a mail is retried for five days, so it has certainly ended by then. */
const KEEP_DAYS = 7;

/** Dependencies of mailing copies. */
export interface FaxCopyDeps {
  database: Database;
  files: Pick<FileStore, 'get' | 'put'>;
  documents: Pick<DocumentEngine, 'exportPdf'>;
  queueMail: QueueMail;
  /** Size limit in bytes; larger files are not mailed. The same limit as for arrivals (spec http-api 2.4). */
  mostBytes: number;
  log: Pick<Logger, 'warn'>;
}

/**
 * Refuses addresses that are not the account's contacts or subaccounts: a fax service must not become a way to mail
 * strangers (spec http-api 4.9). Accounts with health records mail no fax at all (spec decisions 3.8).
 */
export async function requireKnown(db: Db, account: AccountId, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const sender = await readCopySender(db, account);
  if (sender.isHipaa) throw new AppError('HIPAA_NO_EMAIL');
  const known = await knownAddresses(db, account, emails);
  const stranger = emails.find((email) => !known.has(email));
  if (stranger !== undefined) throw new AppError('EMAIL_NOT_ALLOWED', { params: { email: stranger } });
  const [refuser] = await refusersOf(db, account, emails);
  if (refuser !== undefined) throw new AppError('EMAIL_UNWANTED', { params: { email: refuser } });
  if ((await copiesSince(db, account)) + emails.length > MAX_COPIES_A_DAY)
    throw new AppError('EMAIL_LIMIT', { params: { max: MAX_COPIES_A_DAY } });
}

/** Records who gets a copy once the document has its pages; the caller mails `queued` ones. */
export async function addCopies(
  tx: Db,
  account: AccountId,
  documentId: number,
  emails: readonly string[],
  state: 'waiting' | 'queued' = 'waiting',
): Promise<void> {
  if (emails.length === 0) return;
  await lockCopies(tx, account);
  // Checked again under the lock: twenty concurrent sends must not all see the same room.
  if ((await copiesSince(tx, account)) + emails.length > MAX_COPIES_A_DAY)
    throw new AppError('EMAIL_LIMIT', { params: { max: MAX_COPIES_A_DAY } });
  await insertCopies(tx, account, documentId, { emails, state });
}

/** Mails every fax whose pages are ready. Returns how many mails were queued. */
export async function mailCopies(deps: FaxCopyDeps, signal: AbortSignal): Promise<number> {
  let mails = 0;
  for (;;) {
    signal.throwIfAborted();
    const document = await nextDocument(deps.database.db);
    if (!document) return mails;
    mails += await mailDocument(deps, document);
  }
}

/** Removes documents that were sent only by mail, once their mails have ended; their files are collected as orphans. */
export async function dropMailedDocuments({ database }: Pick<FaxCopyDeps, 'database'>): Promise<number> {
  return await deleteUnused(database.db, KEEP_DAYS);
}

async function mailDocument(deps: FaxCopyDeps, document: CopiedDocument): Promise<number> {
  const { key, fault } = await writePdf(deps, document);
  return await deps.database.transaction(async (tx) => {
    const addresses = await endCopies(tx, document.id, key === null ? 'failed' : 'queued');
    // Another run was faster.
    if (addresses.length === 0) return 0;
    const sender = await readCopySender(tx, document.accountId);
    const refusers = await refusersOf(tx, document.accountId, addresses);
    // An account that has come to hold health records since then mails nothing anymore.
    const obstacle = sender.isHipaa ? 'health-records' : fault;
    const told = obstacle ? [] : addresses.filter((address) => !refusers.has(address));
    for (const to of told) {
      await deps.queueMail(tx, {
        template: 'fax-copy',
        uncounted: true,
        brandId: sender.brandId,
        accountId: document.accountId,
        to,
        language: sender.language,
        params: { name: formatFaxNumber(sender.number) ?? sender.number, pages: document.pages },
        attachments: [{ name: `fax_${sender.number}.pdf`, type: 'application/pdf', key: key ?? '' }],
      });
    }
    if (told.length < addresses.length)
      await tellUnmailed(deps, tx, document.accountId, {
        addresses: addresses.filter((address) => !told.includes(address)),
        reason: obstacle ?? 'unwanted',
        pages: document.pages,
        at: document.createdAt,
      });
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId: document.accountId,
      action: told.length > 0 ? 'fax.mail-copies' : 'fax.copies-failed',
      object: `document/${document.id}`,
      detail: { addresses },
    });
    return told.length;
  });
}

/** A file that can be mailed, or why there is none. */
type WrittenPdf = { key: string; fault: null } | { key: null; fault: UnmailedReason };

/**
 * Writes the pages to a separate file, because a mail waits for days and takes the file under its name. A store that is
 * full or unavailable is not a fault of the pages: this throws, and the next run retries.
 */
async function writePdf(deps: FaxCopyDeps, document: CopiedDocument): Promise<WrittenPdf> {
  const pdf = await makePdf(deps, document);
  if (!pdf) return { key: null, fault: { fault: document.fault ?? 'DOCUMENT_DAMAGED' } };
  if (pdf.byteLength > deps.mostBytes) return { key: null, fault: 'too-large' };
  const key = `${document.storageKey}/copy.pdf`;
  await deps.files.put(key, pdf);
  return { key, fault: null };
}

/** Returns null if there are no pages, or they cannot be read. */
async function makePdf(deps: FaxCopyDeps, document: CopiedDocument): Promise<Uint8Array | null> {
  if (document.tiffKey === null) return null;
  const tiff = await deps.files.get(document.tiffKey).catch(damagedAs(null));
  try {
    return tiff && (await deps.documents.exportPdf(tiff, 0));
  } catch (error) {
    logEvent(deps.log, 'compose.pdf-failed', { documentId: document.id, reason: String(error) });
    return null;
  }
}
