import type { Photos } from '#contract/faxes/compose.ts';
import { DRAFT_FILE, MAX_DRAFT_BYTES, MAX_DRAFTS } from '#contract/faxes/drafts.ts';
import type { Draft } from '#contract/faxes/drafts.ts';
import { parsePagePlan } from '#contract/faxes/page-plan.ts';
import type { PagePlan } from '#contract/faxes/page-plan.ts';
import { PAGE_IMAGE_WIDTH, THUMBNAIL_WIDTH } from '#contract/mailbox/inbox.ts';
import type { Db } from '#engine/database/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller, AccountCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { DraftConversions } from './draft-conversions.ts';
import { pagesKey, removeDraftFiles, uploadKey } from './draft-files.ts';
import type { DraftsDeps } from './drafts-deps.ts';
import * as rows from './drafts.store.ts';
import type { DraftRow } from './drafts.store.ts';
import type { Message } from './message.ts';
import { requireProgramRoom } from './program-room.ts';
import { scanFiles } from './scan-files.ts';

/** When an account has no room left, files of its people that were abandoned this long ago make room. */
const FORGOTTEN_HOURS = 2;

/** How long storing a file may take; after that, the process that stored it may be found to be gone. */
const STORING_SECONDS = 180;

const WIDTHS = { prev: PAGE_IMAGE_WIDTH, thumb: THUMBNAIL_WIDTH } as const;

/** Files of faxes that are being written: converted on arrival, viewed, then sent (spec http-api 12.2). */
export class Drafts {
  readonly #deps: DraftsDeps;
  readonly #conversions: DraftConversions;

  constructor(deps: DraftsDeps) {
    this.#deps = deps;
    this.#conversions = new DraftConversions(deps);
  }

  /**
   * Stores a file, of a program's draft if one is named, and starts converting it. Throws DRAFTS_FULL, FILE_INFECTED,
   * UNAVAILABLE.
   */
  async add(
    caller: AccountCaller,
    file: { name: string; extension: string; size: number; read(): Promise<Uint8Array> },
    photos: Photos,
    programDraft?: string,
  ): Promise<Draft> {
    const { scanner, log } = this.#deps;
    await scanFiles(scanner, log, [file]);
    return await this.#keep(caller, file, photos, programDraft);
  }

  /** Adds an existing file again, with other photo settings. Throws DRAFT_UNKNOWN, DRAFTS_FULL. */
  async copy(caller: Caller, key: string, photos: Photos): Promise<Draft> {
    const { database, files } = this.#deps;
    const [draft] = await rows.findDrafts(database.db, caller.accountId, [key]);
    const bytes = draft && (await files.get(uploadKey(key)));
    if (!bytes) throw new AppError('DRAFT_UNKNOWN', { fields: { id: 'DRAFT_UNKNOWN' } });
    const { name, extension, bytes: size } = draft;
    return await this.#keep(
      caller,
      { name, extension, size, read: async () => Promise.resolve(bytes) },
      photos,
    );
  }

  async #keep(
    caller: AccountCaller,
    file: { name: string; extension: string; size: number; read(): Promise<Uint8Array> },
    photos: Photos,
    programDraft: string | null = null,
  ): Promise<Draft> {
    const { database, files } = this.#deps;
    const account = caller.accountId;
    const { name, extension, size: bytes } = file;
    const draft = { key: newPathKey(), name, extension, bytes, photos };
    // The row first: a file without a row would never be swept.
    const evicted = await database.transaction(async (tx) => {
      const forgotten = await makeRoom(tx, account, file.size);
      // Counted under the lock that makeRoom has taken: uploads side by side cannot all be the last.
      if (programDraft !== null) await requireProgramRoom(tx, account, 1);
      await rows.insertDraft(tx, account, { ...draft, api_draft: programDraft }, STORING_SECONDS);
      await audit(tx, caller, 'draft.add', draft.key);
      return forgotten;
    });
    await this.#removeFiles(evicted);
    try {
      await files.put(uploadKey(draft.key), await file.read());
      await rows.returnDraft(database.db, draft.key, { crashed: false, seconds: 0 });
    } catch (error) {
      await rows.deleteDrafts(database.db, account, [draft.key]);
      throw error;
    }
    this.#conversions.start(account, draft);
    return toWire({ ...draft, state: 'new', fault: null, pages: 0, drawn: 0, drawn_of: 0 });
  }

  /** Adds the finished pages of the fax `faxId` as a file, which is ready at once. Throws DRAFTS_FULL. */
  async keepPages(
    caller: Caller,
    { tiff, pages, name, faxId }: { tiff: Uint8Array; pages: number; name: string; faxId: number },
  ): Promise<Draft> {
    const { database, files } = this.#deps;
    const account = caller.accountId;
    const draft = {
      key: newPathKey(),
      name,
      extension: 'tiff',
      bytes: tiff.byteLength,
      photos: 'quick' as const,
    };
    const evicted = await database.transaction(async (tx) => {
      const forgotten = await makeRoom(tx, account, draft.bytes);
      await rows.insertDraft(tx, account, draft, STORING_SECONDS);
      await audit(tx, caller, 'draft.from-fax', draft.key, { fax: faxId });
      return forgotten;
    });
    await this.#removeFiles(evicted);
    try {
      for (const key of [uploadKey(draft.key), pagesKey(draft.key)]) await files.put(key, tiff);
      await rows.endDraft(database.db, draft.key, { state: 'ready', pages });
    } catch (error) {
      await rows.deleteDrafts(database.db, account, [draft.key]);
      throw error;
    }
    return toWire({ ...draft, state: 'ready', fault: null, pages, drawn: 0, drawn_of: 0 });
  }

  /** Returns the account's drafts. Restarts conversions that a dead process left unfinished. */
  async list(account: AccountId): Promise<Draft[]> {
    const drafts = await rows.listDrafts(this.#deps.database.db, account);
    this.goOn(account, drafts);
    return drafts.map(toWire);
  }

  /** Starts the conversion of drafts that are not converted and that no process is converting. */
  goOn(account: AccountId, drafts: readonly DraftRow[]): void {
    for (const draft of drafts) if (draft.state === 'new') this.#conversions.start(account, draft);
  }

  /** Removes files, all of them or none: a program's draft never remains with only some of its pages. */
  async remove(caller: AccountCaller, ...keys: readonly string[]): Promise<void> {
    const gone = await this.#deps.database.transaction(async (tx) => {
      const removed = await rows.deleteDrafts(tx, caller.accountId, keys);
      for (const key of removed) await audit(tx, caller, 'draft.remove', key);
      return removed;
    });
    await this.#removeFiles(gone);
  }

  /** Returns one page as it will be sent. Anything that is not a page of an own draft is the same NOT_FOUND. */
  async page(account: AccountId, file: string): Promise<Uint8Array> {
    const { key = '', image, plan = '' } = DRAFT_FILE.exec(file)?.groups ?? {};
    const pages = parsePagePlan(plan) ?? [];
    const { database, files, documents } = this.#deps;
    const [draft] = await rows.findDrafts(database.db, account, [key]);
    if (!draft || draft.state !== 'ready' || !fits(pages, draft)) throw new AppError('NOT_FOUND');
    const tiff = await files.get(pagesKey(key));
    if (!tiff) throw new AppError('NOT_FOUND');
    const width = WIDTHS[image as keyof typeof WIDTHS];
    const arranged = await documents.arrangePages(tiff, pages, draft.photos);
    if (arranged.kind !== 'ok') throw new AppError('NOT_FOUND');
    const outcome = await documents.pageImage(arranged.tiff, 1, { rotation: 0, width });
    if (outcome.kind === 'failed') throw new AppError('NOT_FOUND');
    return outcome.gif;
  }

  /**
   * Returns the drafts of a send, in its order. Throws DRAFT_UNKNOWN, DRAFT_FAILED and FIELD_INVALID, with the field at
   * fault.
   */
  async require(account: AccountId, asked: Message['drafts']): Promise<DraftRow[]> {
    const keys = asked.map(({ key }) => key);
    const found = await rows.findDrafts(this.#deps.database.db, account, keys);
    return asked.map(({ index, key, plan }) => {
      const draft = found.find((one) => one.key === key);
      const field = `drafts[${index}]`;
      if (!draft) throw new AppError('DRAFT_UNKNOWN', { fields: { [field]: 'DRAFT_UNKNOWN' } });
      // The pages of a draft that is still being converted become known later: its plan is kept with it.
      if (draft.state === 'ready' && plan && !fits(plan, draft))
        throw new AppError('FIELD_INVALID', { fields: { [`pages[${index}]`]: 'PAGES_INVALID' } });
      if (draft.state !== 'failed') return draft;
      throw new AppError('DRAFT_FAILED', {
        fields: { [field]: 'DRAFT_FAILED' },
        params: { file: draft.name },
      });
    });
  }

  /** Deletes drafts in the transaction that sends them; `dropFiles` follows its commit. */
  async forget(tx: Db, account: AccountId, keys: readonly string[]): Promise<void> {
    await rows.deleteDrafts(tx, account, keys);
  }

  async dropFiles(keys: readonly string[]): Promise<void> {
    await this.#removeFiles(keys);
  }

  async #removeFiles(keys: readonly string[]): Promise<void> {
    await removeDraftFiles(this.#deps, keys);
  }
}

/** Returns whether the file has all pages of a plan. */
function fits(plan: PagePlan, { pages }: DraftRow): boolean {
  return plan.length > 0 && plan.every(({ page }) => page <= pages);
}

async function makeRoom(tx: Db, account: AccountId, size: number): Promise<string[]> {
  const hasRoom = ({ count, bytes }: { count: number; bytes: number }) =>
    count < MAX_DRAFTS && bytes + size <= MAX_DRAFT_BYTES;
  if (hasRoom(await rows.countDrafts(tx, account))) return [];
  const forgotten = await rows.deleteOldDrafts(tx, FORGOTTEN_HOURS, account);
  if (!hasRoom(await rows.countDrafts(tx, account))) throw new AppError('DRAFTS_FULL');
  return forgotten;
}

function toWire({ key, name, bytes, state, photos, fault, pages, drawn, drawn_of: of }: DraftRow): Draft {
  const states = { new: 'CONVERTING', ready: 'READY', failed: 'FAILED' } as const;
  return {
    id: key,
    name,
    size: bytes,
    state: states[state],
    photos,
    pages,
    ...(state === 'new' && of > 0 ? { progress: { done: drawn, of } } : {}),
    ...(fault === null ? {} : { reason: fault }),
  };
}

async function audit(
  tx: Db,
  caller: AccountCaller,
  action: string,
  key: string,
  detail?: object,
): Promise<void> {
  await writeAudit(tx, {
    ...byAccount(caller),
    action,
    object: `draft/${key.slice(0, 6)}`,
    ...(detail && { detail }),
  });
}
