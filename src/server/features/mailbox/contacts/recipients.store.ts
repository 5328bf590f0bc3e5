import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { digitsOf } from '#contract/kit/fax-number.ts';
import { MAX_RECIPIENTS } from '#contract/mailbox/recipients.ts';
import type { Recipient } from '#contract/mailbox/recipients.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Faxes of a folder that count as recent: bounds what one search reads, however many there are. */
const RECENT = 100;

/** Digits and what people write between them. */
const NUMBER = /^[\d\s+().-]*\d[\d\s+().-]*$/;

/** Stored numbers that compose takes (COMP-03, COMP-07). */
const SENDABLE = '^(?!011)[0-9]{10,12}$';

/**
 * At most MAX_RECIPIENTS numbers whose digits begin with what was typed, or whose names have a word for each typed one
 * that begins with it. Contacts come first, by name; then numbers of recent faxes that are nobody's contact, the latest
 * first. An exact number comes before all.
 */
export async function suggestRecipients(db: Db, account: AccountId, typed: string): Promise<Recipient[]> {
  const contacts = (await contactsBegun(account, typed).execute(db)).rows;
  const room = MAX_RECIPIENTS - contacts.length;
  return room === 0 ? contacts : [...contacts, ...(await recentBegun(account, typed, room).execute(db)).rows];
}

/** The question for contacts by itself, so that its plan can be looked at. */
export function contactsBegun(account: AccountId, typed: string): RawBuilder<Recipient> {
  // «offset 0»: what the index of words finds is read, not the account's contacts until eight of them match.
  return sql`
    select fax_number as faxnum, to_person, company, true as contact
    from (
      select account_id, fax_number, to_person, company, person_key, id from contact
      where fax_number <> ''
        and contact_words(account_id, to_person || ' ' || company || ' ' || fax_number) @@ ${wordsOf(account, typed)}
      offset 0
    ) found
    where account_id = ${account} and fax_number ~ ${SENDABLE}
    order by fax_number = ${digitsOf(typed)} desc, person_key, id
    limit ${MAX_RECIPIENTS}`;
}

function recentBegun(account: AccountId, typed: string, room: number): RawBuilder<Recipient> {
  return sql`
    select number as faxnum, coalesce((array_agg(person order by at desc) filter (where person <> ''))[1], '') as to_person,
      coalesce((array_agg(firm order by at desc) filter (where firm <> ''))[1], '') as company, false as contact
    from (
      -- What a received fax calls its sender is that sender's own claim: no name to send to.
      select p.number, f.fax_at as at, case when f.action = 'S' then p.to_person else '' end as person,
        case when f.action = 'S' then p.company else '' end as firm
      from unnest(array[1, 2, 3, 4]) as shelf(folder)
      cross join lateral (
        select party_id, fax_at, action from fax
        where account_id = ${account} and folder = shelf.folder order by fax_at desc, id desc limit ${RECENT}
      ) f
      join fax_party p on p.account_id = ${account} and p.id = f.party_id
    ) latest
    where number ~ ${SENDABLE}
      and contact_words(${account}, person || ' ' || firm || ' ' || number) @@ ${wordsOf(account, typed)}
      and not exists (select from contact c where c.account_id = ${account} and c.fax_number = latest.number)
    group by number
    order by number = ${digitsOf(typed)} desc, max(at) desc, number
    limit ${room}`;
}

/** What was typed as words; a number also as its digits alone, with and without the country code of 1. */
function wordsOf(account: AccountId, typed: string): RawBuilder<unknown> {
  const digits = NUMBER.test(typed) ? digitsOf(typed) : '';
  const ways = [typed, digits, /^1\d/.test(digits) ? digits.slice(1) : ''].filter((way) => way !== '');
  if (ways.length === 0) return sql`null::tsquery`;
  return sql`(${sql.join(
    ways.map((way) => sql`contact_words_query(${account}, ${way})`),
    sql` || `,
  )})`;
}
