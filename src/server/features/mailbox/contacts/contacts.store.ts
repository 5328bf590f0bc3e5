import { sql } from 'kysely';

import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { rejoinGroups } from './contact-groups.store.ts';

/** Rows per statement; keeps its parameter within a few hundred kilobytes. */
const BATCH = 1_000;

/** The key by which contacts are the same: the number, or without one the email address (spec decisions 5.6). */
export interface ContactKey {
  id: number;
  faxnum: string;
  /** In lower case. */
  email: string;
}

/** Serializes changes to an account's contacts, because whether a contact exists is checked before it is written. */
export async function lockContacts(tx: Db, account: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${account}`}, 0))`.execute(tx);
}

/** Returns the same contact as these values, other than `except`; by email, one without a number comes first. */
export async function findSame(
  tx: Db,
  account: AccountId,
  { faxnum, email }: Pick<ContactValues, 'faxnum' | 'email'>,
  except: number | null,
): Promise<number | undefined> {
  const own = tx
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', account)
    .where('id', '<>', except ?? 0);
  const same =
    faxnum === ''
      ? own
          .where('email', '<>', '')
          .where(sql<boolean>`lower(email) = lower(${email})`)
          .orderBy('fax_number')
      : own.where('fax_number', '=', faxnum);
  return (await same.orderBy('id').limit(1).executeTakeFirst())?.id;
}

/** Counts the contacts of an account. While lockContacts holds, nobody adds any. */
export async function countContacts(tx: Db, account: AccountId): Promise<number> {
  const { n } = await tx
    .selectFrom('contact')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  return n;
}

/** Adds a contact and returns its id. */
export async function insertContact(tx: Db, account: AccountId, values: ContactValues): Promise<number> {
  const { id } = await tx
    .insertInto('contact')
    .values({ account_id: account, ...columnsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces every field of a contact. */
export async function replaceContact(
  tx: Db,
  account: AccountId,
  id: number,
  values: ContactValues,
): Promise<void> {
  await tx
    .updateTable('contact')
    .set({ ...columnsOf(values), updated_at: new Date() })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/** All columns of a contact that are not derived from others. */
const KEPT = sql`account_id, id, to_person, company, fax_number, home_phone, email, address, notes, created_at, updated_at`;

/** Deletes a contact; faxes keep their own names (spec http-api 5.2). Returns false if there is none. */
export async function removeContact(tx: Db, account: AccountId, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (delete from contact where account_id = ${account} and id = ${id} returning ${KEPT})
    insert into deleted_contact (${KEPT}, group_ids)
    select ${KEPT}, array(
      select group_id from contact_group_member m where m.account_id = gone.account_id and m.contact_id = gone.id
    ) from gone`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns those of the deleted contacts that can be restored. The same contact may have been added again since. */
export async function findDeleted(tx: Db, account: AccountId, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deleted_contact where account_id = ${account} and id = any(${ids}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Restores deleted contacts and their groups, except those that exist again. Returns the ids of the restored ones. */
export async function putBack(tx: Db, account: AccountId, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into contact (${KEPT})
    select ${KEPT} from deleted_contact where account_id = ${account} and id = any(${ids}::bigint[]) order by id
    on conflict do nothing returning id`.execute(tx);
  const back = rows.map(({ id }) => id);
  await rejoinGroups(tx, account, back);
  await sql`
    delete from deleted_contact where account_id = ${account} and id = any(${back}::bigint[])`.execute(tx);
  return back;
}

/** Returns the keys of all contacts, those without a number first, because they are the closer match by email. */
export async function contactKeys(tx: Db, account: AccountId): Promise<ContactKey[]> {
  const { rows } = await sql<ContactKey>`
    select id, fax_number as faxnum, lower(email) as email from contact where account_id = ${account}
    order by (fax_number <> ''), id`.execute(tx);
  return rows;
}

/** Adds many contacts in the given order. */
export async function insertContacts(
  tx: Db,
  account: AccountId,
  contacts: readonly ContactValues[],
): Promise<void> {
  for (let from = 0; from < contacts.length; from += BATCH) {
    const rows = contacts.slice(from, from + BATCH).map((values, id) => ({ id, ...columnsOf(values) }));
    await sql`
      insert into contact (account_id, to_person, company, fax_number, home_phone, email, address, notes)
      select ${account}, to_person, company, fax_number, home_phone, email, address, notes
      from ${recordset(rows)} order by id`.execute(tx);
  }
}

/** Replaces the fields of many contacts. */
export async function replaceContacts(
  tx: Db,
  account: AccountId,
  contacts: readonly { id: number; values: ContactValues }[],
): Promise<void> {
  for (let from = 0; from < contacts.length; from += BATCH) {
    const rows = contacts.slice(from, from + BATCH).map(({ id, values }) => ({ id, ...columnsOf(values) }));
    await sql`
      update contact c
      set to_person = n.to_person, company = n.company, fax_number = n.fax_number, home_phone = n.home_phone,
        email = n.email, address = n.address, notes = n.notes, updated_at = now()
      from ${recordset(rows)}
      where c.account_id = ${account} and c.id = n.id`.execute(tx);
  }
}

/** Passes rows as one parameter: thousands of separate parameters take longer to prepare than to write. */
function recordset(rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
    id bigint, to_person text, company text, fax_number text, home_phone text, email text, address text, notes text
  )`;
}

function columnsOf(values: ContactValues) {
  return {
    to_person: values.to_person,
    company: values.company,
    fax_number: values.faxnum,
    home_phone: values.to_voicenumber,
    email: values.email,
    address: values.to_location,
    notes: values.description,
  };
}
