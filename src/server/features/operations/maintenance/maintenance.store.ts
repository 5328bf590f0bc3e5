import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A deleted fax whose time is over. */
export interface DueFax {
  accountId: number;
  faxId: number;
  documentId: number;
}

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

/** Removes browsers and networks that a login was last used from more than `days` ago; up to `limit` rows. */
export async function deleteOldLoginPlaces(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from known_login where id in (
      select id from known_login where last_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Removes logins at providers of single sign-on that nobody finished; up to `limit` rows. */
export async function deleteOldSignOns(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_on_attempt where id_hash in (
      select id_hash from sign_on_attempt where expires_at < now() limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes counts of calls with keys on days before the last `days`; up to `limit` rows. */
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

/** The same of administrators. */
export async function deleteOldParentAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from parent_idempotency where (parent_id, key) in (
      select parent_id, key from parent_idempotency
      where created_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes answers to calls of programs that are older than `hours`; up to `limit` rows. */
export async function deleteOldApiAnswers(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_answer where id in (
      select id from api_answer
      where created_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes for good the contacts that were deleted more than `hours` ago; up to `limit` rows. */
export async function deleteOldContacts(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deleted_contact where (account_id, id) in (
      select account_id, id from deleted_contact
      where deleted_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes for good the contact groups that were deleted more than `hours` ago; up to `limit` rows. */
export async function deleteOldContactGroups(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from contact_group where (account_id, id) in (
      select account_id, id from contact_group
      where deleted_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes what limits of the day no longer count; up to `limit` rows. */
export async function deleteOldLimitUse(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from day_limit_use where (kind, of_id, number) in (
      select kind, of_id, number from day_limit_use
      where at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Forgets mails that were taken more than `days` ago: until then the same one is known again; up to `limit` rows. */
export async function deleteOldMailMarks(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_taken where (account_id, mark, number) in (
      select account_id, mark, number from mail_taken
      where taken_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes the calls of jobs that ended at least `days` ago and are not under a legal hold; up to `limit` rows. What
 * became of the fax, when and with how many pages stays with its job.
 */
export async function deleteOldCalls(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from send_attempt where (job_id, n) in (
      select a.job_id, a.n from send_attempt a join send_job j on j.id = a.job_id
      where a.ended_at < now() - make_interval(days => ${days})
        and j.finished_at < now() - make_interval(days => ${days})
        and not exists (
          select from legal_hold h
          where h.account_id = j.account_id and (h.fax_id is null or h.fax_id = j.fax_id))
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes calls over lines that began more than `days` ago; up to `limit` rows. */
export async function deleteOldLineCalls(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from line_call where id in (
      select id from line_call
      where started_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes what passed between both ends of calls that began more than `hours` ago; up to `limit` calls. */
export async function eraseOldTraces(db: Db, hours: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update line_call set trace = null where id in (
      select id from line_call
      where trace is not null and started_at < now() - make_interval(hours => ${hours}) limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Notes which faxes are due now and forgets notes about those that no longer are, or that come from the future. */
export async function noteDueFaxes(db: Db, days: number): Promise<void> {
  await sql`
    delete from purge_sighting s using fax f
    where f.account_id = s.account_id and f.id = s.fax_id
      and (f.deleted_at is null or f.deleted_at > now() - make_interval(days => ${days}) or s.seen_at > now())`.execute(
    db,
  );
  await sql`
    insert into purge_sighting (account_id, fax_id)
    select account_id, id from fax where deleted_at < now() - make_interval(days => ${days})
    on conflict do nothing`.execute(db);
}

/** Faxes that an earlier pass, at least `hours` ago, has found due already; up to `limit`, one account after the other. */
export async function findDueFaxes(db: Db, hours: number, limit: number): Promise<DueFax[]> {
  const { rows } = await sql<DueFax>`
    select f.account_id as "accountId", f.id as "faxId", f.document_id as "documentId"
    from purge_sighting s join fax f on f.account_id = s.account_id and f.id = s.fax_id
    where s.seen_at <= now() - make_interval(hours => ${hours}) and f.deleted_at is not null
      and not exists (
        select from legal_hold h where h.account_id = f.account_id and (h.fax_id is null or h.fax_id = f.id))
      and not exists (
        select from send_job j where j.account_id = f.account_id and j.fax_id = f.id and j.finished_at is null)
    order by f.account_id, f.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Documents that were deleted, by name after one; `old` where their files were removed on an earlier night already.
 * While files wait on any machine, however long it has been away, the old ones stay: it may still upload their files.
 */
export async function readRemoved(
  db: Db,
  after: string,
  limit: number,
): Promise<{ storageKey: string; old: boolean }[]> {
  return await db
    .selectFrom('removed_document')
    .select(['storage_key as storageKey', sql<boolean>`removed_at < now() - interval '2 days'`.as('old')])
    .where('storage_key', '>', after)
    .where(
      sql<boolean>`removed_at >= now() - interval '2 days'
        or not exists (select from file_spool where files > 0)`,
    )
    .orderBy('storage_key')
    .limit(limit)
    .execute();
}

/** Nothing is left of a deleted document. */
export async function forgetRemoved(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom('removed_document').where('storage_key', '=', storageKey).execute();
}
