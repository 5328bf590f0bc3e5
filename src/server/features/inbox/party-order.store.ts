import { sql } from 'kysely';

import { faxesOfParty } from './party-search.store.ts';
import { inFolder } from './search-plan.store.ts';
import { partyKey } from './search-page.store.ts';
import type { PageRequest } from './search-page.store.ts';
import type { Snapshot } from './snapshot.store.ts';

interface Placed {
  ids: number[];
  faxes: number;
  before: number;
}

/**
 * Ids of a page ordered by company or number, found by adding up the counters of the parties before it: the faxes of
 * the few parties on the page are all that is read. `ids` are the parties that count; null means all of the folder.
 * Gives null when that would cost more than `limit` microseconds.
 */
export async function pageByParty(
  snapshot: Snapshot,
  page: PageRequest,
  ids: readonly number[] | null,
  limit: number,
): Promise<number[] | null> {
  const { account, folder, sort, start, length, costs } = page;
  const parties = ids?.length ?? (await countParties(snapshot, page, Math.ceil(limit / costs.place)));
  if (parties * costs.place >= limit) return null;

  const order = sql.raw(sort.dir);
  const placed = await snapshot.rows(sql<Placed>`
    with keyed as (
      select ${partyKey(sort.by)} as key, array_agg(p.id) as ids, sum(${faxesOfParty([folder])})::int as faxes
      from fax_party p
      where p.account_id = ${account} and ${faxesOfParty([folder])} > 0
        ${ids ? sql`and p.id = any(${ids}::bigint[])` : sql``}
      group by 1
    ), placed as (
      select ids, faxes, key, (sum(faxes) over (order by key ${order}))::int - faxes as before from keyed
    )
    select ids, faxes, before from placed
    where before < ${start + length} and before + faxes > ${start}
    order by before`);
  const faxes = placed.reduce((sum, key) => sum + key.faxes, 0);
  if (faxes * (costs.gather + costs.sort) >= limit) return null;
  const [first] = placed;
  if (!first) return [];
  const members = placed.flatMap((key, place) => key.ids.map((id) => ({ id, place })));
  const rows = await snapshot.rows(sql<{ id: number }>`
    select f.id
    from unnest(${members.map(({ id }) => id)}::bigint[], ${members.map(({ place }) => place)}::int[]) as member(id, place)
    cross join lateral (select f.id from fax f where ${inFolder(page)} and f.party_id = member.id offset 0) f
    order by member.place, f.id ${order} limit ${length} offset ${start - first.before}`);
  return rows.map(({ id }) => id);
}

/** The account's parties, but no more than `most`. */
async function countParties(snapshot: Snapshot, { account }: PageRequest, most: number): Promise<number> {
  const [counted] = await snapshot.rows(sql<{ parties: number }>`
    select count(*)::int as parties from (select from fax_party where account_id = ${account} limit ${most}) counted`);
  return counted?.parties ?? 0;
}
