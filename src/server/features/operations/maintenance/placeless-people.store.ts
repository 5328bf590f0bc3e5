import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Condition on a person `p`: works somewhere, or is in an organization's directory, which alone can remove them. */
const PLACED = sql`(
  exists (select from membership m where m.person_id = p.id)
  or exists (select from scim_user u where u.person_id = p.id))`;

/** Condition on a person `p`: a link in their mails may still make them a member of something. */
const INVITED = sql`exists (
  select from invitation i left join account a on a.id = i.account_id left join parent o on o.id = i.parent_id
  where i.email = p.email and coalesce(a.brand_id, o.brand_id) = p.brand_id and i.expires_at > now())`;

/** People who acted on an account under a legal hold: its records refer to them. */
const NEEDED = sql`
  select (a.detail ->> 'personId')::bigint as id from audit a
    where a.account_id in (select account_id from legal_hold) and a.detail ->> 'personId' is not null
  union select a.actor_id from audit a
    where a.account_id in (select account_id from legal_hold) and a.actor_kind = 'person'
  union select n.person_id from fax_note n where n.account_id in (select account_id from legal_hold)
  union select f.person_id from fax f
    where f.account_id in (select account_id from legal_hold) and f.person_id is not null`;

/** Records since when people have worked nowhere, and clears it for those who work somewhere again. */
export async function notePlaceless(db: Db): Promise<void> {
  await sql`
    update person p set placeless_since = case when placeless_since is null then now() end
    where ${PLACED} = (placeless_since is not null)`.execute(db);
}

/**
 * Removes people who have worked nowhere for `days`, and everything that could open their login; up to `limit`. Returns
 * their ids. Locks their rows first, so that nobody becomes a member of anything in between.
 */
export async function deletePlaceless(tx: Db, days: number, limit: number): Promise<number[]> {
  const due = await sql<{ id: number }>`
    with needed as materialized (${NEEDED})
    select p.id from person p
    where p.placeless_since <= now() - make_interval(days => ${days}) and not ${PLACED} and not ${INVITED}
      and not exists (select from needed n where n.id = p.id)
    order by p.id limit ${limit} for update of p skip locked`.execute(tx);
  const taken = due.rows.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    delete from person p where p.id = any(${taken}) and not ${PLACED} and not ${INVITED} returning p.id`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  await sql`delete from token where subject_kind = 'person' and subject_id = any(${ids})`.execute(tx);
  return ids;
}
