import { sql } from 'kysely';

import type { TestFault } from '#contract/identity/administration-sign-on.ts';
import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** A provider at which people of a brand, or operators, log in. The secret is sealed. */
export interface ProviderRow {
  id: number;
  /** Null for providers of operators. */
  brandId: number | null;
  name: string;
  issuer: string;
  clientId: string;
  secret: string | null;
  domains: string[];
  trustsAddresses: boolean;
  required: boolean;
  lastLoginAt: Date | null;
  /** In addition to openid, email and profile. */
  scopes: string[];
  groupsClaim: string;
  /** Maximum length of its sessions; null if it sets none. */
  sessionMinutes: number | null;
  /** Whether any of its groups has a role. */
  givesRoles: boolean;
  /** The administrator who set it up for the people of their accounts; null if an operator did, for the brand. */
  parentId: number | null;
  /** The last test login. */
  test: TestLogin | null;
}

/** The result of a test login. */
export interface TestLogin {
  /** ISO 8601. */
  at: string;
  fault: TestFault | null;
  email: string | null;
  /** Null if the provider sent none. */
  groups: string[] | null;
}

/** Whether somebody logged in or tested the provider in the last `minutes`. Only then can it be required. */
export function isProved({ lastLoginAt, test }: ProviderRow, minutes: number): boolean {
  const tested = test?.fault === null ? Date.parse(test.at) : 0;
  return Date.now() - Math.max(lastLoginAt?.getTime() ?? 0, tested) < minutes * 60_000;
}

/** The settings of a provider that can change after it was added. */
export type ProviderSettings = Pick<ProviderRow, 'scopes' | 'groupsClaim' | 'sessionMinutes'>;

const COLUMNS = sql`id, brand_id as "brandId", name, issuer, client_id as "clientId", secret, domains,
  trusts_addresses as "trustsAddresses", required, last_login_at as "lastLoginAt", scopes,
  groups_claim as "groupsClaim", session_minutes as "sessionMinutes", parent_id as "parentId", test,
  exists (select from sign_on_role r where r.provider_id = identity_provider.id) as "givesRoles"`;

/** Returns all providers, oldest first. */
export async function listProviders(db: Db): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider order by id`.execute(db);
  return rows;
}

/** Returns the providers of a brand without those of its administrators, or (null) those of operators. */
export async function listProvidersOf(db: Db, brandId: number | null): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider
    where brand_id is not distinct from ${brandId}::bigint and parent_id is null
    order by id`.execute(db);
  return rows;
}

/** Returns the provider of an administrator. */
export async function findProviderOf(db: Db, parent: AdministratorId): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider where parent_id = ${parent}`.execute(db);
  return rows[0];
}

/** Returns the providers of active administrators of a brand that have verified the domain of an address. */
export async function listProvidersFor(db: Db, brandId: number, domain: string): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider
    where brand_id = ${brandId} and ${domain} = any(domains)
      and exists (select from parent p where p.id = parent_id and p.state = 'active')
    order by id`.execute(db);
  return rows;
}

/** Returns a provider. If `brandId` is given, only one of this brand, or (null) of operators. */
export async function findProvider(
  db: Db,
  by: { id: number; brandId?: number | null },
): Promise<ProviderRow | undefined> {
  const isAny = by.brandId === undefined;
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider
    where id = ${by.id} and (${isAny} or brand_id is not distinct from ${by.brandId ?? null}::bigint)`.execute(
    db,
  );
  return rows[0];
}

/** Whether any active administrator of a brand has a provider with a verified domain. */
export async function hasVerifiedProviders(db: Db, brandId: number): Promise<boolean> {
  const { rows } = await sql`
    select from identity_provider i join parent p on p.id = i.parent_id and p.state = 'active'
    where i.brand_id = ${brandId} and i.domains <> '{}' limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds a provider without its secret, which is sealed for the id. Undefined if the brand or the operators have it. */
export async function insertProvider(
  tx: Db,
  provider: Pick<ProviderRow, 'brandId' | 'name' | 'issuer' | 'clientId' | 'domains' | 'trustsAddresses'> & {
    parentId?: AdministratorId;
  },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('identity_provider')
    .values({
      brand_id: provider.brandId,
      name: provider.name,
      issuer: provider.issuer,
      client_id: provider.clientId,
      domains: provider.domains,
      trusts_addresses: provider.trustsAddresses,
      parent_id: provider.parentId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Changes the given settings. */
export async function updateSettings(tx: Db, id: number, settings: Partial<ProviderSettings>): Promise<void> {
  const { scopes, groupsClaim, sessionMinutes } = settings;
  await tx
    .updateTable('identity_provider')
    .set({
      ...(scopes !== undefined && { scopes }),
      ...(groupsClaim !== undefined && { groups_claim: groupsClaim }),
      ...(sessionMinutes !== undefined && { session_minutes: sessionMinutes }),
    })
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret of a provider. */
export async function updateSecret(tx: Db, id: number, secret: string): Promise<void> {
  await tx.updateTable('identity_provider').set({ secret }).where('id', '=', id).execute();
}

/**
 * Sets whether people of its domains, everybody who works for its administrator, or all operators must log in there. If
 * so, ends their sessions that were opened another way. Returns how many ended.
 */
export async function updateRequired(tx: Db, id: number, required: boolean): Promise<number> {
  await tx.updateTable('identity_provider').set({ required }).where('id', '=', id).execute();
  if (!required) return 0;
  const { numAffectedRows } = await sql`
    delete from session s using identity_provider p
    where p.id = ${id} and case
      when p.brand_id is null then s.kind = 'operator' and s.provider_id is null
      when p.parent_id is null then s.provider_id is null and exists (
        select from person h
        where h.id = s.person_id and h.brand_id = p.brand_id and split_part(h.email, '@', 2) = any(p.domains))
      else s.person_id is not null and s.provider_id is distinct from p.id
        and p.parent_id = case s.kind when 'multifax-person' then s.subject_id
          else (select a.parent_id from account a where a.id = s.subject_id) end
      end`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Removes a provider, which ends its sessions. Returns false if there is none. */
export async function deleteProvider(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('identity_provider')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
