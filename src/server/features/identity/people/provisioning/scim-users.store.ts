import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** A user of a directory, with the person's address. */
export interface UserRow {
  id: number;
  personId: number;
  userName: string;
  externalId: string | null;
  displayName: string;
  givenName: string;
  familyName: string;
  active: boolean;
  email: string;
  createdAt: Date;
  changedAt: Date;
  groups: { id: number; name: string }[];
}

/** The attributes of a user that the directory sets. */
export type UserFields = Pick<
  UserRow,
  'userName' | 'externalId' | 'displayName' | 'givenName' | 'familyName' | 'active'
>;

/** A comparison of one attribute, as the filter of a list. */
export type UserFilter = { attribute: string; value: string } | undefined;

/** Attributes that user lists can be filtered by. */
export const USER_FILTERS = ['userName', 'externalId', 'id', 'emails.value', 'emails'] as const;

const COLUMNS = sql`u.id, u.person_id as "personId", u.user_name as "userName", u.external_id as "externalId",
  u.display_name as "displayName", u.given_name as "givenName", u.family_name as "familyName", u.active, h.email,
  u.created_at as "createdAt", u.changed_at as "changedAt",
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id)
    from scim_member m join scim_group g on g.id = m.group_id where m.user_id = u.id), '[]') as groups`;

function matches(filter: UserFilter): RawBuilder<boolean> {
  if (!filter) return sql`true`;
  const { attribute, value } = filter;
  if (attribute === 'userName') return sql`lower(u.user_name) = lower(${value})`;
  if (attribute === 'externalId') return sql`u.external_id = ${value}`;
  if (attribute === 'id') return sql`u.id::text = ${value}`;
  return sql`h.email = ${value.toLowerCase()}`;
}

/** Locks the administrator's row, so that changes of a directory are serialized. Returns the brand. */
export async function lockDirectory(tx: Db, parent: AdministratorId): Promise<number | undefined> {
  const row = await tx
    .selectFrom('parent')
    .select('brand_id as brandId')
    .where('id', '=', parent)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.brandId;
}

/** Returns a page of users in the order of creation, and the total number. */
export async function listUsers(
  db: Db,
  parent: AdministratorId,
  page: { filter: UserFilter; offset: number; limit: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const where = sql`from scim_user u join person h on h.id = u.person_id
    where u.parent_id = ${parent} and ${matches(page.filter)}`;
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} ${where} order by u.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns a user of the directory. */
export async function findUser(db: Db, parent: AdministratorId, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from scim_user u join person h on h.id = u.person_id
    where u.parent_id = ${parent} and u.id = ${id}`.execute(db);
  return rows[0];
}

/** Whether another user of the directory has this name, or is this person. */
export async function isTaken(
  tx: Db,
  parent: AdministratorId,
  user: { id?: number; userName: string; personId: number | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    select from scim_user where parent_id = ${parent} and id <> ${user.id ?? 0}
      and (lower(user_name) = lower(${user.userName}) or person_id = ${user.personId ?? 0})`.execute(tx);
  return rows.length > 0;
}

/** Adds a user and returns its id. */
export async function insertUser(
  tx: Db,
  parent: AdministratorId,
  personId: number,
  fields: UserFields,
): Promise<number> {
  const { id } = await tx
    .insertInto('scim_user')
    .values({ parent_id: parent, person_id: personId, ...columnsOf(fields) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a user's current attributes. */
export async function updateUser(
  tx: Db,
  id: number,
  fields: UserFields & { personId: number },
): Promise<void> {
  await tx
    .updateTable('scim_user')
    .set({ ...columnsOf(fields), person_id: fields.personId, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a user; the person stays. */
export async function deleteUser(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('scim_user').where('id', '=', id).execute();
}

function columnsOf({ userName, externalId, displayName, givenName, familyName, active }: UserFields) {
  return {
    user_name: userName,
    external_id: externalId,
    display_name: displayName,
    given_name: givenName,
    family_name: familyName,
    active,
  };
}

/** A change of a role that comes from groups; null for no role. */
export interface RoleChange {
  personId: number;
  /** Null for the administrator itself. */
  accountId: number | null;
  before: string | null;
  after: string | null;
}

/** Updates the roles on the administrator's accounts, and for the administrator itself, to match the groups. */
export async function syncRoles(tx: Db, parent: AdministratorId): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange>`
    select person_id as "personId", account_id as "accountId", before, after from sync_directory(${parent})`.execute(
    tx,
  );
  return rows;
}

/** Whether one of these places of an administrator has too many people; null is the administrator itself. */
export async function isCrowded(
  tx: Db,
  parent: AdministratorId,
  places: readonly (number | null)[],
  most: number,
): Promise<boolean> {
  const accounts = places.filter((id) => id !== null);
  const { rows } = await sql`
    select from membership
    where account_id = any(${accounts}) or (${accounts.length < places.length} and parent_id = ${parent})
    group by account_id, parent_id having count(*) > ${most} limit 1`.execute(tx);
  return rows.length > 0;
}
