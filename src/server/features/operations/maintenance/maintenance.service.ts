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

/** An ended session is kept this much longer, so that a clock that jumps forward for a day logs nobody out for good. */
const SESSION_GRACE_DAYS = 7;

/** The login throttle looks back 15 minutes; a day more is for questions of customers. */
const LOGIN_FAILURE_DAYS = 1;

/** After so long, a browser or network that a login was used from counts as new again (spec http-api 12.6). */
const LOGIN_PLACE_DAYS = 400;

/** What passed between both ends of a call is for finding faults of today. */
const TRACE_HOURS = 24;

/** How far back operators see how often a key was used. */
const KEY_DAYS = 90;

/** A repeated send or call of a program within this time gets the first answer (spec http-api 4.9). */
const ANSWER_HOURS = 24;

/** How far back limits of the day look (spec http-api 4.9). */
const DAY_LIMIT_HOURS = 24;

/** Deleted contacts can be restored for as long as the offer to undo stands; a day is plenty. */
const CONTACT_HOURS = 24;

/** Longer than any signature is believed (7 days and the difference of two clocks), or a used one could be used again (A-MAILIN-16). */
const MAIL_MARK_DAYS = 8;

/** The second pass that confirms a purge; less than a day, because the daily job does not start on the second. */
const SECOND_SIGHT_HOURS = 20;

/** Files without a document or a description: an upload under way is one for minutes, a crashed one for ever. */
const ORPHAN_HOURS = 24;

/** Rows a statement: locks stay short, and other work gets its turn in between. */
const BATCH = 1_000;

/** What clean-up needs. */
export interface MaintenanceDeps {
  database: Database;
  store: FileStore;
  log: Logger;
  /** How long the operator can bring a deleted fax back, and how long the single calls of a fax are known. */
  keepDays: { deleted: number; calls: number };
}

/** The clean-up verbs; each may be repeated at any time and goes on where a killed one stopped. */
export interface Maintenance {
  /** Removes what has expired: sessions, failed logins, answers kept for repeated sends, mails taken, deleted contacts, people who work nowhere, calls of long ago. */
  forgetExpired(signal: AbortSignal): Promise<void>;
  /**
   * Removes for good the faxes that were deleted long enough ago, with files that no other fax uses. Gives back how many.
   * A second look on another day, which a clock that was set wrong does not outlive, is left out with `now`.
   */
  readonly purgeDeletedFaxes: (signal: AbortSignal, now?: boolean) => Promise<number>;
  /** Removes files of deleted documents, and what crashes left unfinished. Gives back how many of those. */
  collectOrphanFiles(signal: AbortSignal): Promise<number>;
  /** Removes what passed between both ends of calls a day ago; their figures stay. Gives back of how many. */
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
      (await inBatches(signal, async () => await rows.deleteOldParentAnswers(db, ANSWER_HOURS, BATCH))) +
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
      // A backup under way wants the files of what it saw; tomorrow is another day.
      if (some === null) return 0;
      removed += some;
    }
    return removed;
  });
  logEvent(log, 'maintenance.faxes-purged', { purged });
  return purged;
}

/**
 * The rows first: files of deleted rows are known and get collected, rows without files would be lost faxes. Gives how
 * many were removed: none where a legal hold was placed since they were found. Null, and nothing is removed, while a
 * backup is under way.
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
 * Removes the files of documents that this database has deleted, of those that were never finished, and second copies
 * of a fax that the database has. Nothing else
 * goes: what the database does not know it may have forgotten, like every fax since the backup that it was restored
 * from (F-recv-14). `f2e fsck` brings those back.
 */
async function collectFiles(deps: MaintenanceDeps, signal: AbortSignal): Promise<number> {
  const { database, store, log } = deps;
  // A backup under way wants the files of what it saw.
  const allowed = await database.transaction(async (tx) => await mayRemoveFiles(tx));
  if (!allowed) return 0;
  const removed = await removeDeleted(deps, signal);
  let collected = 0;
  let unknown = 0;
  for await (const { storageKey, kind } of unknownFolders(database, store, signal)) {
    if (kind === 'described' && (await isSecondCopy(database.db, store, storageKey))) {
      // Written down while it is known: what tells a second copy of a sent fax is forgotten after a day.
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

/** Twice, on two nights: a page that was being drawn while its fax was deleted is stored after the first time. */
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
