import { sql } from 'kysely';

import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { MAX_GROUP_MEMBERS } from '#contract/mailbox/contact-groups.ts';
import { MAX_NAMED_MISSING } from '#contract/mailbox/recipients.ts';
import type { GroupRecipients } from '#contract/mailbox/recipients.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A group in a list. */
export interface GroupRecord {
  id: number;
  name: string;
  members: number;
}

/** A group's name, and whether it is deleted; Undo may still restore it. */
export interface KnownGroup {
  name: string;
  deleted: boolean;
}

/** Returns the groups of an account, sorted by name, with the number of their members. */
export async function listGroups(db: Db, account: AccountId): Promise<GroupRecord[]> {
  const { rows } = await sql<GroupRecord>`
    select g.id, g.name, (
      select count(*)::int from contact_group_member m where m.account_id = g.account_id and m.group_id = g.id
    ) as members
    from contact_group g where g.account_id = ${account} and g.deleted_at is null
    order by contact_fold(g.name) collate "C", g.id`.execute(db);
  return rows;
}

/** Counts the groups of an account that are not deleted. */
export async function countGroups(tx: Db, account: AccountId): Promise<number> {
  const { n } = await tx
    .selectFrom('contact_group')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns the group with this id, even if it is deleted. */
export async function findGroup(tx: Db, account: AccountId, id: number): Promise<KnownGroup | undefined> {
  const row = await tx
    .selectFrom('contact_group')
    .select(['name', 'deleted_at'])
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { name: row.name, deleted: row.deleted_at !== null };
}

/** Whether a group other than `except` has this name, in any case. */
export async function isNameTaken(
  tx: Db,
  account: AccountId,
  name: string,
  except: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from contact_group
    where account_id = ${account} and lower(name) = lower(${name}) and deleted_at is null
      and id <> ${except ?? 0}`.execute(tx);
  return rows.length > 0;
}

/** Adds a group and returns its id. */
export async function insertGroup(tx: Db, account: AccountId, name: string): Promise<number> {
  const { id } = await tx
    .insertInto('contact_group')
    .values({ account_id: account, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Renames a group, or marks it as deleted or not deleted. */
export async function changeGroup(
  tx: Db,
  account: AccountId,
  id: number,
  change: { name: string } | { deleted_at: Date | null },
): Promise<void> {
  await tx
    .updateTable('contact_group')
    .set(change)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/** Adds contacts to a group. Returns those that exist and were not in it. */
export async function insertMembers(
  tx: Db,
  account: AccountId,
  group: number,
  contacts: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into contact_group_member (account_id, group_id, contact_id)
    select account_id, ${group}, id from contact where account_id = ${account} and id = any(${contacts}::bigint[])
    on conflict do nothing returning contact_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Removes contacts from a group. Returns those that were in it. */
export async function deleteMembers(
  tx: Db,
  account: AccountId,
  group: number,
  contacts: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from contact_group_member
    where account_id = ${account} and group_id = ${group} and contact_id = any(${contacts}::bigint[])
    returning contact_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the names of the groups that have too many members, without deleted ones. */
export async function overfullGroups(
  tx: Db,
  account: AccountId,
  groups: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select g.name from contact_group g
    join contact_group_member m on m.account_id = g.account_id and m.group_id = g.id
    where g.account_id = ${account} and g.id = any(${groups}::bigint[]) and g.deleted_at is null
    group by g.id, g.name having count(*) > ${MAX_GROUP_MEMBERS}`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Puts a contact into exactly these groups; unknown ones are ignored. Its memberships in deleted groups stay. */
export async function setGroupsOf(
  tx: Db,
  account: AccountId,
  contact: number,
  groups: readonly number[],
): Promise<void> {
  await sql`
    delete from contact_group_member m using contact_group g
    where m.account_id = ${account} and m.contact_id = ${contact} and g.account_id = m.account_id
      and g.id = m.group_id and g.deleted_at is null and g.id <> all(${groups}::bigint[])`.execute(tx);
  await sql`
    insert into contact_group_member (account_id, group_id, contact_id)
    select account_id, id, ${contact} from contact_group
    where account_id = ${account} and id = any(${groups}::bigint[]) and deleted_at is null
    on conflict do nothing`.execute(tx);
}

/** Puts restored contacts back into groups that exist and have room. Call before their rows leave deleted_contact. */
export async function rejoinGroups(tx: Db, account: AccountId, contacts: readonly number[]): Promise<void> {
  await sql`
    insert into contact_group_member (account_id, group_id, contact_id)
    select account_id, group_id, contact_id from (
      select g.account_id, g.id as group_id, d.id as contact_id,
        row_number() over (partition by g.id order by d.id) + (
          select count(*) from contact_group_member m where m.account_id = g.account_id and m.group_id = g.id
        ) as place
      from deleted_contact d
      cross join lateral unnest(d.group_ids) as was(id)
      join contact_group g on g.account_id = d.account_id and g.id = was.id
      where d.account_id = ${account} and d.id = any(${contacts}::bigint[])
    ) back
    where place <= ${MAX_GROUP_MEMBERS}`.execute(tx);
}

/** Returns the ids of groups in whose name every search word is the beginning of a word, sorted by name. */
export async function findGroups(
  db: Db,
  account: AccountId,
  search: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from contact_group g
    where account_id = ${account} and deleted_at is null
      and contact_words(account_id, name) @@ contact_words_query(${account}, ${search})
      and exists (select from contact_group_member m where m.account_id = g.account_id and m.group_id = g.id)
    order by contact_fold(name) collate "C", id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Matches stored numbers that compose accepts (COMP-03, COMP-07); stored numbers have only digits. */
export const SENDABLE = sql`length(fax_number) between 10 and 12 and fax_number not like '011%'`;

/** Returns these groups as recipients, in the order of the ids; unknown ones are left out. */
export async function recipientsOfGroups(
  db: Db,
  account: AccountId,
  ids: readonly number[],
): Promise<GroupRecipients[]> {
  const { rows } = await sql<GroupRecipients>`
    with member as (
      select m.group_id, c.id, c.fax_number, c.to_person, c.company, c.person_key, ${SENDABLE} as ok,
        row_number() over (partition by m.group_id, ${SENDABLE} order by c.person_key, c.id) as place
      from contact_group_member m
      join contact c on c.account_id = m.account_id and c.id = m.contact_id
      where m.account_id = ${account} and m.group_id = any(${ids}::bigint[])
    )
    select g.id::text, g.name, (count(*) filter (where ok))::int as total,
      coalesce(jsonb_agg(
        jsonb_build_object('faxnum', fax_number, 'to_person', to_person, 'company', company, 'contact', true)
        order by place
      ) filter (where ok and place <= ${MAX_DESTINATIONS + 1}), '[]') as members,
      (count(*) filter (where not ok))::int as missing,
      coalesce(jsonb_agg(coalesce(nullif(to_person, ''), company) order by place)
        filter (where not ok and place <= ${MAX_NAMED_MISSING}), '[]') as "missingNames"
    from contact_group g left join member on member.group_id = g.id
    where g.account_id = ${account} and g.id = any(${ids}::bigint[]) and g.deleted_at is null
    group by g.id, g.name
    order by array_position(${ids}::bigint[], g.id)`.execute(db);
  return rows;
}
