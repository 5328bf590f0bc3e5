import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

import { PAGE_IMAGE_WIDTH, THUMBNAIL_WIDTH } from '#contract/mailbox/inbox.ts';
import { pageRotation } from '#engine/documents/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { FileStoreAway } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import type { StoredFax } from './fax-documents.store.ts';
import type { PageTexts } from './page-text/page-text.service.ts';
import { SingleFlight } from './single-flight.ts';

/** Maximum bytes of cached TIFFs: the pages of an opened fax are requested one after another. */
const RECENT_BYTES = 32 * 1024 * 1024;

/** The two sizes of page images (spec http-api 4.3). */
export const IMAGE_WIDTH = { prev: PAGE_IMAGE_WIDTH, thumb: THUMBNAIL_WIDTH } as const;
export type ImageKind = keyof typeof IMAGE_WIDTH;

/** The media types of exported files; other extensions do not exist (A-TENANT-03). */
export const EXPORT_TYPES = { pdf: 'application/pdf', tiff: 'image/tiff', tif: 'image/tiff' } as const;
export type ExportKind = keyof typeof EXPORT_TYPES;

/** Dependencies of page files. */
export interface PageFilesDeps {
  files: FileStore;
  documents: DocumentEngine;
  /** The recognized text of pages, for searchable PDFs. */
  texts: Pick<PageTexts, 'forExport'>;
  log: Logger;
}

/**
 * Creates the files that users see of a fax: page images, PDF, TIFF. Images are drawn on first view and kept in the
 * file store next to the document, so they are deleted together with it.
 */
export class PageFiles {
  readonly #deps: PageFilesDeps;
  readonly #images = new SingleFlight<Uint8Array | null>();
  readonly #tiffs = new SingleFlight<Uint8Array | null>();
  readonly #recent = new Map<string, Uint8Array>();

  constructor(deps: PageFilesDeps) {
    this.#deps = deps;
  }

  /** Returns one page as a GIF, rotated like the fax; null if it cannot be drawn or its document is gone. */
  async image(fax: StoredFax, page: number, kind: ImageKind): Promise<Uint8Array | null> {
    const key = imageKey(fax, page, kind);
    return await this.#images.run(
      key,
      async () => unwrap(await this.#kept(key)) ?? (await this.#draw(fax, page, kind, key)),
    );
  }

  /** Returns an image drawn before. While the bucket is unreachable, it is drawn again if the pages are local. */
  async #kept(key: string): Promise<Uint8Array | null> {
    return await this.#deps.files.get(key).catch((error: unknown) => {
      if (error instanceof FileStoreAway) return null;
      throw error;
    });
  }

  /** Returns all pages as one file, rotated like the fax; null if the document is gone. */
  async export(fax: StoredFax, kind: ExportKind): Promise<Uint8Array | null> {
    const tiff = await this.#tiff(fax);
    if (!tiff) return null;
    // Unrotated pages are served as stored: an arrival that cannot be read is downloaded as it came.
    const { rotation, page_turns: turns } = fax;
    if (kind !== 'pdf' && rotation === 0 && turns.length === 0) return tiff;
    const { documents, texts } = this.#deps;
    if (kind !== 'pdf') return await documents.exportTiff(tiff, rotation, turns);
    const text = fax.has_text ? await texts.forExport(fax.account, fax.id) : undefined;
    return await documents.exportPdf(tiff, rotation, turns, text);
  }

  /** Returns one page in full resolution as a PNG, rotated like the fax; null if that fails or its document is gone. */
  async wholePage(fax: StoredFax, page: number): Promise<Uint8Array | null> {
    const tiff = await this.#tiff(fax);
    if (!tiff) return null;
    const rotation = pageRotation(fax.rotation, fax.page_turns, page);
    const outcome = await this.#deps.documents.pagePng(tiff, page, rotation);
    if (outcome.kind === 'ok') return outcome.png;
    logEvent(this.#deps.log, 'page.not-drawn', { fax: fax.id, page, reason: outcome.reason });
    return null;
  }

  /** Returns a file next to the pages as it is stored; null if it is gone. */
  async stored(key: string): Promise<Uint8Array | null> {
    return await this.#deps.files.get(key);
  }

  /** Counts the pages of the stored document; 0 if it is gone. */
  async countPages(fax: StoredFax): Promise<number> {
    const tiff = await this.#tiff(fax);
    return tiff ? this.#deps.documents.countPages(tiff) : 0;
  }

  async #draw(fax: StoredFax, page: number, kind: ImageKind, key: string): Promise<Uint8Array | null> {
    const { documents, files, log } = this.#deps;
    const tiff = await this.#tiff(fax);
    if (!tiff) return null;
    const outcome = await documents.pageImage(tiff, page, {
      rotation: pageRotation(fax.rotation, fax.page_turns, page),
      width: IMAGE_WIDTH[kind],
    });
    if (outcome.kind === 'failed') {
      logEvent(log, 'page.not-drawn', { fax: fax.id, page, reason: outcome.reason });
      return null;
    }
    await files.put(key, wrap(outcome.gif));
    return outcome.gif;
  }

  async #tiff({ id, tiff_key: key }: StoredFax): Promise<Uint8Array | null> {
    const recent = this.#recent.get(key);
    if (recent) return recent;
    return await this.#tiffs.run(key, async () => {
      const tiff = await this.#deps.files.get(key);
      if (tiff) this.#remember(key, tiff);
      else logEvent(this.#deps.log, 'page.document-missing', { fax: id });
      return tiff;
    });
  }

  #remember(key: string, tiff: Uint8Array): void {
    this.#recent.set(key, tiff);
    let bytes = [...this.#recent.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    for (const [oldest, { byteLength }] of this.#recent) {
      if (bytes <= RECENT_BYTES) return;
      this.#recent.delete(oldest);
      bytes -= byteLength;
    }
  }
}

/** The view is part of the name: a rotated page is another file, and the old one is reused when it is rotated back. */
function imageKey(fax: StoredFax, page: number, kind: ImageKind): string {
  const tiff = fax.tiff_key.split('/').at(-1);
  const rotation = pageRotation(fax.rotation, fax.page_turns, page);
  return `${fax.storage_key}/views/${tiff}-${page}-${rotation}-${IMAGE_WIDTH[kind]}.checked`;
}

/** The length of a SHA-256 hash. */
const HASH_BYTES = 32;

/** Returns the stored form of a drawn page: its hash, then the image. */
function wrap(gif: Uint8Array): Uint8Array {
  return Buffer.concat([createHash('sha256').update(gif).digest(), gif]);
}

/** Returns the image of a stored page; null if there is none or it is damaged, so that it is drawn again. */
function unwrap(stored: Uint8Array | null): Uint8Array | null {
  if (stored === null) return null;
  const gif = stored.subarray(HASH_BYTES);
  const same = createHash('sha256').update(gif).digest().equals(stored.subarray(0, HASH_BYTES));
  return same ? gif : null;
}
