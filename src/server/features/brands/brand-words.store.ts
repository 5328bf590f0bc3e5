import type { Db } from '#engine/database/port.ts';

/** Replaces a brand's words of one language; false when there is no such brand. */
export async function updateWords(
  tx: Db,
  brandId: number,
  language: string,
  words: Readonly<Record<string, string>>,
): Promise<boolean> {
  const brand = await tx
    .selectFrom('brand')
    .select('strings')
    .where('id', '=', brandId)
    .forUpdate()
    .executeTakeFirst();
  if (!brand) return false;
  const { [language]: _, ...others } = brand.strings as Record<string, object>;
  const strings = Object.keys(words).length === 0 ? others : { ...others, [language]: words };
  await tx
    .updateTable('brand')
    .set({ strings: JSON.stringify(strings), updated_at: new Date() })
    .where('id', '=', brandId)
    .execute();
  return true;
}
