import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A deleted fax whose time is over. */
export interface DueFax {
  accountId: number;
  faxId: number;
  documentId: number;
}

/** A fax in the list of those that are due. */
export interface SightedPlace {
  accountId: number;
  faxId: number;
}

/** A fax in the order in which faxes were deleted; `at` to the microsecond, as PostgreSQL writes it. */
export interface DeletedPlace extends SightedPlace {
  at: string;
}

/** Before the first one. */
export const FIRST: DeletedPlace = { at: '-infinity', accountId: 0, faxId: 0 };

/** So many notes after one. */
function page({ accountId, faxId }: SightedPlace, limit: number) {
  return sql`
    select account_id, fax_id, seen_at from purge_sighting
    where (account_id, fax_id) > (${accountId}, ${faxId}) order by account_id, fax_id limit ${limit}`;
}

/**
 * Forgets notes about faxes that are no longer due, and notes from the future; looks at so many after one. Gives back the
 * last, undefined after all of them.
 */
export async function forgetSighted(
  db: Db,
  after: SightedPlace,
  days: number,
  limit: number,
): Promise<SightedPlace | undefined> {
  const { rows } = await sql<SightedPlace>`
    with page as (${page(after, limit)}),
    forgotten as (
      delete from purge_sighting s using page p join fax f on f.account_id = p.account_id and f.id = p.fax_id
      where s.account_id = p.account_id and s.fax_id = p.fax_id
        and (f.deleted_at is null or f.deleted_at > now() - make_interval(days => ${days}) or s.seen_at > now()))
    select account_id as "accountId", fax_id as "faxId" from page
    order by account_id desc, fax_id desc limit 1`.execute(db);
  return rows[0];
}

/** Notes which faxes are due now: so many after one. Gives back the last, undefined after all of them. */
export async function noteDueFaxes(
  db: Db,
  after: DeletedPlace,
  days: number,
  limit: number,
): Promise<DeletedPlace | undefined> {
  const { rows } = await sql<DeletedPlace>`
    with due as (
      select deleted_at, account_id, id from fax
      where deleted_at < now() - make_interval(days => ${days})
        and (deleted_at, account_id, id) > (${after.at}::timestamptz, ${after.accountId}, ${after.faxId})
      order by deleted_at, account_id, id limit ${limit} for key share skip locked),
    noted as (
      insert into purge_sighting (account_id, fax_id) select account_id, id from due on conflict do nothing)
    select deleted_at::text as at, account_id as "accountId", id as "faxId" from due
    order by deleted_at desc, account_id desc, id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Of so many notes after one, the faxes that an earlier pass, at least `hours` ago, has found due already and that
 * nothing keeps. With the last note, undefined after all of them.
 */
export async function findDueFaxes(
  db: Db,
  after: SightedPlace,
  hours: number,
  limit: number,
): Promise<{ due: DueFax[]; last: SightedPlace | undefined }> {
  const { rows } = await sql<DueFax & { due: boolean }>`
    with page as materialized (${page(after, limit)})
    select f.account_id as "accountId", f.id as "faxId", f.document_id as "documentId",
      p.seen_at <= now() - make_interval(hours => ${hours}) and f.deleted_at is not null
      and not exists (
        select from legal_hold h where h.account_id = f.account_id and (h.fax_id is null or h.fax_id = f.id))
      and not exists (
        select from send_job j where j.account_id = f.account_id and j.fax_id = f.id and j.finished_at is null) as due
    from page p join fax f on f.account_id = p.account_id and f.id = p.fax_id
    order by f.account_id, f.id`.execute(db);
  return { due: rows.filter(({ due }) => due), last: rows.at(-1) };
}
