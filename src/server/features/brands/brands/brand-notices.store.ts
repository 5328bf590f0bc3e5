import type { Db } from '#engine/database/port.ts';

/** Stores one notice of a brand, or removes it (null); returns false if there is no such brand. */
export async function updateNotice(
  tx: Db,
  brandId: number,
  notice: string,
  value: object | null,
): Promise<boolean> {
  const brand = await tx
    .selectFrom('brand')
    .select('notices')
    .where('id', '=', brandId)
    .forUpdate()
    .executeTakeFirst();
  if (!brand) return false;
  const { [notice]: _, ...others } = brand.notices as Record<string, object>;
  await tx
    .updateTable('brand')
    .set({ notices: JSON.stringify(value ? { ...others, [notice]: value } : others), updated_at: new Date() })
    .where('id', '=', brandId)
    .execute();
  return true;
}
