import type { Logger } from 'pino';

import type {
  RemoteStorage,
  RemoteStorages,
  StorageFailure,
  StoragePlace,
} from '#engine/remote-storage/port.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { damagedAs } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import { measure } from '#server/kit/meter.ts';
import type { Messages } from '#server/kit/messages.ts';

import { writeOutgoing } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { copyName, monthFolder } from './copy-name.ts';
import {
  beginCopy,
  failCopy,
  finishCopy,
  keepCopy,
  noteFailing,
  noteWorking,
  releaseLink,
} from './deliveries.store.ts';
import { queuedCopies } from './queued-copies.store.ts';
import type { QueuedCopy } from './queued-copies.store.ts';
import { noticeOwner } from './notice.ts';
import { needsNotice, waitSeconds } from './retry-plan.ts';
import { openSftpSecret, openTokens } from './storage-secret.ts';
import type { StorageLink } from './storage.store.ts';
import { keepTokens } from './egnyte-tokens.service.ts';

/** Dependencies of making copies. */
export interface DeliverDeps {
  database: Database;
  files: Pick<FileStore, 'get'>;
  documents: Pick<DocumentEngine, 'exportPdf' | 'exportTiff'>;
  /** The recognized text of pages, for searchable PDFs. */
  texts: Pick<PageTexts, 'forExport'>;
  storages: RemoteStorages;
  /** keys.for('storage-login') */
  secretKey: Buffer;
  queueMail: QueueMail;
  messages: Pick<Messages, 'say'>;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Copies read at once: a thousand waiting copies must not all be in memory. */
const BATCH = 50;

/**
 * How long one storage is served before the waiting ones get their turn: a slow storage with many copies must not
 * occupy a worker forever.
 */
const SLICE_MS = 60_000;

/**
 * Delay after a fault of our file store or database: the customer's server is not to blame, so the retry comes soon.
 */
const OWN_FAULT_SECONDS = 60;

/**
 * Makes the copies that wait for one storage, over one connection, until none is left, one fails, or the time slice is
 * over.
 */
export async function deliverAll(deps: DeliverDeps, link: StorageLink, signal: AbortSignal): Promise<void> {
  const place = dropPlace(deps, link);
  if (!place) {
    await giveUp(deps, link, { kind: 'stop', reason: 'LOGIN_REFUSED', detail: 'the secret cannot be read' });
    return;
  }
  const drop = deps.storages.open(place);
  const until = performance.now() + SLICE_MS;
  try {
    for (;;) {
      const copies = await queuedCopies(deps.database.db, link, BATCH);
      for (const copy of copies) {
        if (signal.aborted || performance.now() > until) return;
        if (!(await deliverOne(deps, link, drop, copy))) return;
      }
      if (copies.length === 0) return;
    }
  } catch (error) {
    logEvent(deps.log, 'copy.run-failed', { storage: link.id, err: error });
    const failure = { reason: link.lastError, held: false, waitSeconds: OWN_FAULT_SECONDS };
    await noteFailing(deps.database.db, link, { ...failure, offeredKey: '', noticed: false });
  } finally {
    await drop.close();
    await releaseLink(deps.database.db, link);
  }
}

/** Makes one copy. Returns false if the storage does not work or another worker has taken it over. */
async function deliverOne(
  deps: DeliverDeps,
  link: StorageLink,
  drop: RemoteStorage,
  copy: QueuedCopy,
): Promise<boolean> {
  const { db } = deps.database;
  const name = copy.fileName || copyName(link.namePattern, link.fileType === 'tiff' ? 'tif' : 'pdf', copy);
  const before = await beginCopy(db, link, copy.id, name);
  if (!before) return false;
  const bytes = await contentOf(deps, link, copy);
  if (typeof bytes === 'string') {
    await failCopy(db, copy.id, bytes);
    return true;
  }
  const proceed = async (): Promise<boolean> => await keepCopy(db, link, copy.id);
  const attempt = { id: String(link.leaseToken), before, proceed };
  const outcome = await drop.put({ folders: link.byMonth ? [monthFolder(copy)] : [], name, bytes, attempt });
  // This process was suspended for so long that another one has taken over the storage.
  if (outcome.kind === 'lost') return false;
  if (outcome.kind !== 'ok') {
    await giveUp(deps, link, outcome);
    return false;
  }
  deps.faultPoint('after_drop_before_commit');
  await finish(deps.database, link, copy, outcome.place);
  if (link.lastError !== '' || link.lastOkAt === null || link.failingSince !== null) {
    await noteWorking(db, link);
    Object.assign(link, { lastError: '', failingSince: null, lastOkAt: new Date() });
  }
  measure('delivery', { channel: link.kind, result: 'ok', lag: (Date.now() - copy.at.getTime()) / 1000 });
  logEvent(deps.log, 'copy.made', { storage: link.id, fax: copy.fid });
  return true;
}

/** Records in one transaction that the copy is there and that the fax was passed on to a third party. */
async function finish(database: Database, link: StorageLink, copy: QueuedCopy, place: string): Promise<void> {
  const to = `${link.kind}: ${link.place.host}`;
  const outgoing = {
    accountId: link.accountId,
    faxIds: [copy.fid],
    kind: 'copy',
    to,
    form: link.fileType === 'tiff' ? 'tiff' : 'pdf',
  } as const;
  await database.transaction(async (tx) => {
    if (await finishCopy(tx, copy.id, place)) await writeOutgoing(tx, outgoing);
  });
}

/** Returns the pages as a file, or why there will never be one. */
async function contentOf(
  deps: DeliverDeps,
  { fileType, accountId }: StorageLink,
  { tiffKey, rotation, pageTurns, fid }: QueuedCopy,
): Promise<Uint8Array | 'DOCUMENT_GONE' | 'DOCUMENT_DAMAGED'> {
  const damaged = damagedAs('DOCUMENT_DAMAGED' as const);
  const tiff = tiffKey === null ? null : await deps.files.get(tiffKey).catch(damaged);
  if (!tiff) return 'DOCUMENT_GONE';
  if (typeof tiff === 'string') return tiff;
  // A database that does not answer is not a fault of the pages: the copy is retried.
  const texts = fileType === 'searchable-pdf' ? await deps.texts.forExport(accountId, fid) : [];
  try {
    if (fileType === 'tiff') return await deps.documents.exportTiff(tiff, rotation, pageTurns);
    return await deps.documents.exportPdf(tiff, rotation, pageTurns, texts.length > 0 ? texts : undefined);
  } catch (error) {
    logEvent(deps.log, 'copy.file-failed', { fax: fid, reason: String(error) });
    return 'DOCUMENT_DAMAGED';
  }
}

/**
 * Records the failure for the whole storage: a thousand copies that wait for a dead server cost one attempt at a time.
 */
async function giveUp(deps: DeliverDeps, link: StorageLink, failure: StorageFailure): Promise<void> {
  const now = new Date();
  measure('delivery', { channel: link.kind, result: failure.kind === 'stop' ? 'failed' : 'retry' });
  const noticed = needsNotice(link, failure.reason, now);
  logEvent(deps.log, 'copy.storage-failed', {
    storage: link.id,
    reason: failure.reason,
    detail: failure.detail,
  });
  await deps.database.transaction(async (tx) => {
    const noted = await noteFailing(tx, link, {
      reason: failure.reason,
      held: failure.kind === 'stop',
      waitSeconds: Math.max(waitSeconds(link, now), failure.afterSeconds ?? 0),
      offeredKey: failure.offeredKey ?? '',
      noticed,
    });
    if (noted && noticed) await noticeOwner(tx, deps, link, failure.reason);
  });
}

/** Returns how a storage is reached; null if its secret cannot be read. */
export function dropPlace(
  { secretKey, database }: Pick<DeliverDeps, 'secretKey' | 'database'>,
  link: Pick<StorageLink, 'id' | 'accountId' | 'kind' | 'place' | 'secret' | 'hostKey'>,
): StoragePlace | null {
  const { host, port, folder, login } = link.place;
  if (link.kind === 'sftp') {
    const { pass, privateKey } = openSftpSecret(secretKey, link, link.secret);
    if (pass === undefined && privateKey === undefined) return null;
    return {
      kind: 'sftp',
      host,
      port,
      folder,
      login,
      ...(privateKey === undefined
        ? { password: pass ?? '' }
        : {
            privateKey,
            ...(pass ? { passphrase: pass } : {}),
          }),
      hostKey: link.hostKey === '' ? null : link.hostKey,
    };
  }
  const tokens = openTokens(secretKey, link, link.secret);
  if (!tokens) return null;
  return { kind: 'egnyte', domain: host, folder, tokens: keepTokens({ database, secretKey }, link, tokens) };
}
