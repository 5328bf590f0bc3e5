import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { Owner } from '#server/kit/owner.ts';
import { signOnAllows } from '#server/kit/sign-on-places.store.ts';

import type { CustomerSubject, LoginSubject } from './session.store.ts';

/**
 * A person by their address, in this brand or first of all there; or by id, at one of their places or the one used last,
 * proved by a provider of single sign-on or otherwise.
 */
export type PersonSought =
  | { email: string; brandId: number; anyBrand: boolean }
  | {
      id: number;
      place?: { kind: Owner['kind']; id: number } | undefined;
      providerId?: number | undefined;
    };

/**
 * Somebody who logs in under their own name, and the account or administrator that opens: the one used last of those that
 * single sign-on lets them reach, or one that they can't (`reachable` false) if there is no other. An address is sought in the host's brand, and then in the brand that has had it longest. Undefined for nobody, and for a person
 * without anything to open.
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

/** Notes that a person works on an account, or for an administrator: their next login opens it. */
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

/** The provider of the brand at which somebody has to log in, by an address or a person; undefined when any way will do. */
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

/** The administrator's provider that alone opens a place; undefined when other ways do. */
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

/** The provider at which operators have to log in; undefined when a password will do. */
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
