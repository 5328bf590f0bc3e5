import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { columnOf } from '#server/kit/owner.ts';
import type { CustomerLogin, Owner } from '#server/kit/owner.ts';

/** A way to log in to an account or administrator other than the password. */
export interface WayIn {
  /** `passkey/7` */
  id: string;
  kind: 'passkey' | 'app-password' | 'api-key' | 'egnyte' | 'person' | 'single-sign-on';
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Whether it was created in the last 30 days, or since then changed in what it gives access to. */
  recent: boolean;
}

/** An intruder is noticed within this time, or a new password does not help either (A-RESET-12). */
const RECENT_DAYS = 30;

/** The table of each kind. */
const TABLES = {
  passkey: 'passkey',
  'app-password': 'app_password',
  'api-key': 'api_key',
  egnyte: 'egnyte_link',
  person: 'membership',
  'single-sign-on': 'identity_provider',
} as const;

/** Returns an owner's ways to log in, newest first. */
export async function listWaysIn(db: Db, owner: CustomerLogin): Promise<WayIn[]> {
  const of = (kind: CustomerLogin['kind']) => (owner.kind === kind ? owner.id : null);
  const [account, parent] = [of('account'), of('parent')];
  const { rows } = await sql<WayIn>`
    select kind || '/' || id as id, kind, name, made as "createdAt", used as "lastUsedAt",
      made > now() - make_interval(days => ${RECENT_DAYS}) as recent
    from (
      select 'passkey' as kind, id, name, created_at as made, last_used_at as used
        from passkey where ${column(owner)} = ${owner.id}
      union all
      select 'app-password', id, name, created_at, last_used_at from app_password where account_id = ${account}
      union all
      select 'api-key', id, name, coalesce(rotated_at, created_at), last_used_at from api_key
        where account_id = ${account} or parent_id = ${parent}
      union all
      select 'egnyte', id, domain || '.egnyte.com', created_at, null from egnyte_link where account_id = ${account}
      union all
      select 'person', m.id, h.email, greatest(m.created_at, m.role_given_at), m.last_used_at
        from membership m join person h on h.id = m.person_id
        where m.account_id = ${account} or m.parent_id = ${parent}
      union all
      select 'single-sign-on', id, name || ' (' || issuer || ')', coalesce(changed_at, created_at), last_login_at
        from identity_provider where parent_id = ${parent}
    ) as way order by made desc, kind, id`.execute(db);
  return rows;
}

/** Deletes some of an owner's ways to log in. */
export async function deleteWaysIn(tx: Db, owner: CustomerLogin, ways: readonly WayIn[]): Promise<void> {
  for (const [kind, table] of Object.entries(TABLES)) {
    const ids = ways.filter((way) => way.kind === kind).map(({ id }) => Number(id.split('/')[1]));
    if (ids.length === 0) continue;
    await sql`
      delete from ${sql.table(table)} where id = any(${ids}) and ${column(owner)} = ${owner.id}`.execute(tx);
  }
}

/**
 * Takes a role from the groups of a directory that got it recently, if it brought people who are removed and brings
 * nobody who stays: otherwise the next call of the directory would bring them back (A-SCIM-09). Call before deleteWaysIn.
 */
export async function takeGroupRoles(tx: Db, owner: Owner, ways: readonly WayIn[]): Promise<void> {
  const ids = ways.filter(({ kind }) => kind === 'person').map(({ id }) => Number(id.split('/')[1]));
  const [table, ofOwner] =
    owner.kind === 'account'
      ? ['scim_group_role', sql`r.account_id = ${owner.id}`]
      : [
          'scim_group_own_role',
          sql`exists (select from scim_group g where g.id = r.group_id and g.parent_id = ${owner.id})`,
        ];
  const brings = (which: RawBuilder<unknown>) => sql`exists (
    select from scim_member n join scim_user u on u.id = n.user_id join membership m on m.person_id = u.person_id
    where n.group_id = r.group_id and ${sql.ref(`m.${columnOf(owner)}`)} = ${owner.id} and ${which})`;
  await sql`
    delete from ${sql.table(table)} r
    where ${ofOwner} and r.given_at > now() - make_interval(days => ${RECENT_DAYS})
      and ${brings(sql`m.id = any(${ids}::bigint[])`)} and not ${brings(sql`m.id <> all(${ids}::bigint[])`)}`.execute(
    tx,
  );
}

/**
 * Ends whatever was started with the old password or from a mail: logins that wait for a code, links, portal tickets,
 * and unanswered invitations.
 */
export async function endBegunLogins(tx: Db, owner: CustomerLogin): Promise<void> {
  await sql`delete from login_step where ${column(owner)} = ${owner.id}`.execute(tx);
  if (owner.kind !== 'person')
    await tx.deleteFrom('invitation').where(columnOf(owner), '=', owner.id).execute();
  await tx
    .deleteFrom('token')
    .where('subject_kind', '=', owner.kind)
    .where('subject_id', '=', owner.id)
    .where('purpose', 'in', ['reset', 'sso', 'handover'])
    .where('used_at', 'is', null)
    .execute();
}

function column({ kind }: CustomerLogin) {
  return sql.ref(`${kind}_id`);
}
