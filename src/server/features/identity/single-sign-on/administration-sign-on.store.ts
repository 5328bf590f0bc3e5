import { sql } from 'kysely';

import type { AnyRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

import type { ProviderRow, TestLogin } from './providers.store.ts';

/** Locks an active administrator until the transaction ends, and returns its brand. */
export async function lockAdministrator(tx: Db, parent: AdministratorId): Promise<number | undefined> {
  const row = await tx
    .selectFrom('parent')
    .select('brand_id')
    .where('id', '=', parent)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  return row?.brand_id;
}

/** Stores the form's settings. Returns false if another provider of the brand has this client of this issuer. */
export async function updateProvider(
  tx: Db,
  id: number,
  form: Pick<ProviderRow, 'name' | 'issuer' | 'clientId' | 'scopes' | 'groupsClaim' | 'sessionMinutes'>,
): Promise<boolean> {
  const { rows } = await sql`
    update identity_provider p set name = ${form.name}, issuer = ${form.issuer}, client_id = ${form.clientId},
      scopes = ${form.scopes}, groups_claim = ${form.groupsClaim}, session_minutes = ${form.sessionMinutes},
      changed_at = now()
    where p.id = ${id} and not exists (
      select from identity_provider o
      where o.brand_id = p.brand_id and o.issuer = ${form.issuer} and o.client_id = ${form.clientId} and o.id <> p.id
    ) returning p.id`.execute(tx);
  return rows.length > 0;
}

/** Marks a provider as changed: new roles give it more access, so it counts as a recent way to log in (A-RESET-12). */
export async function noteChange(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('identity_provider')
    .set({ changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Removes links and sessions of a provider: another issuer or client may use the same identifiers for other people. */
export async function forgetPeople(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('external_identity').where('provider_id', '=', id).execute();
  await tx.deleteFrom('sign_on_attempt').where('provider_id', '=', id).execute();
  await tx.deleteFrom('session').where('provider_id', '=', id).execute();
  await tx
    .updateTable('identity_provider')
    .set({ test: null, last_login_at: null, required: false })
    .where('id', '=', id)
    .execute();
}

/** Stores the result of a test login. */
export async function noteTest(db: Db, id: number, test: Omit<TestLogin, 'at'>): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set({ test: JSON.stringify({ at: new Date().toISOString(), ...test }) })
    .where('id', '=', id)
    .execute();
}

/** A role that a group has, with the fax number of its account. */
export interface GivenRole {
  id: number;
  group: string;
  role: AnyRole;
  accountId: number | null;
  faxNumber: string;
}

/** Roles that groups of an administrator's provider assign. */
export async function listGivenRoles(db: Db, { id, parentId }: ProviderRow): Promise<GivenRole[]> {
  const { rows } = await sql<GivenRole>`
    select r.id, r.group_name as "group", r.role, r.account_id as "accountId", coalesce(a.fax_number, '') as "faxNumber"
    from sign_on_role r
    left join account a on a.id = r.account_id and a.state <> 'closed'
    where r.provider_id = ${id} and coalesce(a.parent_id, r.parent_id) = ${parentId}
    order by r.group_name, r.id`.execute(db);
  return rows;
}

/** Selects the people who work for an administrator or on one of its accounts. */
const people = (parent: number) => sql`
  select distinct h.id, h.name, h.email from person h
  join membership m on m.person_id = h.id
  left join account a on a.id = m.account_id and a.state <> 'closed'
  where coalesce(a.parent_id, m.parent_id) = ${parent}`;

/** Counts these people, and lists those whose address is in none of these domains. */
export async function listOutsiders(
  db: Db,
  parent: AdministratorId,
  { domains, limit }: { domains: readonly string[]; limit: number },
): Promise<{ total: number; outside: number; outsiders: { name: string; email: string }[] }> {
  const { rows } = await sql<{ name: string; email: string; outside: number; total: number }>`
    with known as (${people(parent)}), strangers as (
      select * from known where split_part(email, '@', 2) <> all(${domains})
    )
    select s.name, s.email, count(*) over ()::int as outside, (select count(*) from known)::int as total
    from (select 1) one left join strangers s on true order by s.email limit ${limit}`.execute(db);
  const outsiders = rows.filter(({ email }) => email !== null).map(({ name, email }) => ({ name, email }));
  return {
    total: rows[0]?.total ?? 0,
    outside: outsiders.length === 0 ? 0 : (rows[0]?.outside ?? 0),
    outsiders,
  };
}

/** Whether somebody with this address has a role or an invitation there. */
export async function isKnown(db: Db, parent: AdministratorId, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${people(parent)}) known where known.email = ${email}
    union all
    select from invitation i left join account a on a.id = i.account_id
    where i.email = ${email} and i.expires_at > now() and coalesce(a.parent_id, i.parent_id) = ${parent}
    limit 1`.execute(db);
  return rows.length > 0;
}
