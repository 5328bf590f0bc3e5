import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { AccountId } from '#server/kit/scope.ts';
import { anyOf } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import type { MaskedParties, Search, Term } from './search-terms.ts';
import type { Snapshot } from './snapshot.store.ts';

/** The column with a party's number of faxes in each folder (fax_party, migration 0004). */
const COUNTER: Readonly<Record<number, string>> = {
  1: 'in_inbox',
  2: 'in_sent',
  3: 'in_archive',
  4: 'in_outbox',
};

/** No trigger counts deleted faxes; an index finds those of a party. */
const DELETED = sql<number>`(
  select count(*)::int from fax d where d.account_id = p.account_id and d.folder = 5 and d.party_id = p.id)`;

/** Returns the number of faxes that a party `p` has in the folders. */
export function faxesOfParty(folders: readonly number[]): RawBuilder<number> {
  return sql<number>`(${sql.join(
    folders.map((folder) => (folder === 5 ? DELETED : sql.ref(`p.${COUNTER[folder] ?? 'in_inbox'}`))),
    sql` + `,
  )})`;
}

/**
 * Finds which parties of the folders match which words, using only the party table: a mailbox of 200,000 faxes has a
 * few thousand parties. Parties that match nothing are listed only if they are the smaller part.
 */
export async function findParties(
  snapshot: Snapshot,
  account: AccountId,
  folders: readonly number[],
  search: Search,
  total: number,
): Promise<MaskedParties[]> {
  const bits = search.terms.map(
    (term, i) => sql`(case when ${partyAnswers(term, search)} then ${sql.raw(String(1 << i))} else 0 end)`,
  );
  const faxes = faxesOfParty(folders);
  return await snapshot.rows(sql<MaskedParties>`
    select mask, sum(faxes)::int as faxes,
      case when mask <> 0 or sum(faxes) * 2 < ${total} then array_agg(id) end as ids
    from (
      select p.id, ${faxes} as faxes, ${sql.join(bits, sql` + `)} as mask
      from fax_party p
      where p.account_id = ${account} and ${faxes} > 0
    ) answered
    group by mask`);
}

/** Whether the term is in any of the party's columns that the search includes. */
function partyAnswers(term: Term, { columns }: Search): Condition {
  const pattern = `%${escapeLike(term.text)}%`;
  const parts: Condition[] = [];
  const sigma = term.text.includes('σ');
  const like = (column: RawBuilder<unknown>, text: string) =>
    parts.push(sql<boolean>`${sigma ? sql`replace(${column}, 'ς', 'σ')` : column} like ${text}`);
  const allText = columns.has('from_company') && columns.has('to_person') && columns.has('fax_from');
  if (allText) like(sql`p.search_text`, pattern);
  else {
    if (columns.has('from_company')) {
      like(sql`lower(p.company)`, pattern);
      like(sql`lower(p.contact_company)`, pattern);
    }
    if (columns.has('to_person')) {
      like(sql`lower(p.sender)`, pattern);
      like(sql`lower(p.contact_person)`, pattern);
    }
    if (columns.has('to_person')) like(sql`lower(p.to_person)`, pattern);
  }
  const digitsAreCovered = allText && term.digits === term.text;
  if (columns.has('fax_from') && term.digits && !digitsAreCovered) like(sql`p.number`, `%${term.digits}%`);
  return anyOf(parts);
}

/** Makes a typed percent sign or underscore literal (A-QUERY-01). */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
