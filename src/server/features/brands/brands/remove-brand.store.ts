import type { Db } from '#engine/database/port.ts';

/**
 * Counts the users of a brand, and locks it so that nobody joins it meanwhile. Closed accounts count: their faxes are
 * kept.
 */
export async function countUsers(
  tx: Db,
  brandId: number,
): Promise<{ isDefault: boolean; accounts: number; parents: number } | null> {
  const brand = await tx
    .selectFrom('brand')
    .select('is_default')
    .where('id', '=', brandId)
    .forUpdate()
    .executeTakeFirst();
  if (!brand) return null;
  const { accounts } = await tx
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('accounts'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  const { parents } = await tx
    .selectFrom('parent')
    .select((eb) => eb.fn.countAll<number>().as('parents'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  return { isDefault: brand.is_default, accounts, parents };
}

/**
 * Removes the brand with its products and remaining mails; its domains, pictures and templates are removed by cascade.
 */
export async function deleteBrand(tx: Db, brandId: number): Promise<void> {
  await tx.deleteFrom('mail_out').where('brand_id', '=', brandId).execute();
  await tx.deleteFrom('product').where('brand_id', '=', brandId).execute();
  await tx.deleteFrom('brand').where('id', '=', brandId).execute();
}
