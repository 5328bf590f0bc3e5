import type { ConversionProgress } from '#engine/documents/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { pagesKey, uploadKey } from './draft-files.ts';
import type { DraftsDeps } from './drafts-deps.ts';
import * as rows from './drafts.store.ts';
import type { DraftRow } from './drafts.store.ts';

/**
 * How long a conversion is claimed; after the death of a process, another one may try after that. A conversion may take
 * longer, or wait for a converter.
 */
const CLAIM_SECONDS = 180;

/** How often the claim is renewed during the conversion. */
const RENEW_MS = 60_000;

/** Delay before the next attempt while the converters are unavailable. */
const AWAY_SECONDS = 5;

/** Interval between two writes of a conversion's progress, in milliseconds. */
const PROGRESS_EVERY_MS = 300;

/** A file that crashes its converter this often is given up. */
const MAX_DEATHS = 3;

type Convertible = Pick<DraftRow, 'key' | 'name' | 'photos'>;

/**
 * Converts drafts in this process. Each account has two queues, each of which converts one file at a time: one for
 * files that LibreOffice has to open, one for the others. So twenty files of one account keep nobody waiting, a photo
 * is visible before a long document is ready, and the account occupies no more than one converter while LibreOffice
 * works.
 */
export class DraftConversions {
  readonly #deps: DraftsDeps;
  readonly #lines = new Map<string, Promise<void>>();
  readonly #waiting = new Set<string>();

  constructor(deps: DraftsDeps) {
    this.#deps = deps;
  }

  /** Converts the draft when its turn comes; a draft that already waits is left alone. */
  start(account: AccountId, draft: Convertible): void {
    if (this.#waiting.has(draft.key)) return;
    this.#waiting.add(draft.key);
    const line = `${account} ${this.#deps.documents.needsProgram(draft.name)}`;
    const before = this.#lines.get(line) ?? Promise.resolve();
    const mine = before.then(async () => await this.#run(account, draft));
    this.#lines.set(line, mine);
    void mine.then(() => {
      if (this.#lines.get(line) === mine) this.#lines.delete(line);
    });
  }

  async #run(account: AccountId, draft: Convertible): Promise<void> {
    try {
      if (await rows.claimDraft(this.#deps.database.db, draft.key, CLAIM_SECONDS))
        await this.#keeping(draft.key, async () => await this.#convert(account, draft));
    } catch (error) {
      // The database or the store is unavailable: the next request for the list starts it again.
      logEvent(this.#deps.log, 'draft.conversion-failed', { err: error });
    } finally {
      this.#waiting.delete(draft.key);
    }
  }

  async #keeping(key: string, work: () => Promise<void>): Promise<void> {
    const { database, log } = this.#deps;
    const renewing = setInterval(() => {
      rows
        .keepDraft(database.db, key, CLAIM_SECONDS)
        .catch((error: unknown) => logEvent(log, 'draft.conversion-failed', { err: error }));
    }, RENEW_MS);
    try {
      await work();
    } finally {
      clearInterval(renewing);
    }
  }

  /** Returns a callback that writes progress, but not for every page: people poll it about as often. */
  #progressOf(key: string): (progress: ConversionProgress) => void {
    let written = -Infinity;
    return (progress) => {
      if (performance.now() - written < PROGRESS_EVERY_MS) return;
      written = performance.now();
      rows.noteProgress(this.#deps.database.db, key, progress).catch((error: unknown) => {
        // Progress is only shown; the outcome of the conversion is written separately.
        logEvent(this.#deps.log, 'draft.progress-failed', { err: error });
      });
    };
  }

  async #convert(account: AccountId, { key, name, photos }: Convertible): Promise<void> {
    const { database, files, documents } = this.#deps;
    const bytes = await files.get(uploadKey(key));
    if (!bytes) return await rows.endDraft(database.db, key, { state: 'failed', fault: 'DOCUMENT_DAMAGED' });
    const onProgress = this.#progressOf(key);
    const outcome = await documents.toFaxPages([{ name, bytes }], {
      photos,
      owner: String(account),
      onProgress,
    });
    if (outcome.kind === 'ok') {
      await files.put(pagesKey(key), outcome.tiff);
      return await rows.endDraft(database.db, key, { state: 'ready', pages: outcome.pages });
    }
    if (outcome.kind === 'refused')
      return await rows.endDraft(database.db, key, { state: 'failed', fault: outcome.reason });
    const crashed = outcome.reason === 'CONVERTER_CRASHED';
    const deaths = await rows.returnDraft(database.db, key, { crashed, seconds: crashed ? 0 : AWAY_SECONDS });
    if (deaths >= MAX_DEATHS)
      await rows.endDraft(database.db, key, { state: 'failed', fault: 'DOCUMENT_DAMAGED' });
  }
}
