import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { digitsOf } from '#contract/kit/fax-number.ts';
import { GROUP_PLACES, MAX_RECIPIENTS } from '#contract/mailbox/recipients.ts';
import type { Recipient, SuggestedRecipients } from '#contract/mailbox/recipients.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { findGroups, recipientsOfGroups, SENDABLE } from './contact-groups.store.ts';

/** How many faxes of a folder count as recent; limits what one search reads. */
const RECENT = 100;

/** How many contacts by name each search checks first; text that half the address book matches is found among them. */
const WALKED = 200;

/** Maximum contacts that the word index may return; limits a search that matches thousands late in the order. */
const MOST_FOUND = 2000;

/** Minimum digits of a sendable number. */
const WHOLE_NUMBER = 10;

/** The expression of the word index. */
const WORDS = sql`contact_words(account_id, to_person || ' ' || company || ' ' || fax_number)`;

/** Digits and the characters that are commonly written between them. */
const NUMBER = /^[\d\s+().-]*\d[\d\s+().-]*$/;

/** Numbers that compose accepts (COMP-03, COMP-07). */
const SENDABLE_NUMBER = '^(?!011)[0-9]{10,12}$';

/**
 * Returns at most MAX_RECIPIENTS numbers that begin with the typed digits, or whose names have a word that begins with
 * each typed word, and groups by name. Contacts come first, by name, then numbers of recent faxes that belong to no
 * contact, latest first. An exact number comes before all. If contacts fill all places, groups get GROUP_PLACES of
 * them.
 */
export async function suggestRecipients(
  db: Db,
  account: AccountId,
  typed: string,
): Promise<SuggestedRecipients> {
  const found = await findGroups(db, account, typed, MAX_RECIPIENTS);
  const room = MAX_RECIPIENTS - Math.min(found.length, GROUP_PLACES);
  const contacts = await findContacts(db, account, typed, room);
  const left = room - contacts.length;
  const recent = left === 0 ? [] : (await recentBegun(account, typed, left).execute(db)).rows;
  const data = [...contacts, ...recent];
  return {
    data,
    groups: await recipientsOfGroups(db, account, found.slice(0, MAX_RECIPIENTS - data.length)),
  };
}

/** Returns matching contacts. If thousands match, the first by name are read from the start of the list. */
async function findContacts(db: Db, account: AccountId, typed: string, limit: number): Promise<Recipient[]> {
  // Few numbers begin with a complete one, and the exact match must not be missed.
  if (digitsOf(typed).length < WHOLE_NUMBER) {
    const first = (await firstContacts(account, typed, limit).execute(db)).rows;
    if (first.length === limit) return first;
  }
  return (await contactsBegun(account, typed, limit).execute(db)).rows;
}

/** Returns the query for matches among the first contacts by name, separately so that tests can inspect its plan. */
export function firstContacts(account: AccountId, typed: string, limit: number): RawBuilder<Recipient> {
  return sql`
    select fax_number as faxnum, to_person, company, true as contact
    from (select * from contact where account_id = ${account} order by person_key, id limit ${WALKED}) first
    where ${SENDABLE} and ${WORDS} @@ ${wordsOf(account, typed)}
    order by person_key, id
    limit ${limit}`;
}

/** Returns the query for contacts by word, separately so that tests can inspect its plan. */
export function contactsBegun(account: AccountId, typed: string, limit: number): RawBuilder<Recipient> {
  // The inner limit makes the planner use the word index instead of reading contacts until enough match.
  return sql`
    select fax_number as faxnum, to_person, company, true as contact
    from (
      select account_id, fax_number, to_person, company, person_key, id from contact
      where fax_number <> '' and ${WORDS} @@ ${wordsOf(account, typed)}
      limit ${MOST_FOUND}
    ) found
    where account_id = ${account} and ${SENDABLE}
    order by fax_number = ${digitsOf(typed)} desc, person_key, id
    limit ${limit}`;
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
        where account_id = ${account} and folder = shelf.folder and ${madeByCaller('person_id')}
        order by fax_at desc, id desc limit ${RECENT}
      ) f
      join fax_party p on p.account_id = ${account} and p.id = f.party_id
    ) latest
    where number ~ ${SENDABLE_NUMBER}
      and contact_words(${account}, person || ' ' || firm || ' ' || number) @@ ${wordsOf(account, typed)}
      and not exists (select from contact c where c.account_id = ${account} and c.fax_number = latest.number)
    group by number
    order by number = ${digitsOf(typed)} desc, max(at) desc, number
    limit ${room}`;
}

/** Returns the typed text as words; a number also as digits only, with and without the country code 1. */
function wordsOf(account: AccountId, typed: string): RawBuilder<unknown> {
  const digits = NUMBER.test(typed) ? digitsOf(typed) : '';
  const ways = [typed, digits, /^1\d/.test(digits) ? digits.slice(1) : ''].filter((way) => way !== '');
  if (ways.length === 0) return sql`null::tsquery`;
  return sql`(${sql.join(
    ways.map((way) => sql`contact_words_query(${account}, ${way})`),
    sql` || `,
  )})`;
}
