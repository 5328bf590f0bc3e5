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

/** Attempts, each of which may have ended its process, after which a page is given up (F-text-01). */
const MOST_TRIES = 3;
/** Maximum search terms of one fax, some 300 dense pages. A database row holds at most a megabyte of them. */
const MOST_TERMS = 40_000;

/** Dependencies of reading. */
export interface ReadDeps {
  database: Database;
  files: Pick<FileStore, 'get'>;
  documents: Pick<DocumentEngine, 'recognizeText'>;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Called in the transaction in which the text of a fax becomes known. */
  read(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
}

/** Faxes whose texts are removed per transaction. */
const FORGOTTEN_AT_ONCE = 500;

/**
 * Reads waiting faxes, newest first, until none is left or this process stops. First removes the texts of accounts that
 * no longer want them. Calls `onRead` after each fax.
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

/** Reads one fax, after its last finished page. `later`: recognition is unavailable, or this process stops. */
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

/** Returns the terms by which searches find a fax with these texts. */
export function termsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...indexTerms(text)]))].slice(0, MOST_TERMS);
}

/** Reads the unread pages of a fax, each in its own transaction. */
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

/** Attempts a page up to MOST_TRIES times. Records each attempt first, so that one that ends the process counts. */
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
