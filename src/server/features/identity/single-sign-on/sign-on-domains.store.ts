import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** An email domain of an administrator's provider. */
export interface SignOnDomainRow {
  id: number;
  domain: string;
  proofKey: string;
  verified: boolean;
}

/** Returns the domains of a provider, sorted by name. */
export async function listDomains(db: Db, providerId: number): Promise<SignOnDomainRow[]> {
  return await db
    .selectFrom('sign_on_domain')
    .select(['id', 'domain', 'proof_key as proofKey'])
    .select(sql<boolean>`verified_at is not null`.as('verified'))
    .where('provider_id', '=', providerId)
    .orderBy('domain')
    .execute();
}

/** Adds an unverified domain; does nothing if the provider already has it. */
export async function insertDomain(
  tx: Db,
  providerId: number,
  { domain, proofKey }: Pick<SignOnDomainRow, 'domain' | 'proofKey'>,
): Promise<void> {
  await tx
    .insertInto('sign_on_domain')
    .values({ provider_id: providerId, domain, proof_key: proofKey })
    .onConflict((conflict) => conflict.columns(['provider_id', 'domain']).doNothing())
    .execute();
}

/** Removes a domain and returns its name; undefined if the provider has none with this id. */
export async function deleteDomain(tx: Db, providerId: number, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('sign_on_domain')
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .returning('domain')
    .executeTakeFirst();
  if (row) await copyDomains(tx, [providerId]);
  return row?.domain;
}

/**
 * Marks a domain as verified for this provider and as unverified for all other providers of the brand. They need a new
 * record: their old one, which may still be published, must not take the domain back (A-SSO-23). Returns the providers
 * that lost it; undefined if the record proves nothing any more, because the domain was removed or lost meanwhile.
 */
export async function takeDomain(
  tx: Db,
  provider: { id: number; brandId: number | null },
  { id, domain, proofKey }: Pick<SignOnDomainRow, 'id' | 'domain' | 'proofKey'>,
): Promise<number[] | undefined> {
  // Of several providers that have records, one takes the domain at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-on domain ${domain}`}, 0))`.execute(tx);
  const proved = await tx
    .updateTable('sign_on_domain')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('proof_key', '=', proofKey)
    .executeTakeFirst();
  if (proved.numUpdatedRows === 0n) return undefined;
  const { rows } = await sql<{ providerId: number }>`
    update sign_on_domain d set verified_at = null, proof_key = replace(gen_random_uuid()::text, '-', '')
    from identity_provider p
    where p.id = d.provider_id and p.brand_id = ${provider.brandId} and d.domain = ${domain} and d.id <> ${id}
      and d.verified_at is not null
    returning d.provider_id as "providerId"`.execute(tx);
  const losers = rows.map(({ providerId }) => providerId);
  await copyDomains(tx, [provider.id, ...losers]);
  return losers;
}

/** Copies the verified domains to the provider's row, which logins read. */
async function copyDomains(tx: Db, providers: readonly number[]): Promise<void> {
  await sql`
    update identity_provider p set domains = array(
      select d.domain from sign_on_domain d where d.provider_id = p.id and d.verified_at is not null order by d.domain
    ) where p.id = any(${providers})`.execute(tx);
}
