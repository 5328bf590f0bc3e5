import { createHash } from 'node:crypto';
import { finished } from 'node:stream';
import type { Readable } from 'node:stream';

import { FAX_FILE, MAX_ARCHIVE_BYTES } from '#contract/mailbox/inbox.ts';
import type { Database } from '#engine/database/port.ts';
import { pageRotation } from '#engine/documents/port.ts';
import { ConcurrencyLimit } from '#server/kit/concurrency-limit.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { FaxFile } from '#server/features/audit/fax-activity/fax-activity.service.ts';

import { findStoredById, findStoredByKey } from './fax-documents.store.ts';
import type { StoredFax } from './fax-documents.store.ts';
import { faxFileName } from './fax-file-name.ts';
import { EXPORT_TYPES, IMAGE_WIDTH } from './page-files.ts';
import type { ExportKind, ImageKind, PageFiles } from './page-files.ts';
import { zipFaxes } from './zip-faxes.ts';

/** Maximum zips in progress: each rotates pages for as long as its client reads. */
const ARCHIVES = { each: 2, all: 8 };

/** Finds what `getFaxFile` and `getFaxesArchive` serve, only among the account's own faxes (spec http-api 4.3, 4.4). */
export class FaxFiles {
  readonly #database: Database;
  readonly #pages: PageFiles;
  readonly #deletedDays: number;
  readonly #archives = new ConcurrencyLimit<AccountId>(ARCHIVES);

  /** `deletedDays`: how long deleted faxes can still be viewed. */
  constructor({
    database,
    pages,
    deletedDays,
  }: {
    database: Database;
    pages: PageFiles;
    deletedDays: number;
  }) {
    this.#database = database;
    this.#pages = pages;
    this.#deletedDays = deletedDays;
  }

  /** Throws the same NOT_FOUND for everything that is not an own fax's file: bad names, foreign keys, missing pages. */
  async find(account: AccountId, file: string): Promise<FaxFile> {
    const { key = '', image, page, ext, original } = FAX_FILE.exec(file)?.groups ?? {};
    const [fax] = key ? await findStoredByKey(this.#database.db, account, [key], this.#deletedDays) : [];
    if (!fax) throw new AppError('NOT_FOUND');
    if (original) return this.#original(fax);
    return image ? this.#image(fax, Number(page), image as ImageKind) : this.#export(fax, ext as ExportKind);
  }

  /** Returns one page as a PNG, for programs. Throws NOT_FOUND if there is no such page. */
  async wholePage(account: AccountId, pathKey: string, page: number): Promise<FaxFile> {
    const [fax] = await findStoredByKey(this.#database.db, account, [pathKey], this.#deletedDays);
    if (!fax || page > fax.document_pages) throw new AppError('NOT_FOUND');
    return {
      type: 'image/png',
      name: faxFileName(fax, `p${page}.png`),
      etag: etagOf(fax, pageRotation(fax.rotation, fax.page_turns, page), `${page}-png`),
      load: async () => orFail(await this.#pages.wholePage(fax, page)),
      shows: { faxId: fax.id, kind: 'download', form: 'png' },
    };
  }

  /**
   * Returns the faxes as a zip stream; ids that are not the account's own are left out. Throws TOO_MANY_REQUESTS and
   * UNAVAILABLE while too many are in progress. `note` records which faxes leave; it completes before the first byte.
   */
  async archive(
    account: AccountId,
    ids: readonly number[],
    kind: ExportKind,
    note: (faxIds: number[]) => Promise<void>,
  ): Promise<Readable> {
    const faxes = await findStoredById(this.#database.db, account, ids, this.#deletedDays);
    if (faxes.length === 0) throw new AppError('NOT_FOUND');
    const bytes = faxes.reduce((sum, fax) => sum + fax.document_bytes, 0);
    if (bytes > MAX_ARCHIVE_BYTES) throw new AppError('BODY_TOO_BIG');
    const leave = this.#archives.enter(account);
    try {
      await note(faxes.map(({ id }) => id));
    } catch (error) {
      leave();
      throw error;
    }
    const zip = zipFaxes(faxes, kind, this.#pages);
    finished(zip, leave);
    return zip;
  }

  #image(fax: StoredFax, page: number, kind: ImageKind): FaxFile {
    if (page > fax.document_pages) throw new AppError('NOT_FOUND');
    return {
      type: 'image/gif',
      etag: etagOf(fax, pageRotation(fax.rotation, fax.page_turns, page), `${page}-${IMAGE_WIDTH[kind]}`),
      load: async () => orFail(await this.#pages.image(fax, page, kind)),
      shows: kind === 'prev' ? { faxId: fax.id, kind: 'open' } : undefined,
    };
  }

  /** Returns the file from the line, byte for byte, for a fax whose pages cannot all be read. */
  #original(fax: StoredFax): FaxFile {
    const { original_key: key } = fax;
    if (key === null) throw new AppError('NOT_FOUND');
    return {
      type: EXPORT_TYPES.tiff,
      name: faxFileName(fax, 'original.tiff'),
      etag: etagOf(fax, '', 'original'),
      load: async () => orFail(await this.#pages.stored(key)),
      shows: { faxId: fax.id, kind: 'download', form: 'original' },
    };
  }

  #export(fax: StoredFax, kind: ExportKind): FaxFile {
    return {
      type: EXPORT_TYPES[kind],
      name: faxFileName(fax, kind),
      etag: etagOf(fax, [fax.rotation, ...fax.page_turns].join(' '), fax.has_text ? `${kind} text` : kind),
      load: async () => orFail(await this.#pages.export(fax, kind)),
      shows: { faxId: fax.id, kind: 'download', form: kind === 'pdf' ? 'pdf' : 'tiff' },
    };
  }
}

function orFail(bytes: Uint8Array | null): Uint8Array {
  if (!bytes) throw new AppError('INTERNAL');
  return bytes;
}

/** Changes with the displayed rotation and with the document; reveals nothing about where it is stored. */
function etagOf(fax: StoredFax, turns: string | number, view: string): string {
  const digest = createHash('sha256').update(`${fax.tiff_key}\n${turns}\n${view}`).digest('base64url');
  return `"${digest.slice(0, 22)}"`;
}
