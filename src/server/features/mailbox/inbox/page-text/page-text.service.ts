import { TEXT_PAGES, WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { MAX_PAGES } from '#contract/mailbox/search-words.ts';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { PageText } from '#engine/documents/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { readWords } from './boxes.ts';
import {
  copyPart,
  finishText,
  pagesWithBarcode,
  readPages,
  readTexts,
  textState,
  wordsDue,
} from './page-text.store.ts';
import type { StoredPage } from './page-text.store.ts';
import { readFaxes, termsOf } from './read-faxes.ts';
import type { ReadDeps } from './read-faxes.ts';
import { countTexts, wantOlder } from './wanted-texts.store.ts';
import type { OlderFaxes } from './wanted-texts.store.ts';

/** Faxes noted per transaction. */
const NOTED_AT_ONCE = 5_000;

/** The recognized text of faxes' pages (spec http-api 12.45). */
export class PageTexts {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /**
   * Returns whether a fax has been read, and the text of its pages from one page on. `deletedDays`: how long deleted
   * faxes can still be viewed. Throws NOT_FOUND.
   */
  async read(
    account: AccountId,
    { faxId, from, deletedDays }: { faxId: number; from: number; deletedDays: number },
  ): Promise<{ state: 'done' | 'waiting' | 'none'; pages: PageTextOnWire[] }> {
    const { db } = this.#database;
    const state = await textState(db, account, { faxId, deletedDays });
    if (state === null) throw new AppError('NOT_FOUND');
    const pages = await readPages(db, account, { faxId, from, count: TEXT_PAGES });
    return { state, pages: pages.map(onWire) };
  }

  /** Returns whether a fax has been read, and the text of all its pages, for programs. Throws NOT_FOUND. */
  async whole(
    account: AccountId,
    { faxId, deletedDays }: { faxId: number; deletedDays: number },
  ): Promise<{ state: 'done' | 'waiting' | 'none'; pages: StoredPage[] }> {
    const { db } = this.#database;
    const state = await textState(db, account, { faxId, deletedDays });
    if (state === null) throw new AppError('NOT_FOUND');
    return { state, pages: await readPages(db, account, { faxId, from: 1, count: MAX_PAGES }) };
  }

  /** Returns the texts of all pages of a fax, for exported files. */
  async forExport(account: AccountId, faxId: number): Promise<(PageText | null)[]> {
    const texts: (PageText | null)[] = [];
    for (const page of await readPages(this.#database.db, account, { faxId, from: 1, count: MAX_PAGES }))
      texts[page.page - 1] =
        page.text === '' ? null : { ...sizeOf(page), lines: readWords(page), confidence: 0 };
    return texts;
  }

  /**
   * Returns until when a mail or anything else that needs the words of a new fax should wait for them; null if they are
   * known, will never be, or the wait is over.
   */
  async wordsDue(tx: Db, account: AccountId, faxId: number): Promise<Date | null> {
    return await wordsDue(tx, { account, faxId }, WORDS_WAIT_MINUTES);
  }

  /** Returns the pages (from 1) with a barcode that contains exactly this text; none until all pages have been read. */
  async pagesWithBarcode(account: AccountId, faxId: number, text: string): Promise<Set<number>> {
    return new Set(await pagesWithBarcode(this.#database.db, { account, faxId }, text));
  }

  /** Copies the text of some pages of a fax to another fax, which has these pages in this order. */
  async copyPart(
    tx: Db,
    account: AccountId,
    part: { from: number; to: number; pages: readonly number[] },
  ): Promise<void> {
    await copyPart(tx, account, part);
    const fax = { account, faxId: part.to };
    await finishText(tx, fax, termsOf(await readTexts(tx, fax)));
  }

  /** Notes up to `limit` older faxes for reading, newest first. Returns how many. */
  async noteOlder(tx: Db, which: OlderFaxes, limit: number): Promise<number> {
    return await wantOlder(tx, which, limit);
  }

  /** Notes all older faxes; workers start on them within a minute. Returns how many. */
  async noteAllOlder(which: OlderFaxes): Promise<number> {
    let noted = 0;
    for (;;) {
      const more = await this.#database.transaction(
        async (tx) => await this.noteOlder(tx, which, NOTED_AT_ONCE),
      );
      noted += more;
      if (more < NOTED_AT_ONCE) return noted;
    }
  }

  /** Reads the waiting faxes in this process, and calls `onRead` after each one. */
  async readWaiting(
    deps: Omit<ReadDeps, 'database'>,
    signal: AbortSignal,
    onRead: () => void,
  ): Promise<void> {
    await readFaxes({ ...deps, database: this.#database }, signal, onRead);
  }

  /** Counts faxes by whether their pages have been read. */
  async count(): Promise<{ waiting: number; done: number }> {
    return await countTexts(this.#database.db);
  }
}

function sizeOf({ width, height, turn }: StoredPage): Pick<PageText, 'width' | 'height' | 'turn'> {
  return { width, height, turn };
}

function onWire(page: StoredPage): PageTextOnWire {
  const lines = readWords(page).map((words) => ({
    words: words.map(({ text }) => text),
    boxes: words.flatMap(({ x, y, w, h }) => [x, y, w, h]),
  }));
  return { page: page.page, ...sizeOf(page), lines, barcodes: page.barcodes };
}
