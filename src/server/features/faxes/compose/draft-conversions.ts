import type { ConversionProgress } from '#engine/documents/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { pagesKey, uploadKey } from './draft-files.ts';
import type { DraftsDeps } from './drafts-deps.ts';
import * as rows from './drafts.store.ts';
import type { DraftRow } from './drafts.store.ts';

/** So long after a process died, another one may try. A conversion may take longer, or wait for a converter. */
const CLAIM_SECONDS = 180;

/** The claim is renewed while the conversion goes on. */
const RENEW_MS = 60_000;

/** The converters are away: this long until the next try. */
const AWAY_SECONDS = 5;

/** Milliseconds between two notes of how far a conversion is. */
const PROGRESS_EVERY_MS = 300;

/** A file that kills its converter this often is given up. */
const MAX_DEATHS = 3;

type Convertible = Pick<DraftRow, 'key' | 'name' | 'photos'>;

/**
 * Converts drafts in this process, those of an account in turn, so that twenty files of one keep nobody waiting: one
 * that LibreOffice has to open, and beside it one that has not to. A photo is seen before a long letter is ready, and
 * the account still has no more than one of the converters while LibreOffice works.
 */
export class DraftConversions {
  readonly #deps: DraftsDeps;
  readonly #lines = new Map<string, Promise<void>>();
  readonly #waiting = new Set<string>();

  constructor(deps: DraftsDeps) {
    this.#deps = deps;
  }

  /** Converts the draft when its turn comes; one that waits already is left alone. */
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
      // Database or store are away: the next look at the list starts it again.
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

  /** Writes progress down, but not every page: people look at it about as often. */
  #progressOf(key: string): (progress: ConversionProgress) => void {
    let written = -Infinity;
    return (progress) => {
      if (performance.now() - written < PROGRESS_EVERY_MS) return;
      written = performance.now();
      rows.noteProgress(this.#deps.database.db, key, progress).catch((error: unknown) => {
        // Only something to look at; how the conversion ends is written down by itself.
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
