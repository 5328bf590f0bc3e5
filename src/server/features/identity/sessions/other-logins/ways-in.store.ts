import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { columnOf } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

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
