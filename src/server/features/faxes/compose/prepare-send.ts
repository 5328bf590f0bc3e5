import type { Database } from '#engine/database/port.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { Sender } from '#server/features/faxes/queue/outbox.service.ts';

import type { CoverPages, StoredCover } from './cover-pages/cover-pages.service.ts';
import { describeSend } from './describe-send.ts';
import type { Drafts } from './drafts.service.ts';
import type { Message } from './message.ts';
import type { SendRequest } from './send-request.ts';
import { storeOriginals } from './store-originals.ts';
import type { Part } from './store-originals.ts';

/** Files without a position come after all files with one: positions have three digits. */
const LAST = 1_000;

/** The contents of a document, with its files stored. */
export interface Prepared {
  storageKey: string;
  originals: OriginalFile[];
  cover: StoredCover | null;
  /** 0 while one of its files is still to be converted. */
  pages: number;
}

/** Dependencies of preparing a send. */
export interface PrepareDeps {
  database: Database;
  files: FileStore;
  documents: Pick<DocumentEngine, 'status' | 'arrangePages'>;
  covers: CoverPages;
  drafts: Drafts;
}

/** A send that has been checked. */
export interface SendToPrepare {
  request: SendRequest;
  key: IdempotencyKey | undefined;
  message: Message;
  sender: Sender | undefined;
}

/** Stores the files of a send and writes its cover page; the fax is not accepted yet. */
export async function prepare(
  deps: PrepareDeps,
  { request, key, message, sender }: SendToPrepare,
): Promise<Prepared> {
  const { account, files, say, origin, program } = request;
  const { numbers, templateId } = message;
  const fields = message.cover;
  const drafts = await deps.drafts.require(account, message.drafts);
  const parts: Part[] = [
    ...message.drafts.flatMap(({ index, plan }, at) => {
      const draft = drafts[at];
      return draft ? [{ index, draft, plan }] : [];
    }),
    ...files.map((file, at) => ({ index: file.index ?? LAST + at, file, photos: message.photos })),
  ];
  const cover = fields
    ? await deps.covers.write(deps.database.db, account, { fields, numbers, templateId, say })
    : null;
  const known = files.length === 0 && drafts.length > 0 && drafts.every(({ state }) => state === 'ready');
  const chosen = drafts.map(({ pages }, at) => message.drafts[at]?.plan?.length ?? pages);
  const pages = known ? chosen.reduce((sum, one) => sum + one, cover ? 1 : 0) : 0;
  const prepared = { ...(await storeOriginals(deps, parts)), cover, pages };
  // Before the fax is accepted: if the database loses the fax, it is restored from here (F-recv-14).
  if (sender) await describeSend(deps.files, prepared, { account, sender, origin, numbers, key, program });
  return prepared;
}
