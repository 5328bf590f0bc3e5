import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Removes sessions that ended at least `days` ago; up to `limit` rows. Gives back how many. */
export async function deleteEndedSessions(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where id_hash in (
      select id_hash from session where expires_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Removes counts of failed logins whose window began more than `days` ago; up to `limit` rows. */
export async function deleteOldLoginFailures(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_failure where (key, window_start) in (
      select key, window_start from login_failure
      where window_start < now() - make_interval(days => ${days}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes browsers and networks whose last login was more than `days` ago; up to `limit` rows. */
export async function deleteOldLoginPlaces(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from known_login where id in (
      select id from known_login where last_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Removes expired single sign-on logins that nobody finished; up to `limit` rows. */
export async function deleteOldSignOns(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_on_attempt where id_hash in (
      select id_hash from sign_on_attempt where expires_at < now() limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes counts of calls per key on days before the last `days`; up to `limit` rows. */
export async function deleteOldKeyDays(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_key_day where (key_id, day) in (
      select key_id, day from api_key_day
      where day <= (now() at time zone 'UTC')::date - ${days}::int limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes answers kept for repeated sends that are older than `hours`; up to `limit` rows. */
export async function deleteOldAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency where (account_id, key) in (
      select account_id, key from idempotency
      where created_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes answers to administrators' calls that are older than `hours`; up to `limit` rows. */
export async function deleteOldParentAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from parent_idempotency where (parent_id, key) in (
      select parent_id, key from parent_idempotency
      where created_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes answers to programs' calls that are older than `hours`; up to `limit` rows. */
export async function deleteOldApiAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_answer where id in (
      select id from api_answer
      where created_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Permanently removes the contacts that were deleted more than `hours` ago; up to `limit` rows. */
export async function deleteOldContacts(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deleted_contact where (account_id, id) in (
      select account_id, id from deleted_contact
      where deleted_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Permanently removes the contact groups that were deleted more than `hours` ago; up to `limit` rows. */
export async function deleteOldContactGroups(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from contact_group where (account_id, id) in (
      select account_id, id from contact_group
      where deleted_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes usage that daily limits no longer count; up to `limit` rows. */
export async function deleteOldLimitUse(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from day_limit_use where (kind, of_id, number) in (
      select kind, of_id, number from day_limit_use
      where at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes records of mails accepted more than `days` ago, by which a repeated mail is recognized; up to `limit` rows.
 */
export async function deleteOldMailMarks(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_taken where (account_id, mark, number) in (
      select account_id, mark, number from mail_taken
      where taken_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
