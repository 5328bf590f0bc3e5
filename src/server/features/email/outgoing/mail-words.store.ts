import type { Db } from '#engine/database/port.ts';

/** A mail's words as an operator wrote them; placeholders in double braces are filled in. */
export interface MailWords {
  subject: string;
  text: string;
}

/** Identifies words: by brand, mail and language. */
export interface WordsOf {
  brandId: number;
  template: string;
  language: string;
}

export async function findMailWords(db: Db, of: WordsOf): Promise<MailWords | undefined> {
  return await db
    .selectFrom('mail_words')
    .select(['subject', 'text'])
    .where('brand_id', '=', of.brandId)
    .where('template', '=', of.template)
    .where('language', '=', of.language)
    .executeTakeFirst();
}

/** Lists all mails for which a brand has its own words. */
export async function listMailWords(db: Db): Promise<WordsOf[]> {
  return await db
    .selectFrom('mail_words')
    .select(['brand_id as brandId', 'template', 'language'])
    .orderBy('brand_id')
    .orderBy('template')
    .orderBy('language')
    .execute();
}

/** Whether the brand exists. */
export async function hasBrand(tx: Db, brandId: number): Promise<boolean> {
  return (
    (await tx.selectFrom('brand').select('id').where('id', '=', brandId).executeTakeFirst()) !== undefined
  );
}

export async function putMailWords(tx: Db, of: WordsOf, words: MailWords): Promise<void> {
  await tx
    .insertInto('mail_words')
    .values({ brand_id: of.brandId, template: of.template, language: of.language, ...words })
    .onConflict((conflict) => conflict.columns(['brand_id', 'template', 'language']).doUpdateSet(words))
    .execute();
}

export async function deleteMailWords(tx: Db, of: WordsOf): Promise<void> {
  await tx
    .deleteFrom('mail_words')
    .where('brand_id', '=', of.brandId)
    .where('template', '=', of.template)
    .where('language', '=', of.language)
    .execute();
}
