import type { FaxAction } from '#contract/mailbox/inbox.ts';
import { readSearchLine } from '#contract/mailbox/search-words.ts';
import { MAX_SELECTION } from '#contract/mailbox/search.ts';
import type { BulkProgress, BulkVerb, FoundFax } from '#contract/mailbox/search.ts';
import { withoutCallLimit } from '#engine/database/port.ts';
import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { onlyPerson } from '#server/kit/own-work.store.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { FOLDER_NUMBER } from './fax-scope.ts';
import { toRow } from './inbox.service.ts';
import type { InboxDeps } from './inbox.service.ts';
import { findAll, searchFaxes } from './search.store.ts';
import {
  actOnNext,
  addSelection,
  addUndo,
  cancelSelection,
  chooseAction,
  lockSelection,
} from './selection.store.ts';
import type { Selection } from './selection.store.ts';

/** Faxes per transaction, few enough that the account's other work does not wait noticeably. */
const BATCH = 500;
/** How long one call works before it reports its progress. */
const CALL_MS = 1000;

/** The inverse of each action. */
const INVERSE: Readonly<Record<FaxAction, BulkVerb | 'undelete' | null>> = {
  delete: 'undelete',
  to_archive: 'from_archive',
  from_archive: 'to_archive',
  view: 'new',
  new: 'view',
  undelete: null,
};

/** The account that is searched, and the person who searches. */
type Searcher = Pick<Caller, 'accountId' | 'person'>;

/** The search over all folders, and actions on everything that it finds (spec http-api 12.25, 12.26). */
export class SearchService {
  readonly #deps: Pick<InboxDeps, 'database' | 'zone' | 'deletedDays'>;

  constructor(deps: Pick<InboxDeps, 'database' | 'zone' | 'deletedDays'>) {
    this.#deps = deps;
  }

  /** Returns a page of what a valid search finds, newest first. */
  async search(
    { accountId, person }: Searcher,
    { q, start, length }: { q: string; start: number; length: number },
  ): Promise<{ total: number; more: boolean; data: FoundFax[] }> {
    const { query } = readSearchLine(q);
    const only = onlyPerson();
    // The role `sender` has access to no other folder.
    if (only !== null) query.folders = query.folders.filter((folder) => folder === 'Sent');
    if (query.folders.length === 0) return { total: 0, more: false, data: [] };
    const request = { query, person: person?.id, only, start, length };
    // A search may read a million rows.
    const { total, more, rows } = await withoutCallLimit(
      async () => await searchFaxes(this.#deps.database, accountId, request),
    );
    const data = rows.map((row) => ({
      ...toRow(row, this.#deps),
      folder: folderNamed(row.folder),
      ...(row.snippet !== undefined && { snippet: row.snippet }),
    }));
    return { total, more, data };
  }

  /** Stores the faxes that a search currently finds. Throws SELECTION_TOO_LARGE beyond MAX_SELECTION. */
  async select({ accountId, person }: Searcher, q: string): Promise<{ id: string; total: number }> {
    const { database } = this.#deps;
    return await withoutCallLimit(async () => {
      const { query } = readSearchLine(q);
      const ids = await findAll(database, accountId, { query, person: person?.id, most: MAX_SELECTION + 1 });
      if (ids.length > MAX_SELECTION)
        throw new AppError('SELECTION_TOO_LARGE', { params: { max: MAX_SELECTION } });
      const id = await database.transaction(async (tx) => await addSelection(tx, accountId, ids));
      return { id: String(id), total: ids.length };
    });
  }

  /**
   * Starts or continues an action on a selection, for about a second. Throws NOT_FOUND, and SELECTION_USED if the
   * selection has had another action.
   */
  async act(caller: Caller, id: number, action: BulkVerb): Promise<BulkProgress> {
    await this.#deps.database.transaction(async (tx) => {
      const selection = await own(tx, caller, id);
      if (selection.action === null) await chooseAction(tx, caller.accountId, id, action);
      else if (selection.action !== action) throw new AppError('SELECTION_USED');
    });
    return await this.#work(caller, id);
  }

  /** Stops an action. A batch in progress finishes first. */
  async cancel(caller: Caller, id: number): Promise<BulkProgress> {
    return await this.#deps.database.transaction(async (tx) => {
      const selection = await own(tx, caller, id);
      await cancelSelection(tx, caller.accountId, id);
      await this.#note(tx, caller, 'fax.bulk-cancel', { selection: id });
      return progressOf({ ...selection, cancelled: true });
    });
  }

  /** Starts or continues an undo. Throws NOT_FOUND, and SELECTION_USED for an undo or if no action was started. */
  async undo(caller: Caller, id: number): Promise<BulkProgress> {
    const undo = await this.#deps.database.transaction(async (tx) => {
      const { action, done, total } = await own(tx, caller, id);
      const inverse = action && INVERSE[action];
      if (!inverse) throw new AppError('SELECTION_USED');
      // An action that is being undone must not continue.
      if (done < total) await cancelSelection(tx, caller.accountId, id);
      return await addUndo(tx, caller.accountId, id, inverse);
    });
    return await this.#work(caller, undo);
  }

  async #work(caller: Caller, id: number): Promise<BulkProgress> {
    const { database } = this.#deps;
    const end = performance.now() + CALL_MS;
    for (;;) {
      const progress = await database.transaction(async (tx) => await this.#batch(tx, caller, id));
      if (progress.state !== 'running' || performance.now() >= end) return progress;
    }
  }

  async #batch(tx: Db, caller: Caller, id: number): Promise<BulkProgress> {
    const selection = await own(tx, caller, id);
    const { action, done, total, skipped } = selection;
    if (action === null || selection.cancelled || done >= total) return progressOf(selection);
    const changed = await actOnNext(tx, caller.accountId, { id, action }, BATCH);
    const name = `fax.${action.replace('_', '-')}`;
    if (changed.length > 0) await this.#note(tx, caller, name, { faxes: changed, selection: id });
    const after = Math.min(total, done + BATCH);
    return progressOf({ ...selection, done: after, skipped: skipped + (after - done) - changed.length });
  }

  async #note(tx: Db, caller: Caller, action: string, detail: object): Promise<void> {
    await writeAudit(tx, {
      ...byAccount(caller),
      action,
      detail,
    });
  }
}

async function own(tx: Db, caller: Caller, id: number): Promise<Selection> {
  const selection = await lockSelection(tx, caller.accountId, id);
  if (!selection) throw new AppError('NOT_FOUND');
  return selection;
}

function progressOf({ id, total, done, skipped, cancelled }: Selection): BulkProgress {
  const state = done >= total ? 'finished' : cancelled ? 'cancelled' : 'running';
  return { id: String(id), total, done, changed: done - skipped, state };
}

function folderNamed(number: number): FoundFax['folder'] {
  if (number === FOLDER_NUMBER.Archive) return 'Archive';
  return number === FOLDER_NUMBER.Sent ? 'Sent' : 'Inbox';
}
