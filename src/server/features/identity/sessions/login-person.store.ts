import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { Owner } from '#server/kit/owner.ts';
import { signOnAllows } from '#server/kit/sign-on-places.store.ts';

import type { CustomerSubject, LoginSubject } from './session.store.ts';

/**
 * The search for a person: by address, in this brand or preferring it; or by id, at a given place or the one used last.
 * `providerId` is the single sign-on provider at which the person logged in, if any.
 */
export type PersonSought =
  | { email: string; brandId: number; anyBrand: boolean }
  | {
      id: number;
      place?: { kind: Owner['kind']; id: number } | undefined;
      providerId?: number | undefined;
    };

/**
 * Returns a person and the account or administrator that the login opens: the one used last among those that single
 * sign-on lets them reach, or an unreachable one (`reachable` false) if there is no other. An address is looked up in
 * the host's brand first, then in the brand that has had it longest. Undefined if there is no such person or nothing to
 * open.
 */
export async function findLoginPerson(db: Db, by: PersonSought): Promise<CustomerSubject | undefined> {
  const of = (kind: Owner['kind']) => ('id' in by && by.place?.kind === kind ? by.place.id : null);
  const sought =
    'id' in by
      ? sql`h.id = ${by.id} and (${by.place === undefined} or a.id = ${of('account')} or p.id = ${of('parent')})`
      : sql`h.email = ${by.email} and (${by.anyBrand}::boolean or h.brand_id = ${by.brandId})`;
  const brandId = 'id' in by ? 0 : by.brandId;
  const provider = 'id' in by ? (by.providerId ?? null) : null;
  const { rows } = await sql<CustomerSubject>`
    select case when p.id is null then 'user' else 'multifax' end as kind, coalesce(a.id, p.id) as id, h.id as "personId",
      h.brand_id as "brandId", h.password_hash as "passwordHash", coalesce(a.node, p.node) as node,
      coalesce(a.is_hipaa, false) as "isHipaa", true as active,
      ${signOnAllows(sql`${provider}::bigint`, sql`coalesce(a.parent_id, p.id)`)} as reachable
    from person h
    join membership m on m.person_id = h.id
    left join account a on a.id = m.account_id and a.brand_id = h.brand_id and a.state = 'active'
    left join parent p on p.id = m.parent_id and p.brand_id = h.brand_id and p.state = 'active'
    where coalesce(a.id, p.id) is not null and ${sought}
    order by h.brand_id = ${brandId} desc, h.id, reachable desc, m.last_used_at desc nulls last, m.id
    limit 1`.execute(db);
  return rows[0];
}

/** Records that a person works on an account or for an administrator; their next login opens it. */
export async function noteMembershipUse(
  tx: Db,
  personId: number,
  { kind, id }: Pick<LoginSubject, 'kind' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ last_used_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .where(kind === 'multifax' ? 'parent_id' : 'account_id', '=', id)
    .execute();
}

/** Returns the brand's provider at which an address or person must log in; undefined if any way is allowed. */
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
    where p.required and p.parent_id is null and split_part(h.email, '@', 2) = any(p.domains) order by p.id limit 1`.execute(
    db,
  );
  return rows[0]?.name;
}

/** Returns the administrator's provider that is required for a place; undefined if there is none. */
export async function findPlaceProvider(
  db: Db,
  { kind, id }: Pick<LoginSubject, 'kind' | 'id'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select ip.name from identity_provider ip
    where ip.required and ip.parent_id = ${
      kind === 'multifax' ? id : sql`(select parent_id from account where id = ${id})`
    }`.execute(db);
  return rows[0]?.name;
}

/** Returns the provider at which operators must log in; undefined if a password is allowed. */
export async function findOperatorProvider(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity_provider')
    .select('name')
    .where('brand_id', 'is', null)
    .where('required', '=', true)
    .orderBy('id')
    .executeTakeFirst();
  return row?.name;
}
