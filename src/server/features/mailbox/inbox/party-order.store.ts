import { sql } from 'kysely';

import { faxesOfParty } from './party-search.store.ts';
import { inFolder } from './search-plan.store.ts';
import { partyKey } from './search-page.store.ts';
import type { PageRequest } from './search-page.store.ts';
import type { Snapshot } from './snapshot.store.ts';

/** A party with faxes on the page. Parties with the same key have the same number of faxes before them. */
interface Placed {
  id: number;
  faxes: number;
  before: number;
}

/**
 * Returns the ids of a page ordered by company or number, found by adding up the counters of the parties before it:
 * only the faxes of the few parties on the page are read. `ids` are the parties to include; null means all of the
 * folder. Returns null if that would cost more than `limit` microseconds.
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
    select id, faxes, before
    from (
      select id, faxes, (sum(faxes) over in_order)::int as after,
        coalesce(sum(faxes) over (in_order groups between unbounded preceding and 1 preceding), 0)::int as before
      from (
        select p.id, ${partyKey(sort.by)} as key, ${faxesOfParty([folder])} as faxes
        from fax_party p
        where p.account_id = ${account} and ${faxesOfParty([folder])} > 0
          ${ids ? sql`and p.id = any(${ids}::bigint[])` : sql``}
      ) keyed
      window in_order as (order by key ${order})
    ) placed
    where before < ${start + length} and after > ${start}
    order by before`);
  const faxes = placed.reduce((sum, party) => sum + party.faxes, 0);
  if (faxes * (costs.gather + costs.sort) >= limit) return null;
  const [first] = placed;
  if (!first) return [];
  const rows = await snapshot.rows(sql<{ id: number }>`
    select f.id
    from unnest(${placed.map(({ id }) => id)}::bigint[], ${placed.map(({ before }) => before)}::int[]) as member(id, place)
    cross join lateral (select f.id from fax f where ${inFolder(page)} and f.party_id = member.id offset 0) f
    order by member.place, f.id ${order} limit ${length} offset ${start - first.before}`);
  return rows.map(({ id }) => id);
}

/** Counts the account's parties, up to `most`. */
async function countParties(snapshot: Snapshot, { account }: PageRequest, most: number): Promise<number> {
  const [counted] = await snapshot.rows(sql<{ parties: number }>`
    select count(*)::int as parties from (select from fax_party where account_id = ${account} limit ${most}) counted`);
  return counted?.parties ?? 0;
}
