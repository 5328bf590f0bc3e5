import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxQuery } from '#contract/mailbox/search-words.ts';
import type { AccountId } from '#server/kit/scope.ts';
import type { Condition } from '../search-sql.store.ts';

/** Whether a search has filters on work. */
export function asksForWork({ marks, assigned, tags, due, mentionsMe }: FaxQuery): boolean {
  const workMarks = marks.some((mark) => mark === 'open' || mark === 'doing' || mark === 'done');
  return workMarks || mentionsMe || assigned.length + tags.length + due.length > 0;
}

/** Whether the work filters contradict each other, so that no fax can match. */
export function workContradicts({ marks }: FaxQuery): boolean {
  return marks.includes('done') && (marks.includes('open') || marks.includes('doing'));
}

/**
 * Returns conditions on a row `w` of the account's fax_work, except tags. “me” is `person`, or nobody for a login
 * without a person.
 */
export function workFilters(
  { marks, assigned, due, mentionsMe }: FaxQuery,
  { account, person, zone }: { account: AccountId; person: number | undefined; zone: string },
): Condition[] {
  const me = person ?? null;
  const today = sql`(now() at time zone ${zone})::date`;
  const filters: Condition[] = [];
  // In the same form as the partial indexes.
  if (marks.includes('open') || marks.includes('doing')) filters.push(sql`w.status <> 'done'`);
  if (marks.includes('doing')) filters.push(sql`w.status = 'doing'`);
  if (marks.includes('done')) filters.push(sql`w.status = 'done'`);
  for (const name of assigned) filters.push(assignedTo(name, { account, me }));
  if (due.includes('any')) filters.push(sql`w.due_on is not null`);
  if (due.includes('today')) filters.push(sql`w.due_on <= ${today}`);
  if (due.includes('overdue')) filters.push(sql`w.due_on < ${today}`);
  if (mentionsMe)
    filters.push(
      sql`w.fax_id in (
        select n.fax_id from fax_mention m join fax_note n on n.account_id = m.account_id and n.id = m.note_id
        where m.person_id = ${me}::bigint and m.account_id = ${account})`,
    );
  return filters;
}

/** Selects the id of the account's tag with this name, in lower case. */
export function tagNamed(account: AccountId, name: string): RawBuilder<string> {
  return sql`(select g.id from tag g where g.account_id = ${account} and lower(g.name) = ${name})`;
}

/** Requires that a row `w` of the account's fax_work has all these tags. */
export function hasTags(account: AccountId, names: readonly string[]): Condition[] {
  return names.map(
    (name) => sql`w.fax_id in (
      select x.fax_id from fax_tag x where x.account_id = ${account} and x.tag_id = ${tagNamed(account, name)})`,
  );
}

/** Resolves a name to the account's members first, so that the index on the assignee can be used. */
function assignedTo(name: string, { account, me }: { account: AccountId; me: number | null }): Condition {
  if (name === 'nobody') return sql`w.assignee_id is null`;
  if (name === 'me') return sql`w.assignee_id = ${me}::bigint`;
  return sql`w.assignee_id = any(array(
    select m.person_id from membership m join person h on h.id = m.person_id
    where m.account_id = ${account} and strpos(lower(h.name), ${name}) > 0))`;
}
