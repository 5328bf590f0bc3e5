import { sql } from 'kysely';

import { NAMED_IN_AUDIT, auditKindOf } from '#contract/audit/log.admin.ts';
import type { AuditKind } from '#contract/audit/log.admin.ts';
import type { Db } from '#engine/database/port.ts';

import type { ListedAudit } from './list-audit.store.ts';

/** Returns readable names for the ids in audit rows: `account/12` → the digits of its number, `person/5` → a name. */
export async function namesIn(db: Db, rows: readonly ListedAudit[]): Promise<Record<string, string>> {
  const ids = idsIn(rows);
  const of = (kind: AuditKind): number[] => [...(ids.get(kind) ?? [])];
  if (ids.size === 0) return {};
  const { rows: found } = await sql<{ ref: string; name: string }>`
    select 'account/' || a.id as ref, coalesce(a.fax_number, a.pending_number,
        (select digits from number where last_account_id = a.id limit 1), a.admin_email) as name
      from account a where a.id = any(${of('account')}::bigint[])
    union all select 'parent/' || id, username from parent where id = any(${of('parent')}::bigint[])
    union all select 'person/' || id, coalesce(nullif(name, ''), email) from person
      where id = any(${of('person')}::bigint[])
    union all select 'brand/' || id, coalesce(nullif(title, ''), name) from brand
      where id = any(${of('brand')}::bigint[])
    union all select 'operator/' || id, name from operator where id = any(${of('operator')}::bigint[])
    union all select 'product/' || id, name from product where id = any(${of('product')}::bigint[])
    union all select 'identity_provider/' || id, name from identity_provider
      where id = any(${of('identity_provider')}::bigint[])
    union all select 'scim_group/' || id, name from scim_group where id = any(${of('scim_group')}::bigint[])
    union all select 'scim_user/' || id, user_name from scim_user where id = any(${of('scim_user')}::bigint[])
    union all select 'api-key/' || id, name from api_key where id = any(${of('api-key')}::bigint[])`.execute(
    db,
  );
  return Object.fromEntries(found.filter(({ name }) => name !== '').map(({ ref, name }) => [ref, name]));
}

/** Collects the ids in audit rows, by kind. */
function idsIn(rows: readonly ListedAudit[]): Map<AuditKind, Set<number>> {
  const ids = new Map<AuditKind, Set<number>>();
  const add = (kind: string, id: unknown): void => {
    if (!isKind(kind) || !/^[1-9]\d{0,14}$/.test(String(id))) return;
    ids.set(kind, (ids.get(kind) ?? new Set()).add(Number(id)));
  };
  for (const { actor, object, uid, detail } of rows) {
    for (const reference of [actor, object]) {
      const [kind = '', id] = reference.split('/');
      add(kind, id);
    }
    if (uid !== null) add('account', uid);
    for (const [key, value] of Object.entries(detail ?? {})) {
      const kind = auditKindOf(key);
      if (kind !== undefined) add(kind, value);
    }
  }
  return ids;
}

function isKind(kind: string): kind is AuditKind {
  return Object.hasOwn(NAMED_IN_AUDIT, kind);
}
