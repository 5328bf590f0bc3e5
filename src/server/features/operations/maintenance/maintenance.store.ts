import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { removeRows } from '#server/kit/remove-rows.store.ts';

/** Removes sessions that ended at least `days` ago; up to `limit` rows. Gives back how many. */
export async function deleteEndedSessions(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`expires_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'session', ['id_hash'], { when, limit });
}

/** Removes counts of failed logins whose window began more than `days` ago; up to `limit` rows. */
export async function deleteOldLoginFailures(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`window_start < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'login_failure', ['key', 'window_start'], { when, limit });
}

/** Removes browsers and networks whose last login was more than `days` ago; up to `limit` rows. */
export async function deleteOldLoginPlaces(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`last_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'known_login', ['id'], { when, limit });
}

/** Removes expired single sign-on logins that nobody finished; up to `limit` rows. */
export async function deleteOldSignOns(db: Db, limit: number): Promise<number> {
  const when = sql`expires_at < now()`;
  return await removeRows(db, 'sign_on_attempt', ['id_hash'], { when, limit });
}

/** Removes counts of calls per key on days before the last `days`; up to `limit` rows. */
export async function deleteOldKeyDays(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`day <= (now() at time zone 'UTC')::date - ${days}::int`;
  return await removeRows(db, 'api_key_day', ['key_id', 'day'], { when, limit });
}

/** Removes answers kept for repeated sends that are older than `hours`; up to `limit` rows. */
export async function deleteOldAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const when = sql`created_at < now() - make_interval(hours => ${hours})`;
  return await removeRows(db, 'idempotency', ['account_id', 'key'], { when, limit });
}

/** Removes answers to administrators' calls that are older than `hours`; up to `limit` rows. */
export async function deleteOldParentAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const when = sql`created_at < now() - make_interval(hours => ${hours})`;
  return await removeRows(db, 'parent_idempotency', ['parent_id', 'key'], { when, limit });
}

/** Removes answers to programs' calls that are older than `hours`; up to `limit` rows. */
export async function deleteOldApiAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const when = sql`created_at < now() - make_interval(hours => ${hours})`;
  return await removeRows(db, 'api_answer', ['id'], { when, limit });
}

/** Permanently removes the contacts that were deleted more than `hours` ago; up to `limit` rows. */
export async function deleteOldContacts(db: Db, hours: number, limit: number): Promise<number> {
  const when = sql`deleted_at < now() - make_interval(hours => ${hours})`;
  return await removeRows(db, 'deleted_contact', ['account_id', 'id'], { when, limit });
}

/** Permanently removes the contact groups that were deleted more than `hours` ago; up to `limit` rows. */
export async function deleteOldContactGroups(db: Db, hours: number, limit: number): Promise<number> {
  const when = sql`deleted_at < now() - make_interval(hours => ${hours})`;
  return await removeRows(db, 'contact_group', ['account_id', 'id'], { when, limit });
}

/** Removes usage that daily limits no longer count; up to `limit` rows. */
export async function deleteOldLimitUse(db: Db, hours: number, limit: number): Promise<number> {
  const when = sql`at < now() - make_interval(hours => ${hours})`;
  return await removeRows(db, 'day_limit_use', ['kind', 'of_id', 'number'], { when, limit });
}

/**
 * Removes records of mails accepted more than `days` ago, by which a repeated mail is recognized; up to `limit` rows.
 */
export async function deleteOldMailMarks(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`taken_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'mail_taken', ['account_id', 'mark', 'number'], { when, limit });
}
