import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { removeRows } from '#server/kit/remove-rows.store.ts';

async function remove(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** Removes selections of faxes that were made more than a day ago: their action can't be undone any more; up to `limit`. */
export async function deleteOldSelections(db: Db, limit: number): Promise<number> {
  const when = sql`created_at < now() - interval '1 day'`;
  return await removeRows(db, 'fax_selection', ['account_id', 'id'], { when, limit });
}

/** Removes views of mailboxes from more than `days` ago, with the faxes that were seen in them; up to `limit`. */
export async function deleteOldViews(db: Db, days: number, limit: number): Promise<number> {
  return await remove(
    db,
    sql`
    delete from mailbox_view where id in (
      select id from mailbox_view
      where opened_at < now() - make_interval(days => ${days}) order by id limit ${limit})`,
  );
}

/** Removes notes about warnings of months before the last one, wherever the month begins; up to `limit`. */
export async function deleteOldWarnings(db: Db, limit: number): Promise<number> {
  const when = sql`month < (now() - interval '62 days')::date`;
  return await removeRows(db, 'usage_warning', ['account_id', 'month', 'percent'], { when, limit });
}

/** Removes addresses that mail came back from more than a week ago, unless they get no more mails; up to `limit`. */
export async function deleteOldTroubles(db: Db, limit: number): Promise<number> {
  const when = sql`suspended_at is null and last_at < now() - interval '7 days'`;
  return await removeRows(db, 'mail_address', ['account_id', 'address'], { when, limit });
}

/** Removes marks of keys in use that a crash has left; up to `limit`. */
export async function deleteOldRuns(db: Db, limit: number): Promise<number> {
  const when = sql`until < now() - interval '1 hour'`;
  return await removeRows(db, 'idempotency_run', ['account_id', 'key'], { when, limit });
}

/**
 * Removes what is known of machines that have given no sign of life for `days`: spools in which nothing waits, and names
 * that no account and no administrator has. Where something waits, the operator decides (`f2e node remove`).
 */
export async function deleteGoneMachines(db: Db, days: number): Promise<number> {
  const spools = await remove(
    db,
    sql`delete from file_spool where files = 0 and seen_at < now() - make_interval(days => ${days})`,
  );
  const nodes = await remove(
    db,
    sql`
    delete from node n where last_seen < now() - make_interval(days => ${days})
      and not exists (select from account a where a.node = n.name)
      and not exists (select from parent p where p.node = n.name)
      and not exists (select from file_spool s where s.node = n.name)`,
  );
  return spools + nodes;
}
