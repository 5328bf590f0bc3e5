import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Where people of a brand log in; the secret is sealed. */
export interface ProviderRow {
  id: number;
  brandId: number;
  name: string;
  issuer: string;
  clientId: string;
  secret: string | null;
  domains: string[];
  trustsAddresses: boolean;
  required: boolean;
  lastLoginAt: Date | null;
}

const COLUMNS = sql`id, brand_id as "brandId", name, issuer, client_id as "clientId", secret, domains,
  trusts_addresses as "trustsAddresses", required, last_login_at as "lastLoginAt"`;

/** The providers of a brand, or of all brands; the oldest first. */
export async function listProviders(db: Db, brandId?: number): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider
    where ${brandId ?? null}::bigint is null or brand_id = ${brandId ?? null} order by id`.execute(db);
  return rows;
}

/** One provider; only of this brand where one is given. */
export async function findProvider(
  db: Db,
  by: { id: number; brandId?: number },
): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from identity_provider
    where id = ${by.id} and (${by.brandId ?? null}::bigint is null or brand_id = ${by.brandId ?? null})`.execute(
    db,
  );
  return rows[0];
}

/** Adds a provider without its secret, which is sealed for its id; undefined when the brand has it already. */
export async function insertProvider(
  tx: Db,
  provider: Pick<ProviderRow, 'brandId' | 'name' | 'issuer' | 'clientId' | 'domains' | 'trustsAddresses'>,
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
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'issuer', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Gives a provider another secret. */
export async function updateSecret(tx: Db, id: number, secret: string): Promise<void> {
  await tx.updateTable('identity_provider').set({ secret }).where('id', '=', id).execute();
}

/**
 * Whether people of its domains have to log in there. Where they have to, sessions of theirs that were opened otherwise
 * end. Gives back how many ended.
 */
export async function updateRequired(tx: Db, id: number, required: boolean): Promise<number> {
  await tx.updateTable('identity_provider').set({ required }).where('id', '=', id).execute();
  if (!required) return 0;
  const { numAffectedRows } = await sql`
    delete from session s using person h, identity_provider p
    where p.id = ${id} and s.person_id = h.id and h.brand_id = p.brand_id and s.provider_id is null
      and split_part(h.email, '@', 2) = any(p.domains)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Removes a provider; sessions that stand on it end. False when there is none. */
export async function deleteProvider(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('identity_provider')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
