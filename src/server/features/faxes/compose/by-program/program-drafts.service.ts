import { DRAFT_HOURS } from '#contract/faxes/drafts.ts';
import type { Photos } from '#contract/faxes/compose.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { SendBody } from '#contract/v1/send.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, AccountCaller } from '#server/kit/scope.ts';

import { convertibleTypes } from '../convertible.ts';
import type { RefuseUnconvertible } from '../convertible.ts';
import { pagesKey } from '../draft-files.ts';
import type { Drafts } from '../drafts.service.ts';
import { listProgramFiles } from '../drafts.store.ts';
import type { ProgramFileRow } from '../drafts.store.ts';
import { requireProgramRoom } from '../program-room.ts';
import type { FileToSend } from '../send-request.ts';
import { filesByUrl, filesInBody, requireFit } from './program-files.ts';
import type { FetchDocument } from './program-files.ts';

/** Prefix of the ids of drafts on the wire. */
const PREFIX = 'drf_';

/** What most calls come to, in bits a second, and what greeting and each page take on top. */
const RATE = 14_400;
const GREETING_SECONDS = 8;
const PAGE_SECONDS = 2;

/** Dependencies of programs' drafts. */
export interface ProgramDraftsDeps {
  database: Database;
  store: FileStore;
  documents: Pick<DocumentEngine, 'status' | 'pagePng' | 'forCall'>;
  drafts: Drafts;
  limits: UploadLimits;
  fetchDocument: FetchDocument;
}

/** A draft as a program uploads it. */
export interface AskedDraft {
  caller: AccountCaller;
  files: SendBody['files'];
  photos: Photos;
  /** Files that came as parts of the request. */
  uploads: readonly FileToSend[];
}

/** A draft with its files. */
export interface ProgramDraft {
  /** The id without `drf_`. */
  id: string;
  files: ProgramFileRow[];
  /** Duration of one call; null until all pages are there. */
  seconds: number | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Drafts of programs: built on the files that people upload, with several files under one id. */
export class ProgramDrafts {
  readonly #deps: ProgramDraftsDeps;
  readonly #refuseUnconvertible: RefuseUnconvertible;

  constructor(deps: ProgramDraftsDeps) {
    this.#deps = deps;
    this.#refuseUnconvertible = convertibleTypes(deps.documents);
  }

  /**
   * Stores files and starts converting them. Throws NOTHING_TO_SEND, DRAFTS_FULL, and the reasons why files are
   * refused.
   */
  async add({ caller, files: asked, photos, uploads }: AskedDraft): Promise<ProgramDraft> {
    const { limits, fetchDocument: fetch } = this.#deps;
    const { accountId: account } = caller;
    const count = uploads.length + asked.length;
    if (count === 0) throw new AppError('NOTHING_TO_SEND');
    requireFit(
      Array.from({ length: count }, () => ({ size: 0 })),
      limits,
    );
    // Before anything is fetched; each file is counted again when it is kept.
    await requireProgramRoom(this.#deps.database.db, account, count);
    const here = [...uploads, ...filesInBody(asked, limits)];
    const far = await filesByUrl(asked, { account, limits, fetch });
    try {
      const files = [...here, ...far.files].toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
      requireFit(files, limits);
      await this.#refuseUnconvertible(files);
      const id = newPathKey();
      await this.#keep(caller, id, files, photos);
      return await this.find(account, id);
    } finally {
      await far.discard();
    }
  }

  /** Throws NOT_FOUND. */
  async find(account: AccountId, id: string): Promise<ProgramDraft> {
    const { database, drafts } = this.#deps;
    const files = await listProgramFiles(database.db, account, id);
    const [first] = files;
    if (!first) throw new AppError('NOT_FOUND');
    drafts.goOn(account, files);
    return {
      id,
      files,
      seconds: await this.#secondsOf(files),
      createdAt: first.created_at,
      expiresAt: new Date(first.created_at.getTime() + DRAFT_HOURS * 3_600_000),
    };
  }

  /** Returns one page, counted through all its files, as it will be sent. Throws NOT_FOUND. */
  async page(account: AccountId, id: string, page: number): Promise<Uint8Array> {
    const { store, documents } = this.#deps;
    let left = page;
    for (const { key, state, pages } of (await this.find(account, id)).files) {
      if (state !== 'ready') break;
      if (left > pages) {
        left -= pages;
        continue;
      }
      const tiff = await store.get(pagesKey(key));
      const drawn = tiff && (await documents.pagePng(tiff, left, 0));
      if (drawn?.kind === 'ok') return drawn.png;
      break;
    }
    throw new AppError('NOT_FOUND');
  }

  /** Removes the draft with its files. Throws NOT_FOUND. */
  async remove(caller: AccountCaller, id: string): Promise<void> {
    const { files } = await this.find(caller.accountId, id);
    await this.#deps.drafts.remove(caller, ...files.map(({ key }) => key));
  }

  /** Returns the files of a draft by its id on the wire, in their order. Throws DRAFT_UNKNOWN. */
  async keysOf(account: AccountId, id: string): Promise<string[]> {
    const found = await listProgramFiles(this.#deps.database.db, account, id.slice(PREFIX.length));
    if (found.length === 0) throw new AppError('DRAFT_UNKNOWN', { fields: { draft: 'DRAFT_UNKNOWN' } });
    return found.map(({ key }) => key);
  }

  async #keep(
    caller: AccountCaller,
    id: string,
    files: readonly FileToSend[],
    photos: Photos,
  ): Promise<void> {
    const { drafts } = this.#deps;
    const kept: string[] = [];
    try {
      for (const file of files) kept.push((await drafts.add(caller, file, photos, id)).id);
    } catch (error) {
      // A draft that lacks one of its files is not kept.
      await drafts.remove(caller, ...kept);
      throw error;
    }
  }

  async #secondsOf(files: readonly ProgramFileRow[]): Promise<number | null> {
    const { store, documents } = this.#deps;
    let seconds = GREETING_SECONDS;
    for (const { key, state, pages } of files) {
      const tiff = state === 'ready' ? await store.get(pagesKey(key)) : null;
      if (!tiff) return null;
      const { byteLength } = await documents.forCall(tiff);
      seconds += pages * PAGE_SECONDS + (byteLength * 8) / RATE;
    }
    return Math.ceil(seconds);
  }
}
