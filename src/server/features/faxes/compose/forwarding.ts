import { createHash } from 'node:crypto';

import type { Draft } from '#contract/faxes/drafts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { pageRotation } from '#engine/documents/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { Caller } from '#server/kit/scope.ts';

import type { AccessLog, Accessor } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { findAnswer, once } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { faxFileName, requireStoredFax } from '#server/features/mailbox/inbox/stored-fax.service.ts';
import type { StoredFax } from '#server/features/mailbox/inbox/stored-fax.service.ts';
import type { Drafts } from './drafts.service.ts';
import { addCopies, requireKnown } from './fax-copies.ts';
import { readCopySender } from './fax-copies.store.ts';

/** Dependencies of forwarding. */
export interface ForwardingDeps {
  database: Database;
  files: Pick<FileStore, 'get' | 'put'>;
  documents: Pick<DocumentEngine, 'arrangePages' | 'exportPdf'>;
  drafts: Drafts;
  access: AccessLog;
  queueMail: QueueMail;
  /** Size limit in bytes; larger files are not mailed. The same limit as for arrivals (spec http-api 2.4). */
  mostBytes: number;
}

/** Forwards stored faxes: as a file of a new fax, or by mail (spec http-api 12.2, 12.24). */
export class Forwarding {
  readonly #deps: ForwardingDeps;

  constructor(deps: ForwardingDeps) {
    this.#deps = deps;
  }

  /**
   * Adds the pages as a file of an unsent fax, as they are stored or, if they were rotated, as they are displayed.
   * Throws NOT_FOUND, FAX_NO_PAGES, DRAFTS_FULL.
   */
  async toDraft(caller: Caller, by: Accessor, id: number): Promise<Draft> {
    const { database, drafts, access } = this.#deps;
    const fax = await requireStoredFax(database.db, caller.accountId, id);
    const tiff = await this.#pagesAsSeen(fax);
    // The sender of the new fax sees its pages, so the access is logged before there is anything to see.
    await access.write(by, { accountId: caller.accountId, faxIds: [id], kind: 'open', form: 'draft' });
    const name = faxFileName(fax, 'tiff');
    return await drafts.keepPages(caller, { tiff, pages: fax.document_pages, name, faxId: id });
  }

  /**
   * Mails the fax as a PDF, once for each key. Throws NOT_FOUND, FAX_NO_PAGES, FAX_TOO_LARGE, IDEMPOTENCY_MISMATCH, and
   * what `requireKnown` throws.
   */
  async toMail(
    caller: Caller,
    by: Accessor,
    id: number,
    { emails, key: askedWith }: { emails: readonly string[]; key: IdempotencyKey | undefined },
  ): Promise<void> {
    const { database, documents, files, access, mostBytes } = this.#deps;
    const account = caller.accountId;
    if (askedWith && (await findAnswer(database.db, account, askedWith))) return;
    const fax = await requireStoredFax(database.db, account, id);
    await requireKnown(database.db, account, emails);
    const pdf = await documents.exportPdf(await this.#pagesOf(fax), fax.rotation, fax.page_turns);
    if (pdf.byteLength > mostBytes) throw new AppError('FAX_TOO_LARGE');
    // A mail waits for days and takes the file under its name: other rotations have another name.
    const turns = createHash('sha256')
      .update([fax.rotation, ...fax.page_turns].join(' '))
      .digest('hex')
      .slice(0, 16);
    const key = `${fax.storage_key}/forward-${turns}.pdf`;
    await files.put(key, pdf);
    await access.write(by, { accountId: account, faxIds: [id], kind: 'mail', form: 'forward' });
    await database.transaction(
      async (tx) =>
        await once(tx, account, askedWith, async () => {
          await this.#queue(tx, caller, fax, { emails, key });
          return {};
        }),
    );
  }

  async #queue(
    tx: Db,
    caller: Caller,
    fax: StoredFax,
    { emails, key }: { emails: readonly string[]; key: string },
  ): Promise<void> {
    const account = caller.accountId;
    await addCopies(tx, account, fax.document_id, emails, 'queued');
    const sender = await readCopySender(tx, account);
    for (const to of emails)
      await this.#deps.queueMail(tx, {
        template: 'fax-copy',
        uncounted: true,
        brandId: sender.brandId,
        accountId: account,
        to,
        language: sender.language,
        params: { name: formatFaxNumber(sender.number) ?? sender.number, pages: fax.document_pages },
        attachments: [{ name: faxFileName(fax, 'pdf'), type: 'application/pdf', key }],
      });
    await writeAudit(tx, {
      ...byAccount(caller),
      action: 'fax.forward',
      object: String(fax.id),
      detail: { addresses: emails },
    });
  }

  /** Returns the stored pages; rotated pages are drawn again for paper of the same width. */
  async #pagesAsSeen(fax: StoredFax): Promise<Uint8Array> {
    const tiff = await this.#pagesOf(fax);
    const pages = Array.from({ length: fax.document_pages }, (_, index) => ({
      page: index + 1,
      rotation: pageRotation(fax.rotation, fax.page_turns, index + 1),
    }));
    if (pages.every(({ rotation }) => rotation === 0)) return tiff;
    const arranged = await this.#deps.documents.arrangePages(tiff, pages);
    if (arranged.kind !== 'ok') throw new AppError('FAX_NO_PAGES');
    return arranged.tiff;
  }

  async #pagesOf({ tiff_key: key }: StoredFax): Promise<Uint8Array> {
    const tiff = await this.#deps.files.get(key);
    if (!tiff) throw new AppError('INTERNAL');
    return tiff;
  }
}
