import type { Logger } from 'pino';

import { indexTerms } from '#contract/mailbox/page-words.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { DocumentEngine, PageTextOutcome } from '#engine/documents/port.ts';
import { damagedAs, FileStoreAway } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { measure, secondsSince } from '#server/kit/meter.ts';

import { storeBarcodes, storeWords } from './boxes.ts';
import {
  beginPage,
  copyPages,
  finishText,
  giveBack,
  readTexts,
  storePage,
  takeFax,
} from './page-text.store.ts';
import { forgetUnwanted } from './wanted-texts.store.ts';
import type { ReadPage, TakenFax } from './page-text.store.ts';

/** After so many tries, each of which may have ended its process, a page is given up (F-text-01). */
const MOST_TRIES = 3;
/** Terms of one fax that are kept for searches: some 300 dense pages. A row of the database holds no more than a megabyte. */
const MOST_TERMS = 40_000;

/** What reading needs. */
export interface ReadDeps {
  database: Database;
  files: Pick<FileStore, 'get'>;
  documents: Pick<DocumentEngine, 'recognizeText'>;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Is told of a fax in the transaction in which its text becomes known. */
  read(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
}

/** Faxes whose texts are removed in one transaction. */
const FORGOTTEN_AT_ONCE = 500;

/**
 * Reads the faxes that wait, the newest first, until none does or this process is to stop. Before that it removes the
 * texts of accounts that no longer want them. `onRead` is told after each fax.
 */
export async function readFaxes(deps: ReadDeps, signal: AbortSignal, onRead?: () => void): Promise<void> {
  const { database } = deps;
  const forget = async () =>
    await database.transaction(async (tx) => await forgetUnwanted(tx, FORGOTTEN_AT_ONCE));
  while (!signal.aborted && (await forget()) === FORGOTTEN_AT_ONCE);
  while (!signal.aborted) {
    const fax = await takeFax(database.db);
    if (fax === null || (await readFax(deps, fax, signal)) === 'later') return;
    onRead?.();
  }
}

/** Reads one fax from the page on that it had come to. `later`: this machine cannot read now, or this process stops. */
async function readFax(deps: ReadDeps, fax: TakenFax, signal: AbortSignal): Promise<'done' | 'later'> {
  const { database } = deps;
  const copied = fax.read === 0 && (await database.transaction(async (tx) => await copyPages(tx, fax)));
  if (!copied && (await readRest(deps, fax, signal)) === 'later') return 'later';
  const texts = await readTexts(database.db, fax);
  const terms = termsOf(texts);
  await database.transaction(async (tx) => {
    await finishText(tx, fax, terms);
    await deps.read(tx, { accountId: fax.account, faxId: fax.faxId });
  });
  return 'done';
}

/** The terms by which searches find a fax with these texts. */
export function termsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...indexTerms(text)]))].slice(0, MOST_TERMS);
}

/** Reads the pages of a fax that were not read yet, each in a transaction of its own. */
async function readRest(deps: ReadDeps, fax: TakenFax, signal: AbortSignal): Promise<'done' | 'later'> {
  const tiff = fax.read < fax.pages ? await load(deps, fax) : null;
  if (tiff === 'away') return await later(deps, fax, fax.tries);
  if (tiff === null) return 'done';
  let { tries } = fax;
  for (let page = fax.read + 1; page <= fax.pages; page += 1) {
    const read = await readPage(deps, fax, { tiff, page, tries }, signal);
    if (read === 'later') return await later(deps, fax, tries);
    await deps.database.transaction(async (tx) => await storePage(tx, fax, page, read));
    tries = 0;
  }
  return 'done';
}

async function load({ files }: ReadDeps, { tiffKey }: TakenFax): Promise<Uint8Array | null | 'away'> {
  try {
    return await files.get(tiffKey).catch(damagedAs(null));
  } catch (error) {
    if (error instanceof FileStoreAway) return 'away';
    throw error;
  }
}

async function later({ database }: ReadDeps, fax: TakenFax, tries: number): Promise<'later'> {
  await giveBack(database.db, fax, tries);
  return 'later';
}

/** Tries a page as often as it may be tried. Each try is noted before, so that one that ends the process counts. */
async function readPage(
  { database, documents, log }: ReadDeps,
  fax: TakenFax,
  { tiff, page, tries }: { tiff: Uint8Array; page: number; tries: number },
  signal: AbortSignal,
): Promise<ReadPage | 'later'> {
  for (let tried = tries; tried < MOST_TRIES; tried += 1) {
    await beginPage(database.db, fax);
    const began = performance.now();
    const outcome = await documents.recognizeText(tiff, page, { languages: [fax.language], signal });
    if (outcome.kind === 'aborted') return 'later';
    measure('recognition', { result: outcome.kind, seconds: secondsSince(began) });
    if (outcome.kind === 'unavailable') {
      logEvent(log, 'text.unavailable', { reason: outcome.detail });
      return 'later';
    }
    if (outcome.kind === 'ok') {
      const { barcodesFailed: reason } = outcome;
      if (reason !== undefined) logEvent(log, 'text.barcodes-failed', { fax: fax.faxId, page, reason });
      return doneWith(outcome);
    }
    logEvent(log, 'text.page-failed', { fax: fax.faxId, page, reason: outcome.detail });
  }
  return { failed: true };
}

function doneWith({ text }: Extract<PageTextOutcome, { kind: 'ok' }>): ReadPage {
  const { width, height, turn, lines, barcodes } = text;
  return { width, height, turn, ...storeWords(lines), barcodes: storeBarcodes(barcodes) };
}
