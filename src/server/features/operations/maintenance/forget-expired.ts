import type { Db } from '#engine/database/port.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { Parts } from '#server/kit/parts.ts';

import { BATCH, inBatches, walk } from './in-batches.ts';
import type { MaintenanceDeps } from './maintenance-deps.ts';
import * as rows from './maintenance.store.ts';
import * as calls from './old-calls.store.ts';
import { notePlaceless } from './placeless-people.store.ts';
import { erasePlaceless } from './placeless-people.ts';
import * as shortLived from './short-lived.store.ts';

/** An ended session is kept this much longer, so that a clock that jumps forward for a day logs nobody out for good. */
const SESSION_GRACE_DAYS = 7;

/** The login throttle looks back 15 minutes; a day more is for questions of customers. */
const LOGIN_FAILURE_DAYS = 1;

/** After so long, a browser or network that a login was used from counts as new again (spec http-api 12.6). */
const LOGIN_PLACE_DAYS = 400;

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

/** A line that was away reports again what it still has: nobody puts one back after a year. */
const REPEAT_DAYS = 365;

/** Calls a question: most of them are looked at in vain. */
const CALLS_AT_ONCE = 5_000;

/** A machine that was repaired comes back sooner. */
const MACHINE_DAYS = 90;

/**
 * Removes what has expired: sessions, failed logins, answers kept for repeated sends, mails taken, deleted contacts,
 * people who work nowhere, calls of long ago. Kinds that fail keep no others.
 */
export async function forgetExpired(deps: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  const { database, log } = deps;
  const parts = new Parts(log, signal);
  await parts.run('placeless', async () => await notePlaceless(database.db), undefined);
  const removed: Partial<Record<string, number>> = {};
  for (const [kind, works] of Object.entries(removals(deps, signal))) {
    let total = 0;
    for (const work of works) total += await parts.run(kind, work, 0);
    removed[kind] = total;
  }
  logEvent(log, 'maintenance.rows-removed', removed as Counts);
  parts.end();
}

type Counts = Record<keyof ReturnType<typeof removals>, number>;

/** What removes each kind, by the names that the log has for it. */
function removals({ database, keepDays }: MaintenanceDeps, signal: AbortSignal) {
  const { db } = database;
  const all = (removeSome: () => Promise<number>) => async () => await inBatches(signal, removeSome);
  return {
    sessions: [all(async () => await rows.deleteEndedSessions(db, SESSION_GRACE_DAYS, BATCH))],
    loginPlaces: [all(async () => await rows.deleteOldLoginPlaces(db, LOGIN_PLACE_DAYS, BATCH))],
    loginFailures: [all(async () => await rows.deleteOldLoginFailures(db, LOGIN_FAILURE_DAYS, BATCH))],
    signOnAttempts: [all(async () => await rows.deleteOldSignOns(db, BATCH))],
    answers: [
      all(async () => await rows.deleteOldAnswers(db, ANSWER_HOURS, BATCH)),
      all(async () => await rows.deleteOldParentAnswers(db, ANSWER_HOURS, BATCH)),
      all(async () => await rows.deleteOldApiAnswers(db, ANSWER_HOURS, BATCH)),
      all(async () => await shortLived.deleteOldRuns(db, BATCH)),
    ],
    limitUse: [all(async () => await rows.deleteOldLimitUse(db, DAY_LIMIT_HOURS, BATCH))],
    mailMarks: [all(async () => await rows.deleteOldMailMarks(db, MAIL_MARK_DAYS, BATCH))],
    mailTroubles: [all(async () => await shortLived.deleteOldTroubles(db, BATCH))],
    contacts: [all(async () => await rows.deleteOldContacts(db, CONTACT_HOURS, BATCH))],
    contactGroups: [all(async () => await rows.deleteOldContactGroups(db, CONTACT_HOURS, BATCH))],
    selections: [all(async () => await shortLived.deleteOldSelections(db, BATCH))],
    usageWarnings: [all(async () => await shortLived.deleteOldWarnings(db, BATCH))],
    people: [all(async () => await erasePlaceless(database, BATCH))],
    keyDays: [all(async () => await rows.deleteOldKeyDays(db, KEY_DAYS, BATCH))],
    mailboxViews: [all(async () => await shortLived.deleteOldViews(db, keepDays.audit, BATCH))],
    machines: [async () => await shortLived.deleteGoneMachines(db, MACHINE_DAYS)],
    calls: [
      all(async () => await calls.deleteOldCalls(db, keepDays.calls, BATCH)),
      all(async () => await calls.deleteOldLineCalls(db, keepDays.calls, BATCH)),
      all(async () => await calls.deleteOldArrivals(db, keepDays.calls, BATCH)),
      async () => await forgetInbound(db, keepDays.calls, signal),
    ],
  };
}

/** Numbers first, the calls themselves when no line can repeat them. */
async function forgetInbound(db: Db, days: number, signal: AbortSignal): Promise<number> {
  let total = 0;
  await walk(signal, 0, async (after) => {
    const ages = { days, repeatDays: Math.max(days, REPEAT_DAYS) };
    const page = await calls.forgetInboundCalls(db, after, ages, CALLS_AT_ONCE);
    total += page?.changed ?? 0;
    return page?.last;
  });
  return total;
}
