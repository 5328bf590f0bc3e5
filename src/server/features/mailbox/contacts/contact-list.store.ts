import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { ContactSearched } from '#contract/mailbox/contacts.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import { CONTACT_SEARCHED } from '#contract/mailbox/contacts.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A contact as it is stored. */
export interface ContactRecord {
  id: number;
  to_person: string;
  company: string;
  fax_number: string;
  home_phone: string;
  email: string;
  address: string;
  notes: string;
}

/** A contact in the list, with the ids of its groups. */
export interface ListedContact extends ContactRecord {
  groups: string[];
}

/** The request for one page of the list. */
export interface ContactListRequest {
  sort: readonly { by: ContactSort; dir: Direction }[];
  start: number;
  length: number;
  words: readonly string[];
  columns: readonly ContactSearched[];
  /** Only the contact with this id; null matches no contact. */
  id?: number | null;
  /** Only members of the group with this id; null matches no group. */
  group?: number | null;
  /** Only contacts with a greater id. */
  after?: number;
  /** Columns that must not be empty. */
  notEmpty: readonly (keyof ContactRecord)[];
}

/** The contacts of a page, how many match, and how many there are in total. */
export interface ContactList {
  total: number;
  filtered: number;
  rows: ListedContact[];
}

/** Indexed columns with folded text, so that case and accents do not affect the order. */
const SORT_COLUMN: Readonly<Record<ContactSort, string>> = {
  to_person: 'person_key',
  company: 'company_key',
  faxnum: 'fax_number',
};

/** Digits and the characters that are commonly written between them. */
const NUMBER_PART = /^[\d+().-]*\d[\d+().-]*$/;

const COLUMNS = sql`id, to_person, company, fax_number, home_phone, email, address, notes`;

const GROUPS = sql`array(
  select m.group_id::text from contact_group_member m
  join contact_group g on g.account_id = m.account_id and g.id = m.group_id
  where m.account_id = contact.account_id and m.contact_id = contact.id and g.deleted_at is null
  order by m.group_id
)`;

/** Reads one page of an account's contacts. Counts and rows come from one snapshot, so that pages add up. */
export async function listContacts(
  db: Db,
  account: AccountId,
  request: ContactListRequest,
): Promise<ContactList> {
  const conditions = conditionsOf(account, request);
  const where = whereOf(account, conditions);
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const total = await count(tx, sql`account_id = ${account}`);
      const filtered = conditions.length === 0 ? total : await count(tx, where);
      const { rows } = await contactsPage(account, request).execute(tx);
      return { total, filtered, rows };
    });
}

/** Returns the query for one page, separately so that tests can inspect its plan. */
export function contactsPage(account: AccountId, request: ContactListRequest): RawBuilder<ListedContact> {
  const { sort, start, length } = request;
  const order = sql.join([
    ...sort.map(({ by, dir }) => sql`${sql.ref(SORT_COLUMN[by])} ${sql.raw(dir)}`),
    sql`id ${sql.raw(sort.at(-1)?.dir ?? 'asc')}`,
  ]);
  const where = whereOf(account, conditionsOf(account, request));
  return sql`
    select ${COLUMNS}, ${GROUPS} as groups from contact
    where ${where} order by ${order} limit ${length} offset ${start}`;
}

function whereOf(account: AccountId, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join([sql`account_id = ${account}`, ...conditions], sql` and `);
}

/** Returns one contact of the account. */
export async function findContact(
  db: Db,
  account: AccountId,
  id: number,
): Promise<ListedContact | undefined> {
  const { rows } = await sql<ListedContact>`
    select ${COLUMNS}, ${GROUPS} as groups from contact where account_id = ${account} and id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Returns every contact of the account in the list's default order. */
export async function allContacts(db: Db, account: AccountId): Promise<ContactRecord[]> {
  const { rows } = await sql<ContactRecord>`
    select ${COLUMNS} from contact where account_id = ${account} order by person_key, id`.execute(db);
  return rows;
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from contact where ${where}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

function conditionsOf(account: AccountId, request: ContactListRequest): RawBuilder<unknown>[] {
  const { id, group, after, words, columns, notEmpty } = request;
  return [
    ...(group === undefined ? [] : [group === null ? sql`false` : membersOf(account, group)]),
    ...(id === undefined ? [] : [id === null ? sql`false` : sql`id = ${id}`]),
    ...(after === undefined ? [] : [sql`id > ${after}`]),
    ...words.map((word) => contains(word, columns)),
    ...notEmpty.map((column) => sql`${sql.ref(column)} <> ''`),
  ];
}

/** An array instead of a join, so that only the members are read, at most as many as a group may have. */
function membersOf(account: AccountId, group: number): RawBuilder<unknown> {
  return sql`id = any(array(
    select m.contact_id from contact_group_member m
    join contact_group g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = ${account} and m.group_id = ${group} and g.deleted_at is null
  ))`;
}

/** Matches if one of the columns contains the word; numbers match in any format. */
function contains(word: string, columns: readonly ContactSearched[]): RawBuilder<unknown> {
  // PostgreSQL text cannot contain this character, not even in a comparison.
  if (word.includes('\u0000')) return sql`false`;
  const term = sql`contact_fold(${word})`;
  const everywhere = columns.length === CONTACT_SEARCHED.length;
  const texts = everywhere
    ? [sql`search_text`]
    : columns.filter((column) => column !== 'faxnum').map((column) => folded(column));
  // Not LIKE: the search text is literal, including percent signs (A-QUERY-01).
  const sigma = word.includes('σ');
  const parts = texts.map(
    (text) => sql`strpos(${sigma ? sql`replace(${text}, 'ς', 'σ')` : text}, ${term}) > 0`,
  );
  if (columns.includes('faxnum') && NUMBER_PART.test(word))
    parts.push(sql`strpos(fax_number, ${normalizeNumber(word)}) > 0`);
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

function folded(column: Exclude<ContactSearched, 'faxnum'>): RawBuilder<unknown> {
  if (column === 'email') return sql`contact_fold(email)`;
  return sql.ref(column === 'company' ? 'company_key' : 'person_key');
}
