import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { removeRows } from '#server/kit/remove-rows.store.ts';

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
  const when = sql`started_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'line_call', ['id'], { when, limit });
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

/**
 * Looks at so many calls of received faxes after one: takes the numbers out of those that are older than `days`, and
 * removes those that no line reports again. Not where a fax waits for the operator's decision, or under a legal hold.
 * Gives back how many it changed, and the last one; undefined when there are none of that age any more.
 */
export async function forgetInboundCalls(
  db: Db,
  after: number,
  { days, repeatDays }: { days: number; repeatDays: number },
  limit: number,
): Promise<{ changed: number; last: number } | undefined> {
  const { rows } = await sql<{ changed: number; last: number | null }>`
    with page as (
      select id, account_id, fax_id, received_at, file_key is not null and decided_at is null as waits
      from inbound_call where id > ${after} order by id limit ${limit}),
    free as (
      select id, received_at < now() - make_interval(days => ${repeatDays}) as once from page p
      where received_at < now() - make_interval(days => ${days}) and not waits
        and not exists (
          select from legal_hold h
          where h.account_id = p.account_id and (h.fax_id is null or h.fax_id = p.fax_id))),
    gone as (
      delete from inbound_call c using free where c.id = free.id and free.once returning c.id),
    blank as (
      update inbound_call c set caller_number = '', called_number = '', station_id = '', file_key = null
      from free where c.id = free.id and not free.once
        and (c.caller_number <> '' or c.called_number <> '' or c.station_id <> '' or c.file_key is not null)
      returning c.id)
    select (select count(*)::int from gone) + (select count(*)::int from blank) as changed,
      (select max(id) from page having min(received_at) < now() - make_interval(days => ${days})) as last`.execute(
    db,
  );
  const [page] = rows;
  return page && page.last !== null ? { changed: page.changed, last: page.last } : undefined;
}

/** Removes announcements of received faxes that were fetched more than `days` ago; up to `limit` rows. */
export async function deleteOldArrivals(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from line_arrival where id in (
      select id from line_arrival
      where state = 'taken' and announced_at < now() - make_interval(days => ${days}) order by id limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
