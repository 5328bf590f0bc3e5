import type { Db } from '#engine/database/port.ts';

/**
 * Returns a brand's own words in a language, by key; null if there is no such brand. With `lock`, locks the brand until
 * the end of the transaction.
 */
export async function readWords(
  tx: Db,
  brandId: number,
  language: string,
  { lock }: { lock: boolean } = { lock: false },
): Promise<Record<string, string> | null> {
  const brand = await tx
    .selectFrom('brand')
    .select('strings')
    .where('id', '=', brandId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return brand ? ((brand.strings as Record<string, Record<string, string>>)[language] ?? {}) : null;
}

/** Replaces a brand's words in one language; returns false if there is no such brand. */
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
