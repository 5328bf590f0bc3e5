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

/** Whole TIFFs kept at hand: the pages of an opened fax are asked for one after another. */
const RECENT_BYTES = 32 * 1024 * 1024;

/** The two sizes of page images (spec http-api 4.3). */
export const IMAGE_WIDTH = { prev: PAGE_IMAGE_WIDTH, thumb: THUMBNAIL_WIDTH } as const;
export type ImageKind = keyof typeof IMAGE_WIDTH;

/** What a file of a fax is served as; extensions that are not here don't exist (A-TENANT-03). */
export const EXPORT_TYPES = { pdf: 'application/pdf', tiff: 'image/tiff', tif: 'image/tiff' } as const;
export type ExportKind = keyof typeof EXPORT_TYPES;

/** What page files are made of. */
export interface PageFilesDeps {
  files: FileStore;
  documents: DocumentEngine;
  /** What stands on pages, for PDFs that can be searched. */
  texts: Pick<PageTexts, 'forExport'>;
  log: Logger;
}

/**
 * Files that people see of a fax: page images, PDF, TIFF. Images are drawn when somebody first looks and kept in the
 * file store beside the document, so they go when the document goes.
 */
export class PageFiles {
  readonly #deps: PageFilesDeps;
  readonly #images = new SingleFlight<Uint8Array | null>();
  readonly #tiffs = new SingleFlight<Uint8Array | null>();
  readonly #recent = new Map<string, Uint8Array>();

  constructor(deps: PageFilesDeps) {
    this.#deps = deps;
  }

  /** One page as a GIF, turned as the fax is; null when it can't be drawn or its document is gone. */
  async image(fax: StoredFax, page: number, kind: ImageKind): Promise<Uint8Array | null> {
    const key = imageKey(fax, page, kind);
    return await this.#images.run(
      key,
      async () => unwrap(await this.#kept(key)) ?? (await this.#draw(fax, page, kind, key)),
    );
  }

  /** A picture that was drawn before; while the bucket is away, it is drawn again where the pages are here. */
  async #kept(key: string): Promise<Uint8Array | null> {
    return await this.#deps.files.get(key).catch((error: unknown) => {
      if (error instanceof FileStoreAway) return null;
      throw error;
    });
  }

  /** All pages as one file, turned as the fax is; null when the document is gone. */
  async export(fax: StoredFax, kind: ExportKind): Promise<Uint8Array | null> {
    const tiff = await this.#tiff(fax);
    if (!tiff) return null;
    // Unturned pages are served as they are stored: an arrival that nothing can read is downloaded as it came.
    const { rotation, page_turns: turns } = fax;
    if (kind !== 'pdf' && rotation === 0 && turns.length === 0) return tiff;
    const { documents, texts } = this.#deps;
    if (kind !== 'pdf') return await documents.exportTiff(tiff, rotation, turns);
    const text = fax.has_text ? await texts.forExport(fax.account, fax.id) : undefined;
    return await documents.exportPdf(tiff, rotation, turns, text);
  }

  /** One page with every dot, as a PNG turned as the fax is; null when it can't be drawn or its document is gone. */
  async wholePage(fax: StoredFax, page: number): Promise<Uint8Array | null> {
    const tiff = await this.#tiff(fax);
    if (!tiff) return null;
    const rotation = pageRotation(fax.rotation, fax.page_turns, page);
    const outcome = await this.#deps.documents.pagePng(tiff, page, rotation);
    if (outcome.kind === 'ok') return outcome.png;
    logEvent(this.#deps.log, 'page.not-drawn', { fax: fax.id, page, reason: outcome.reason });
    return null;
  }

  /** A file beside the pages, as it is stored; null when it is gone. */
  async stored(key: string): Promise<Uint8Array | null> {
    return await this.#deps.files.get(key);
  }

  /** Pages in the stored document itself; 0 when it is gone. */
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

/** The view is part of the name: a turned page is another file, and the old one is there when it is turned back. */
function imageKey(fax: StoredFax, page: number, kind: ImageKind): string {
  const tiff = fax.tiff_key.split('/').at(-1);
  const rotation = pageRotation(fax.rotation, fax.page_turns, page);
  return `${fax.storage_key}/views/${tiff}-${page}-${rotation}-${IMAGE_WIDTH[kind]}.checked`;
}

/** Bytes of a SHA-256. */
const HASH_BYTES = 32;

/** A drawn page as it is stored: its hash, then the image. */
function wrap(gif: Uint8Array): Uint8Array {
  return Buffer.concat([createHash('sha256').update(gif).digest(), gif]);
}

/** The image in a stored page; null when there is none or it is damaged, so that it is drawn again. */
function unwrap(stored: Uint8Array | null): Uint8Array | null {
  if (stored === null) return null;
  const gif = stored.subarray(HASH_BYTES);
  const same = createHash('sha256').update(gif).digest().equals(stored.subarray(0, HASH_BYTES));
  return same ? gif : null;
}
