import type { Db } from '#engine/database/port.ts';

/** Returns the host names of a brand and locks them until the transaction ends, so that one of them stays primary. */
export async function readDomains(
  tx: Db,
  brandId: number,
): Promise<{ domain: string; is_primary: boolean }[]> {
  return await tx
    .selectFrom('brand_domain')
    .select(['domain', 'is_primary'])
    .where('brand_id', '=', brandId)
    .forUpdate()
    .execute();
}

/** Adds a domain to the brand; returns false if a brand already has it. */
export async function insertDomain(
  tx: Db,
  brandId: number,
  domain: string,
  isPrimary: boolean,
): Promise<boolean> {
  const row = await tx
    .insertInto('brand_domain')
    .values({ brand_id: brandId, domain, is_primary: isPrimary })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a domain. */
export async function deleteDomain(tx: Db, brandId: number, domain: string): Promise<void> {
  await tx.deleteFrom('brand_domain').where('brand_id', '=', brandId).where('domain', '=', domain).execute();
}

/**
 * Makes one domain primary; returns false if the brand has no such domain. The old one is demoted first (unique index).
 */
export async function makePrimary(tx: Db, brandId: number, domain: string): Promise<boolean> {
  const own = await readDomains(tx, brandId);
  if (!own.some((one) => one.domain === domain)) return false;
  await tx
    .updateTable('brand_domain')
    .set({ is_primary: false })
    .where('brand_id', '=', brandId)
    .where('domain', '<>', domain)
    .execute();
  await tx
    .updateTable('brand_domain')
    .set({ is_primary: true })
    .where('brand_id', '=', brandId)
    .where('domain', '=', domain)
    .execute();
  return true;
}
