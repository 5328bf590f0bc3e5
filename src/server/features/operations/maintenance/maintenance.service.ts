import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { deleteFaxes } from '#server/features/faxes/files/erase.service.ts';
import { forgetOrphans, mayRemoveFiles, noteOrphans } from '#server/features/faxes/files/removal.service.ts';
import {
  isSecondCopy,
  noteRemoved,
  removeStored,
  unknownFolders,
} from '#server/features/faxes/files/stored-faxes.service.ts';

import { AppError } from '#server/kit/app-error.ts';
import { logEvent } from '#server/kit/log-event.ts';
import * as rows from './maintenance.store.ts';
import type { DueFax } from './maintenance.store.ts';
import { notePlaceless } from './placeless-people.store.ts';
import { erasePlaceless } from './placeless-people.ts';

/** How much longer an ended session is kept, so that a clock that jumps a day forward logs nobody out for good. */
const SESSION_GRACE_DAYS = 7;

/** The login throttle looks back 15 minutes by default; the rest of the day is for questions from customers. */
const LOGIN_FAILURE_DAYS = 1;

/** How long a browser or network that a login was used from counts as known (spec http-api 12.6). */
const LOGIN_PLACE_DAYS = 400;

/** Traces of calls are for investigating faults of the same day. */
const TRACE_HOURS = 24;

/** How far back operators can see how often a key was used. */
const KEY_DAYS = 90;

/** A program that repeats a send or call within this time gets the first answer again (spec http-api 4.9). */
const ANSWER_HOURS = 24;

/** How far back daily limits look (spec http-api 4.9). */
const DAY_LIMIT_HOURS = 24;

/** Deleted contacts can be restored as long as the undo offer is shown; a day is plenty. */
const CONTACT_HOURS = 24;

/** Longer than any signature is valid (7 days plus clock differences): no used one may be used again (A-MAILIN-16). */
const MAIL_MARK_DAYS = 8;

/** Minimum time before the second pass, which confirms a purge; daily jobs do not start on the second. */
const SECOND_SIGHT_HOURS = 20;

/** Minimum age of orphaned files before removal: an upload in progress takes minutes, a crashed one stays forever. */
const ORPHAN_HOURS = 24;

/** Rows per statement: locks stay short, and other work runs in between. */
const BATCH = 1_000;

/** Dependencies of the cleanup. */
export interface MaintenanceDeps {
  database: Database;
  store: FileStore;
  log: Logger;
  /** How long the operator can restore a deleted fax, and how long the individual calls of a fax are kept. */
  keepDays: { deleted: number; calls: number };
}

/** The cleanup verbs; each may be repeated at any time, and continues where a killed one stopped. */
export interface Maintenance {
  /**
   * Removes what has expired: sessions, failed logins, kept answers, mail marks, deleted contacts, old calls, and so
   * on.
   */
  forgetExpired(signal: AbortSignal): Promise<void>;
  /**
   * Permanently removes the faxes that were deleted long enough ago, with files that no other fax uses. Returns how
   * many. `now` skips the second pass on another day, which protects against a clock that was temporarily wrong.
   */
  readonly purgeDeletedFaxes: (signal: AbortSignal, now?: boolean) => Promise<number>;
  /** Removes files of deleted documents, and unfinished ones of crashes. Returns the number of the latter. */
  collectOrphanFiles(signal: AbortSignal): Promise<number>;
  /** Removes the traces of calls that are a day old; the calls' figures stay. Returns how many. */
  readonly eraseTraces: (signal: AbortSignal) => Promise<number>;
}

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  return {
    forgetExpired: async (signal) => {
      await forgetExpired(deps, signal);
    },
    purgeDeletedFaxes: async (signal, now = false) => await purgeDeletedFaxes(deps, signal, now),
    collectOrphanFiles: async (signal) => await collectFiles(deps, signal),
    eraseTraces: async (signal) =>
      await inBatches(signal, async () => await rows.eraseOldTraces(deps.database.db, TRACE_HOURS, BATCH)),
  };
}

async function forgetExpired(
  { database, log, keepDays }: MaintenanceDeps,
  signal: AbortSignal,
): Promise<void> {
  const { db } = database;
  await notePlaceless(db);
  const removed = {
    sessions: await inBatches(
      signal,
      async () => await rows.deleteEndedSessions(db, SESSION_GRACE_DAYS, BATCH),
    ),
    loginPlaces: await inBatches(
      signal,
      async () => await rows.deleteOldLoginPlaces(db, LOGIN_PLACE_DAYS, BATCH),
    ),
    loginFailures: await inBatches(
      signal,
      async () => await rows.deleteOldLoginFailures(db, LOGIN_FAILURE_DAYS, BATCH),
    ),
    signOnAttempts: await inBatches(signal, async () => await rows.deleteOldSignOns(db, BATCH)),
    answers:
      (await inBatches(signal, async () => await rows.deleteOldAnswers(db, ANSWER_HOURS, BATCH))) +
      (await inBatches(signal, async () => await rows.deleteOldApiAnswers(db, ANSWER_HOURS, BATCH))),
    limitUse: await inBatches(signal, async () => await rows.deleteOldLimitUse(db, DAY_LIMIT_HOURS, BATCH)),
    mailMarks: await inBatches(signal, async () => await rows.deleteOldMailMarks(db, MAIL_MARK_DAYS, BATCH)),
    contacts: await inBatches(signal, async () => await rows.deleteOldContacts(db, CONTACT_HOURS, BATCH)),
    contactGroups: await inBatches(
      signal,
      async () => await rows.deleteOldContactGroups(db, CONTACT_HOURS, BATCH),
    ),
    people: await inBatches(signal, async () => await erasePlaceless(database, BATCH)),
    keyDays: await inBatches(signal, async () => await rows.deleteOldKeyDays(db, KEY_DAYS, BATCH)),
    calls:
      (await inBatches(signal, async () => await rows.deleteOldCalls(db, keepDays.calls, BATCH))) +
      (await inBatches(signal, async () => await rows.deleteOldLineCalls(db, keepDays.calls, BATCH))),
  };
  logEvent(log, 'maintenance.rows-removed', removed);
}

async function inBatches(signal: AbortSignal, removeSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    const removed = await removeSome();
    total += removed;
    if (removed < BATCH) return total;
  }
}

async function purgeDeletedFaxes(deps: MaintenanceDeps, signal: AbortSignal, now: boolean): Promise<number> {
  const { database, log, keepDays } = deps;
  await rows.noteDueFaxes(database.db, keepDays.deleted);
  const purged = await inBatches(signal, async () => {
    const due = await rows.findDueFaxes(database.db, now ? 0 : SECOND_SIGHT_HOURS, BATCH);
    let removed = 0;
    for (const [accountId, faxes] of byAccount(due)) {
      const some = await purgeSome(deps, accountId, faxes);
      // A backup in progress needs the files of its snapshot; the next night purges the rest.
      if (some === null) return 0;
      removed += some;
    }
    return removed;
  });
  logEvent(log, 'maintenance.faxes-purged', { purged });
  return purged;
}

/**
 * Deletes the rows first: files of deleted rows are recorded and get collected, but rows without files would be lost
 * faxes. Returns how many were removed: none if a legal hold was placed since they were found. Returns null, and
 * removes nothing, while a backup is in progress.
 */
async function purgeSome(
  { database, store }: MaintenanceDeps,
  accountId: number,
  faxes: DueFax[],
): Promise<number | null> {
  const purge = database.transaction(async (tx) => {
    if (!(await mayRemoveFiles(tx))) return null;
    const keys = await deleteFaxes(tx, accountId, faxes);
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId,
      action: 'fax.purge',
      detail: { faxIds: faxes.map(({ faxId }) => faxId) },
    });
    return keys;
  });
  const unused = await purge.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'FAX_HELD') return 'held' as const;
    throw error;
  });
  if (unused === null) return null;
  if (unused === 'held') return 0;
  for (const key of unused) await removeStored(store, key);
  return faxes.length;
}

function byAccount(faxes: readonly DueFax[]): Map<number, DueFax[]> {
  return Map.groupBy(faxes, ({ accountId }) => accountId);
}

/**
 * Removes the files of deleted documents, of documents that were never finished, and second copies of a known fax.
 * Keeps all other unknown files: the database may have forgotten them, like every fax since the backup that it was
 * restored from (F-recv-14). `f2e fsck` recovers those.
 */
async function collectFiles(deps: MaintenanceDeps, signal: AbortSignal): Promise<number> {
  const { database, store, log } = deps;
  // A backup in progress needs the files of its snapshot.
  const allowed = await database.transaction(async (tx) => await mayRemoveFiles(tx));
  if (!allowed) return 0;
  const removed = await removeDeleted(deps, signal);
  let collected = 0;
  let unknown = 0;
  for await (const { storageKey, kind } of unknownFolders(database, store, signal)) {
    if (kind === 'described' && (await isSecondCopy(database.db, store, storageKey))) {
      // Recorded while it is known: the data that identifies a second copy of a sent fax is removed after a day.
      await noteRemoved(database.db, storageKey);
      continue;
    }
    if (kind !== 'unfinished') {
      unknown += 1;
      continue;
    }
    const [old] = await noteOrphans(database.db, [storageKey], ORPHAN_HOURS);
    if (old === undefined) continue;
    await removeStored(store, old);
    await forgetOrphans(database.db, [old]);
    collected += 1;
  }
  await forgetOrphans(database.db, []);
  logEvent(log, 'maintenance.files-removed', { removed, collected });
  if (unknown > 0) logEvent(log, 'maintenance.unknown-files', { unknown });
  return collected;
}

/** Removes twice, on two nights: a page being drawn while its fax is deleted is stored after the first removal. */
async function removeDeleted({ database, store }: MaintenanceDeps, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (let after = ''; ;) {
    const some = await rows.readRemoved(database.db, after, BATCH);
    for (const { storageKey, old } of some) {
      signal.throwIfAborted();
      await removeStored(store, storageKey);
      if (old) await rows.forgetRemoved(database.db, storageKey);
      after = storageKey;
      removed += 1;
    }
    if (some.length < BATCH) return removed;
  }
}
