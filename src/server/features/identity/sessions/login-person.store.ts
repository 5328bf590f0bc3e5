import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { CustomerSubject } from './session.store.ts';

/** A person by their address, in this brand or first of all there; or by id, on one of their accounts or the one used last. */
export type PersonSought =
  | { email: string; brandId: number; anyBrand: boolean }
  | { id: number; accountId?: number | undefined };

/**
 * Somebody who logs in under their own name, and the account that opens: the one used last. An address is sought in the
 * host's brand, and then in the brand that has had it longest. Undefined for nobody, and for a person without an account
 * to open.
 */
export async function findLoginPerson(db: Db, by: PersonSought): Promise<CustomerSubject | undefined> {
  const sought =
    'id' in by
      ? sql`h.id = ${by.id} and (${by.accountId ?? null}::bigint is null or a.id = ${by.accountId ?? null})`
      : sql`h.email = ${by.email} and (${by.anyBrand}::boolean or h.brand_id = ${by.brandId})`;
  const brandId = 'id' in by ? 0 : by.brandId;
  const { rows } = await sql<CustomerSubject>`
    select 'user' as kind, a.id, h.id as "personId", h.brand_id as "brandId", h.password_hash as "passwordHash", a.node,
      a.is_hipaa as "isHipaa", true as active
    from person h
    join membership m on m.person_id = h.id
    join account a on a.id = m.account_id and a.brand_id = h.brand_id and a.state = 'active'
    where ${sought}
    order by h.brand_id = ${brandId} desc, h.id, m.last_used_at desc nulls last, m.id
    limit 1`.execute(db);
  return rows[0];
}

/** Notes that a person works on an account: their next login opens it. */
export async function noteMembershipUse(tx: Db, personId: number, accountId: number): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ last_used_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .where('account_id', '=', accountId)
    .execute();
}

/** The provider at which somebody has to log in, by an address or a person; undefined when any way will do. */
export async function findRequiredProvider(
  db: Db,
  by: { email: string; brandId: number } | { personId: number },
): Promise<string | undefined> {
  const sought =
    'personId' in by
      ? sql`select brand_id, email from person where id = ${by.personId}`
      : sql`select ${by.brandId}::bigint as brand_id, ${by.email}::text as email`;
  const { rows } = await sql<{ name: string }>`
    select p.name from identity_provider p join (${sought}) as h on h.brand_id = p.brand_id
    where p.required and split_part(h.email, '@', 2) = any(p.domains) order by p.id limit 1`.execute(db);
  return rows[0]?.name;
}
