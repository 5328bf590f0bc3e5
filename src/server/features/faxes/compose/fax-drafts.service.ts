import { draftFile } from '#contract/faxes/drafts.ts';
import { MAX_FAX_DRAFTS } from '#contract/faxes/fax-drafts.ts';
import type { FaxDraft, FaxDraftContent } from '#contract/faxes/fax-drafts.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import * as rows from './fax-drafts.store.ts';
import type { FaxDraftFile, FaxDraftRow, Writer } from './fax-drafts.store.ts';

/** A version of a draft that a page has loaded. */
export interface FaxDraftVersion {
  id: string;
  version: number;
}

/** The files of drafts: copies one, and returns the id of the copy. */
interface DraftFiles {
  copy(caller: Caller, key: string, photos: FaxDraftContent['photos']): Promise<{ id: string }>;
}

/** Maximum length of a browser's user agent; beyond that nothing is recognized. */
const BROWSER_LENGTH = 300;

/** Faxes that are being written, stored so that they can be continued on every device (spec http-api 12.32). */
export class FaxDrafts {
  readonly #database: Database;
  readonly #files: DraftFiles;
  readonly #zone: string;

  constructor({ database, drafts, zone }: { database: Database; drafts: DraftFiles; zone: string }) {
    this.#database = database;
    this.#files = drafts;
    this.#zone = zone;
  }

  async list(account: AccountId, device: string): Promise<FaxDraft[]> {
    const { db } = this.#database;
    const drafts = await rows.listFaxDrafts(db, account);
    const files = Map.groupBy(await rows.filesOfDrafts(db, account), (file) => file.fax_draft_id);
    const names = await rows.namesOf(db, account, [
      ...new Set(drafts.flatMap(({ content }) => content.numbers)),
    ]);
    return drafts.map((draft) => ({
      ...describe(draft, files.get(draft.id) ?? []),
      to: draft.content.numbers.map((number) => ({ number, name: names.get(number) ?? '' })),
      savedAt: formatWireTime(draft.saved_at, this.#zone),
      here: draft.device === device,
    }));
  }

  /**
   * Saves what is written and returns the new version. Audited if it is new or continued by another page, not at every
   * pause in typing. Throws DRAFT_ELSEWHERE, DRAFT_GONE, FAX_DRAFTS_FULL.
   */
  async save(
    caller: Caller,
    { id: key, version }: FaxDraftVersion,
    { content, ...by }: Writer & { content: FaxDraftContent },
  ): Promise<number> {
    const account = caller.accountId;
    const writer = { ...by, browser: by.browser.slice(0, BROWSER_LENGTH) };
    const next = version + 1;
    return await this.#database.transaction(async (tx) => {
      let draft = await rows.lockFaxDraft(tx, account, key);
      if (!draft && version === 0) {
        if (!(await rows.hasRoomForDraft(tx, account))) throw full();
        const made = await rows.insertFaxDraft(tx, account, key, { ...writer, content });
        if (made) {
          await rows.linkFiles(tx, account, made.id, keysOf(content));
          await audit(tx, caller, 'fax-draft.add', key);
          return next;
        }
        draft = await rows.lockFaxDraft(tx, account, key);
      }
      if (!draft) throw new AppError('DRAFT_GONE');
      if (!isCurrent(draft, { version, page: writer.page })) throw new AppError('DRAFT_ELSEWHERE');
      await rows.updateFaxDraft(tx, draft.id, { ...writer, version: next, content });
      await rows.linkFiles(tx, account, draft.id, keysOf(content));
      if (draft.page !== writer.page) await audit(tx, caller, 'fax-draft.continue', key);
      return next;
    });
  }

  /** Continues a draft on another page, which alone can save it from now on. Throws DRAFT_GONE. */
  async open(
    caller: Caller,
    key: string,
    by: Writer,
  ): Promise<{ version: number; content: FaxDraftContent }> {
    return await this.#database.transaction(async (tx) => {
      const draft = await rows.lockFaxDraft(tx, caller.accountId, key);
      if (!draft) throw new AppError('DRAFT_GONE');
      const version = draft.version + 1;
      const browser = by.browser.slice(0, BROWSER_LENGTH);
      await rows.updateFaxDraft(tx, draft.id, { ...by, browser, version });
      await audit(tx, caller, 'fax-draft.continue', key);
      return { version, content: draft.content };
    });
  }

  /** Records that a page has the draft open, or has closed it. Throws DRAFT_ELSEWHERE, DRAFT_GONE. */
  async hold(
    account: AccountId,
    { open, ...known }: FaxDraftVersion & { page?: string | undefined; open: boolean },
  ): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const draft = await rows.lockFaxDraft(tx, account, known.id);
      if (!draft) throw new AppError('DRAFT_GONE');
      if (!isCurrent(draft, known)) throw new AppError('DRAFT_ELSEWHERE');
      await rows.setOpen(tx, draft.id, open);
    });
  }

  /** Discards a draft; its files stay for as long as it can be restored. */
  async discard(caller: Caller, key: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (await rows.setDiscarded(tx, caller.accountId, key, true))
        await audit(tx, caller, 'fax-draft.discard', key);
    });
  }

  /**
   * Creates a second draft `copy` from the saved one, with separate files; no page has it open. Throws DRAFT_GONE,
   * FAX_DRAFTS_FULL, DRAFTS_FULL.
   */
  async duplicate(caller: Caller, key: string, copy: string): Promise<void> {
    const account = caller.accountId;
    const draft = await rows.findFaxDraft(this.#database.db, account, key);
    if (!draft) throw new AppError('DRAFT_GONE');
    if (await rows.findFaxDraft(this.#database.db, account, copy)) return;
    const { content, device, browser } = draft;
    const files: FaxDraftContent['files'] = [];
    for (const file of content.files) {
      const { id } = await this.#files.copy(caller, file.key, content.photos);
      files.push({ ...file, key: id });
    }
    await this.#database.transaction(async (tx) => {
      if (!(await rows.hasRoomForDraft(tx, account))) throw full();
      const copied = { ...content, files };
      // If another request has made the copy meanwhile, these files belong to no draft: the sweep removes them.
      const made = await rows.insertFaxDraft(tx, account, copy, {
        device,
        browser,
        page: copy,
        content: copied,
      });
      if (!made) return;
      await rows.linkFiles(tx, account, made.id, keysOf(copied));
      await rows.setOpen(tx, made.id, false);
      await audit(tx, caller, 'fax-draft.add', copy);
    });
  }

  /** Restores a discarded draft. Throws DRAFT_GONE, FAX_DRAFTS_FULL. */
  async restore(caller: Caller, key: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await rows.hasRoomForDraft(tx, caller.accountId))) throw full();
      if (!(await rows.setDiscarded(tx, caller.accountId, key, false))) throw new AppError('DRAFT_GONE');
      await audit(tx, caller, 'fax-draft.restore', key);
    });
  }

  /**
   * Ends a draft in the transaction that sends it. Returns the keys of its files, which are removed after the commit.
   * Throws DRAFT_ELSEWHERE and DRAFT_GONE: a draft that another page has continued or sent is not sent by this one.
   */
  async end(tx: Db, account: AccountId, { id: key, version }: FaxDraftVersion): Promise<string[]> {
    const draft = await rows.lockFaxDraft(tx, account, key);
    if (!draft) throw new AppError('DRAFT_GONE');
    if (draft.version !== version) throw new AppError('DRAFT_ELSEWHERE');
    return await rows.deleteFaxDrafts(tx, [draft.id]);
  }
}

function full(): AppError {
  return new AppError('FAX_DRAFTS_FULL', { params: { max: MAX_FAX_DRAFTS } });
}

/**
 * Returns whether no other page has continued the draft since `version`. A reload may have kept a page from receiving
 * the response to its last save: then the version after the one it has is its own.
 */
function isCurrent(
  draft: Pick<FaxDraftRow, 'version' | 'page'>,
  known: { version: number; page?: string | undefined },
): boolean {
  return (
    draft.version === known.version || (draft.version === known.version + 1 && draft.page === known.page)
  );
}

function keysOf({ files }: FaxDraftContent): string[] {
  return files.map(({ key }) => key);
}

/** Returns the part of the list that comes from a draft alone. */
function describe(
  { key: id, content, open, browser }: FaxDraftRow,
  known: readonly FaxDraftFile[],
): Omit<FaxDraft, 'to' | 'savedAt' | 'here'> {
  const { typing, cover, files } = content;
  const found = files.map(({ key, strip }) => {
    const file = known.find((one) => one.key === key);
    const pages = file?.state === 'ready' ? file.pages : 0;
    const all = strip?.length === pages ? strip : allOf(pages);
    return { key, failed: !file || file.state === 'failed', pages: all.filter(({ out }) => !out) };
  });
  const [first] = found.filter(({ pages }) => pages.length > 0);
  const [page] = first?.pages ?? [];
  return {
    id,
    typing,
    subject: cover.use ? cover.subject.trim() : '',
    files: files.length,
    firstFile: files[0]?.name ?? '',
    failed: found.filter(({ failed }) => failed).length,
    pages: found.reduce((sum, { pages }) => sum + pages.length, cover.use ? 1 : 0),
    picture: first && page ? draftFile(first.key, 'thumb', page) : '',
    open,
    browser,
  };
}

function allOf(pages: number) {
  return Array.from({ length: pages }, (_, at) => ({ page: at + 1, rotation: 0 as const, out: false }));
}

async function audit(tx: Db, caller: Caller, action: string, key: string): Promise<void> {
  await writeAudit(tx, {
    ...byAccount(caller),
    action,
    object: `fax-draft/${key.slice(0, 6)}`,
  });
}
