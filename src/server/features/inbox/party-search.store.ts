import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '../../kit/scope.ts';
import { anyOf } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import type { MaskedParties, Search, Term } from './search-terms.ts';

/**
 * Finds which parties of the folders answer which words, by the party table alone: a mailbox of 200,000 faxes has a few
 * thousand parties. Parties that answer no word are not listed.
 */
export async function findParties(
  db: Db,
  account: AccountId,
  folders: readonly number[],
  search: Search,
): Promise<MaskedParties[]> {
  const answers = search.terms.map((term) => partyAnswers(term, search));
  const bits = answers.map(
    (answer, i) => sql`(case when ${answer} then ${sql.raw(String(1 << i))} else 0 end)`,
  );
  const { rows } = await sql<MaskedParties>`
    select mask, array_agg(party_id) as ids, sum(n)::int as faxes
    from (
      select c.party_id, c.n, ${sql.join(bits, sql` + `)} as mask
      from fax_party p
      join party_counter c on c.account_id = ${account} and c.party_id = p.id
      where p.account_id = ${account} and c.folder = any(${folders}::smallint[]) and c.n > 0
        and ${anyOf(answers)}
    ) answered
    group by mask`.execute(db);
  return rows;
}

/** The words of the party contain the term, in any of the columns that the search may look at. */
function partyAnswers(term: Term, { columns }: Search): Condition {
  const pattern = `%${escapeLike(term.text)}%`;
  const parts: Condition[] = [];
  const like = (column: RawBuilder<unknown>, text: string) =>
    parts.push(sql<boolean>`${column} like ${text}`);
  const allText = columns.has('from_company') && columns.has('to_person') && columns.has('fax_from');
  if (allText) like(sql`p.search_text`, pattern);
  else {
    if (columns.has('from_company')) like(sql`lower(p.company)`, pattern);
    if (columns.has('to_person')) like(sql`lower(p.sender)`, pattern);
    if (columns.has('to_person')) like(sql`lower(p.to_person)`, pattern);
  }
  const digitsAreCovered = allText && term.digits === term.text;
  if (columns.has('fax_from') && term.digits && !digitsAreCovered) like(sql`p.number`, `%${term.digits}%`);
  return anyOf(parts);
}

/** A percent sign or underscore that a person typed means itself (A-QUERY-01). */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
