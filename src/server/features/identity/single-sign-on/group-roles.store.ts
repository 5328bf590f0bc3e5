import { sql } from 'kysely';

import { MAX_PEOPLE } from '#contract/identity/people.ts';
import { OPERATOR_ROLES } from '#contract/kit/roles.ts';
import type { AnyRole, OperatorRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import { columnsOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

/** A role that a group can have: on an account, for an administrator, or (at operators' providers) in the console. */
export type GroupRole = AnyRole | OperatorRole;

/** A role that a provider's group gives its members. */
export interface GroupRoleRow {
  id: number;
  group: string;
  role: GroupRole;
  accountId: number | null;
  parentId: number | null;
}

/** Returns the roles of a provider's groups. */
export async function listGroupRoles(db: Db, providerId: number): Promise<GroupRoleRow[]> {
  return await db
    .selectFrom('sign_on_role')
    .select(['id', 'group_name as group', 'role', 'account_id as accountId', 'parent_id as parentId'])
    .where('provider_id', '=', providerId)
    .orderBy('group_name')
    .orderBy('id')
    .execute();
}

/** Whether a provider may assign roles at this place: it must be open, and of the provider's brand or administrator. */
export async function mayGiveAt(
  db: Db,
  { kind, id }: Owner,
  { brandId, parentId }: { brandId: number | null; parentId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom(kind)
    .select('id')
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .where('state', '<>', 'closed')
    .$if(parentId !== null, (query) =>
      query.where(kind === 'account' ? sql.ref('account.parent_id') : sql.ref('parent.id'), '=', parentId),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the role of a group at a place, or (null) in the console. Returns the row's id. */
export async function putGroupRole(
  tx: Db,
  providerId: number,
  { group, place, role }: { group: string; place: Owner | null; role: GroupRole },
): Promise<number> {
  const { id } = await tx
    .insertInto('sign_on_role')
    .values({ provider_id: providerId, group_name: group, ...(place && columnsOf(place)), role })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'group_name', 'account_id', 'parent_id']).doUpdateSet({ role }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a role; people lose it at their next login. Returns undefined if the provider has none with this id. */
export async function deleteGroupRole(
  tx: Db,
  providerId: number,
  id: number,
): Promise<{ group: string; role: GroupRole } | undefined> {
  return await tx
    .deleteFrom('sign_on_role')
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .returning(['group_name as group', 'role'])
    .executeTakeFirst();
}

/** Returns the console role that these groups of an operators' provider give: the most powerful one. */
export async function findOperatorRole(
  db: Db,
  providerId: number,
  groups: readonly string[],
): Promise<OperatorRole | undefined> {
  const { rows } = await sql<{ role: OperatorRole }>`
    select role from sign_on_role
    where provider_id = ${providerId} and group_name = any(${groups}) and account_id is null and parent_id is null
    order by array_position(${OPERATOR_ROLES}::text[], role) limit 1`.execute(db);
  return rows[0]?.role;
}

/** A role that a person got (`before` null), lost (`after` null), or had changed. */
export interface RoleChange {
  accountId: number | null;
  parentId: number | null;
  before: AnyRole | null;
  after: AnyRole | null;
}

/** Roles in ascending order of power: of several groups at one place, the most powerful role counts. */
const RANKS: readonly AnyRole[] = [
  'sender',
  'reader',
  'member',
  'owner',
  'billing',
  'auditor',
  'administrator',
];

/**
 * Selects the roles that a provider's groups give: at places that are not closed, and for an administrator's provider
 * only at its own (A-SSO-22). Nothing if a directory has deactivated the person.
 */
function wanted(providerId: number, groups: readonly string[], personId: number | undefined) {
  return sql`
    select r.account_id, r.parent_id,
      (${RANKS}::text[])[max(array_position(${RANKS}::text[], r.role))] as role
    from sign_on_role r
    join identity_provider ip on ip.id = r.provider_id
    left join account a on a.id = r.account_id and a.state <> 'closed'
    left join parent p on p.id = r.parent_id and p.state <> 'closed'
    where (ip.parent_id is null or ip.parent_id = coalesce(a.parent_id, p.id)) and r.provider_id = ${providerId} and r.group_name = any(${groups}) and coalesce(a.id, p.id) is not null
      and not exists (
        select from scim_user u where u.person_id = ${personId ?? null}::bigint and not u.active
          and u.parent_id = coalesce(a.parent_id, p.id)
      )
    group by r.account_id, r.parent_id`;
}

/** Whether a provider's groups give this person, or a new one, any role. */
export async function giveAnyRole(
  db: Db,
  providerId: number,
  groups: readonly string[],
  personId?: number,
): Promise<boolean> {
  const { rows } = await sql`select from (${wanted(providerId, groups, personId)}) w limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Updates the roles that came from a provider's groups to match the groups of this login. Roles assigned by hand, by a
 * directory or by another provider stay, and nobody is added to a place that has reached the limit. Returns the
 * changes.
 */
export async function syncGroupRoles(
  tx: Db,
  providerId: number,
  { personId, groups }: { personId: number; groups: readonly string[] },
): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange>`
    with wanted as (${wanted(providerId, groups, personId)}), had as (
      select id, account_id, parent_id, role from membership
      where person_id = ${personId} and provider_id = ${providerId} for update
    ), gone as (
      delete from membership m using had h where m.id = h.id and not exists (
        select from wanted w
        where w.account_id is not distinct from h.account_id and w.parent_id is not distinct from h.parent_id
      ) returning m.account_id, m.parent_id, m.role
    ), changed as (
      update membership m set role = w.role from had h, wanted w
      where m.id = h.id and h.role <> w.role
        and w.account_id is not distinct from h.account_id and w.parent_id is not distinct from h.parent_id
      returning m.account_id, m.parent_id, h.role as before, m.role as after
    ), added as (
      insert into membership (person_id, account_id, parent_id, role, source, provider_id)
      select ${personId}, w.account_id, w.parent_id, w.role, 'sso', ${providerId} from wanted w
      where (
        select count(*) from membership m
        where m.account_id is not distinct from w.account_id and m.parent_id is not distinct from w.parent_id
      ) < ${MAX_PEOPLE}
      on conflict do nothing
      returning account_id, parent_id, role
    )
    select account_id as "accountId", parent_id as "parentId", role as before, null as after from gone
    union all select account_id, parent_id, before, after from changed
    union all select account_id, parent_id, null, role from added`.execute(tx);
  return rows;
}
