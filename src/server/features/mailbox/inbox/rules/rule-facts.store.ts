import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { rolesWith } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { FOLDER_NUMBER } from '../fax-scope.ts';
import type { FaxFacts } from './match-rule.ts';

/** A received fax with the facts for conditions, and what is shown of it when a rule is tried. */
export interface FactsOfFax extends FaxFacts {
  id: number;
  party: string;
  at: Date;
}

/** Returns the newest received faxes of the account, without deleted ones. */
export async function readNewest(
  db: Db,
  account: AccountId,
  { most, withText }: { most: number; withText: boolean },
): Promise<FactsOfFax[]> {
  // Reads each folder by its index: sorting all faxes would take half a second in a large mailbox.
  const newestOf = (folder: 'Inbox' | 'Archive') => sql`(
    select id from fax where account_id = ${account} and folder = ${FOLDER_NUMBER[folder]} and action = 'R'
    order by fax_at desc, id desc limit ${most})`;
  return await readFacts(db, account, sql`${newestOf('Inbox')} union all ${newestOf('Archive')}`, {
    most,
    withText,
  });
}

/** Returns a received fax; undefined if it was deleted. */
export async function readOne(
  db: Db,
  account: AccountId,
  id: number,
  withText: boolean,
): Promise<FactsOfFax | undefined> {
  const [fax] = await readFacts(db, account, sql`select ${id}::bigint`, { most: 1, withText });
  return fax;
}

/** The number of pages whose text rules check. */
const TEXT_PAGES = 30;

/** The text of the first pages of a fax `f`; null until all of its pages have been read. */
const TEXT = sql`(
  select coalesce(string_agg(x.text, ' ' order by x.page), '')
  from fax_text t
  left join fax_page_text x on x.account_id = t.account_id and x.fax_id = t.fax_id and x.page <= ${TEXT_PAGES}
  where t.account_id = f.account_id and t.fax_id = f.id and t.state = 'done'
  group by t.fax_id)`;

/** The texts of the barcodes on these pages of a fax `f`. */
const BARCODES = sql`array(
  select b ->> 'text' from fax_page_text x, jsonb_array_elements(x.barcodes) b
  where x.account_id = f.account_id and x.fax_id = f.id and x.page <= ${TEXT_PAGES})`;

async function readFacts(
  db: Db,
  account: AccountId,
  ids: RawBuilder<unknown>,
  { most, withText }: { most: number; withText: boolean },
): Promise<FactsOfFax[]> {
  const { rows } = await sql<Omit<FactsOfFax, 'words'> & { text: string | null }>`
    select f.id, ${withText ? TEXT : sql`null::text`} as text,
      ${withText ? BARCODES : sql`'{}'::text[]`} as barcodes, f.other_number as caller, f.pages, f.status = 'FAILED' as "cutOff", f.fax_at as at,
      coalesce(nullif(f.company, ''), nullif(p.sender, ''), f.station_id) as party,
      c.id is not null as "isContact",
      array(
        select m.group_id from contact_group_member m
        join contact_group g on g.account_id = m.account_id and g.id = m.group_id and g.deleted_at is null
        where m.account_id = f.account_id and m.contact_id = c.id) as groups,
      extract(dow from f.fax_at at time zone z.system_name)::int as day,
      to_char(f.fax_at at time zone z.system_name, 'HH24:MI') as time,
      to_char(f.fax_at at time zone z.system_name, 'YYYY-MM-DD') as date
    from fax f
    join account_settings s on s.account_id = f.account_id
    join timezone z on z.id = s.timezone_id
    left join fax_party p on p.account_id = f.account_id and p.id = f.party_id
    left join lateral (
      select id from contact
      where account_id = f.account_id and fax_number = f.other_number and f.other_number <> '' limit 1) c on true
    where f.account_id = ${account} and f.action = 'R' and f.deleted_at is null and f.id in (${ids})
    order by f.fax_at desc, f.id desc limit ${most}`.execute(db);
  return rows.map(({ text, ...fax }) => ({ ...fax, words: text === null ? null : text.split(/\s+/u) }));
}

/** Returns those of the groups that exist in the account. */
export async function knownGroups(db: Db, account: AccountId, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from contact_group
    where account_id = ${account} and deleted_at is null and id = any(${[...ids]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the addresses that rules may mail: the account's own, and those of its people who may read its faxes and of
 * subaccounts that get faxes.
 */
export async function ruleAddresses(db: Db, account: AccountId): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(admin_email) as email from account where id = ${account} and admin_email <> ''
    union select lower(p.email) from membership m join person p on p.id = m.person_id
      where m.account_id = ${account} and m.role = any(${rolesWith('read')}::text[])
    union select lower(email) from subaccount where account_id = ${account} and confirm_hash is null
    order by email`.execute(db);
  return rows.map(({ email }) => email);
}

/** Returns the recipient of mails to the account's owner. */
export async function readOwner(
  db: Db,
  account: AccountId,
): Promise<{ email: string; brandId: number; number: string; language: string }> {
  return await db
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .select(['a.admin_email as email', 'a.brand_id as brandId', 's.language'])
    .select(sql<string>`coalesce(a.fax_number, '')`.as('number'))
    .where('a.id', '=', account)
    .executeTakeFirstOrThrow();
}

/** Returns whether a fax of this account has been sent to a number before, and whether the number is its own. */
export async function readNumber(
  db: Db,
  account: AccountId,
  number: string,
): Promise<{ reached: boolean; own: boolean }> {
  const { rows } = await sql<{ reached: boolean; own: boolean }>`
    select a.fax_number = ${number} as own, exists (
      select from fax f where f.account_id = a.id and f.action = 'S' and f.status = 'OK' and not f.outbox
        and not f.is_test and f.other_number = ${number}) as reached
    from account a where a.id = ${account}`.execute(db);
  return { reached: rows[0]?.reached === true, own: rows[0]?.own === true };
}

/** The document of a received fax to forward. */
export interface ForwardSource {
  documentId: number;
  pages: number;
  bytes: number;
  ready: boolean;
}

export async function readForwardSource(
  db: Db,
  account: AccountId,
  faxId: number,
): Promise<ForwardSource | undefined> {
  const { rows } = await sql<ForwardSource>`
    select d.id as "documentId", d.pages, d.bytes, d.state = 'ready' as ready
    from fax f join document d on d.id = f.document_id
    where f.account_id = ${account} and f.id = ${faxId} and f.deleted_at is null`.execute(db);
  return rows[0];
}

/** Returns the people who may be assigned work, by id. They cannot leave the account until the transaction ends. */
export async function lockWorkers(tx: Db, account: AccountId): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name'])
    .where('m.account_id', '=', account)
    .where('m.role', 'in', rolesWith('work'))
    .orderBy('m.id')
    .forKeyShare('m')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the names of the account's tags, by id. */
export async function tagNames(db: Db, account: AccountId): Promise<Map<number, string>> {
  const rows = await db.selectFrom('tag').select(['id', 'name']).where('account_id', '=', account).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
