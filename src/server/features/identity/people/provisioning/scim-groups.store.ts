import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isForAdministrator } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

import type { MemberChange } from './patch.rules.ts';

/** A group of a directory. */
export interface GroupRow {
  id: number;
  name: string;
  externalId: string | null;
  createdAt: Date;
  changedAt: Date;
  /** Null if not requested. */
  members: { id: number; name: string }[] | null;
}

/** A comparison of one attribute, as the filter of a list. */
export type GroupFilter = { attribute: string; value: string } | undefined;

/** Attributes that group lists can be filtered by. */
export const GROUP_FILTERS = ['displayName', 'externalId', 'id', 'members.value', 'members'] as const;

function matches(filter: GroupFilter): RawBuilder<boolean> {
  if (!filter) return sql`true`;
  const { attribute, value } = filter;
  if (attribute === 'displayName') return sql`lower(g.name) = lower(${value})`;
  if (attribute === 'externalId') return sql`g.external_id = ${value}`;
  if (attribute === 'id') return sql`g.id::text = ${value}`;
  return sql`exists (select from scim_member m where m.group_id = g.id and m.user_id::text = ${value})`;
}

function columns(withMembers: boolean): RawBuilder<unknown> {
  const members = withMembers
    ? sql`coalesce((select json_agg(json_build_object('id', u.id, 'name', u.user_name) order by u.id)
        from scim_member m join scim_user u on u.id = m.user_id where m.group_id = g.id), '[]')`
    : sql`null`;
  return sql`g.id, g.name, g.external_id as "externalId", g.created_at as "createdAt", g.changed_at as "changedAt",
    ${members} as members`;
}

/** Returns a page of groups in the order of creation, and the total number. */
export async function listGroups(
  db: Db,
  parent: AdministratorId,
  page: { filter: GroupFilter; offset: number; limit: number | null; members: boolean },
): Promise<{ rows: GroupRow[]; total: number }> {
  const where = sql`from scim_group g where g.parent_id = ${parent} and ${matches(page.filter)}`;
  const { rows } = await sql<GroupRow>`
    select ${columns(page.members)} ${where} order by g.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns a group of the directory. */
export async function findGroup(
  db: Db,
  parent: AdministratorId,
  id: number,
  members = true,
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${columns(members)} from scim_group g where g.parent_id = ${parent} and g.id = ${id}`.execute(db);
  return rows[0];
}

/** Whether another group of the directory has this name. */
export async function isGroupTaken(
  tx: Db,
  parent: AdministratorId,
  group: { id?: number; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from scim_group
    where parent_id = ${parent} and id <> ${group.id ?? 0} and lower(name) = lower(${group.name})`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Adds a group and returns its id. */
export async function insertGroup(
  tx: Db,
  parent: AdministratorId,
  group: { name: string; externalId: string | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('scim_group')
    .values({ parent_id: parent, name: group.name, external_id: group.externalId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a group's current attributes. */
export async function updateGroup(
  tx: Db,
  id: number,
  group: { name: string; externalId: string | null },
): Promise<void> {
  await tx
    .updateTable('scim_group')
    .set({ name: group.name, external_id: group.externalId, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a group with its memberships and roles. */
export async function deleteGroup(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('scim_group').where('id', '=', id).execute();
}

/** Changes members. Returns how many were added and removed; null if one of them is not a user of the directory. */
export async function changeMembers(
  tx: Db,
  parent: AdministratorId,
  groupId: number,
  { kind, ids }: MemberChange,
): Promise<{ added: number; removed: number } | null> {
  const known = await sql<{ id: number }>`
    select id from scim_user where parent_id = ${parent} and id = any(${ids})`.execute(tx);
  if (kind !== 'remove' && known.rows.length < new Set(ids).size) return null;
  const gone =
    kind === 'add'
      ? 0
      : await countOf(
          tx,
          sql`delete from scim_member where group_id = ${groupId}
            and (user_id = any(${ids})) = ${kind === 'remove'}`,
        );
  const added =
    kind === 'remove'
      ? 0
      : await countOf(
          tx,
          sql`insert into scim_member (group_id, user_id) select ${groupId}, unnest(${ids}::bigint[])
            on conflict do nothing`,
        );
  return { added, removed: gone };
}

async function countOf(tx: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A role that the members of a group have, for the administrator's page. */
export interface GroupRoleRow {
  id: number;
  groupId: number;
  accountId: number | null;
  faxNumber: string | null;
  role: AnyRole;
}

/** Roles on accounts and for the administrator itself. Both tables take their ids from one sequence. */
const ALL_ROLES = sql`(
  select id, group_id, account_id, role, false as own from scim_group_role
  union all select id, group_id, null, role, true from scim_group_own_role)`;

/** Returns the roles of all groups of a directory. */
export async function listGroupRoles(db: Db, parent: AdministratorId): Promise<GroupRoleRow[]> {
  const { rows } = await sql<GroupRoleRow>`
    select r.id, r.group_id as "groupId", r.account_id as "accountId", a.fax_number as "faxNumber", r.role
    from ${ALL_ROLES} r join scim_group g on g.id = r.group_id left join account a on a.id = r.account_id
    where g.parent_id = ${parent} order by lower(g.name), r.own desc, r.account_id nulls first`.execute(db);
  return rows;
}

/** Sets the role of a group's members on one account, on all accounts, or for the administrator. */
export async function upsertGroupRole(
  tx: Db,
  { groupId, accountId, role }: { groupId: number; accountId: AccountId | null; role: AnyRole },
): Promise<void> {
  const statement = isForAdministrator(role)
    ? sql`insert into scim_group_own_role (group_id, role) values (${groupId}, ${role})
        on conflict (group_id) do update set role = excluded.role, given_at = now()`
    : sql`insert into scim_group_role (group_id, account_id, role) values (${groupId}, ${accountId}, ${role})
        on conflict (group_id, account_id) do update set role = excluded.role, given_at = now()`;
  await statement.execute(tx);
}

/** Removes a role. Returns what it was; undefined if the directory has none with this id. */
export async function deleteGroupRole(
  tx: Db,
  parent: AdministratorId,
  id: number,
): Promise<{ groupId: number; accountId: number | null; role: AnyRole } | undefined> {
  const { rows } = await sql<{ groupId: number; accountId: number | null; role: AnyRole }>`
    with known as (
      select r.* from ${ALL_ROLES} r join scim_group g on g.id = r.group_id
      where g.parent_id = ${parent} and r.id = ${id}
    ), on_accounts as (delete from scim_group_role where id in (select id from known)),
    own as (delete from scim_group_own_role where id in (select id from known))
    select group_id as "groupId", account_id as "accountId", role from known`.execute(tx);
  return rows[0];
}
