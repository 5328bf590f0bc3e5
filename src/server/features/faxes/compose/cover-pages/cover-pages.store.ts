import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The sender's details as they are stored. */
export interface SettingsRow {
  use_coverpage: boolean;
  name: string;
  company: string;
  location: string;
  phone: string;
  template_id: number;
}

const COLUMNS = ['use_coverpage', 'name', 'company', 'location', 'phone', 'template_id'] as const;

/** Returns the settings of the account; undefined if it has never saved any. */
export async function readCoverSettings(db: Db, account: AccountId): Promise<SettingsRow | undefined> {
  return await db
    .selectFrom('cover_settings')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .executeTakeFirst();
}

/** Ensures that there is a row and locks it for the transaction, so that two saves cannot mix. */
export async function lockCoverSettings(tx: Db, account: AccountId): Promise<SettingsRow> {
  await tx
    .insertInto('cover_settings')
    .values({ account_id: account })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  return await tx
    .selectFrom('cover_settings')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateCoverSettings(
  tx: Db,
  account: AccountId,
  change: Partial<SettingsRow>,
): Promise<void> {
  await tx
    .updateTable('cover_settings')
    .set({ ...change, updated_at: new Date() })
    .where('account_id', '=', account)
    .execute();
}

/** Returns the sender for the cover page: brand, number, address and time zone of the account. */
export async function readCoverSender(db: Db, account: AccountId) {
  return await db
    .selectFrom('account as a')
    .leftJoin('account_settings as s', 's.account_id', 'a.id')
    .leftJoin('timezone as z', 'z.id', 's.timezone_id')
    .select(['a.brand_id', 'a.fax_number', 'a.admin_email', 'z.system_name as zone'])
    .where('a.id', '=', account)
    .executeTakeFirst();
}

/** A template of a brand. */
export interface BrandTemplateRow {
  id: number;
  brand_id: number;
  name: string;
  source: string;
}

/** Returns the active templates of one brand, oldest first. */
export async function listBrandTemplates(db: Db, brand: number): Promise<BrandTemplateRow[]> {
  return await db
    .selectFrom('cover_template')
    .select(['id', 'brand_id', 'name', 'source'])
    .where('brand_id', '=', brand)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
}

/** Returns the active templates of all brands, for the operator. */
export async function listAllTemplates(db: Db): Promise<BrandTemplateRow[]> {
  return await db
    .selectFrom('cover_template')
    .select(['id', 'brand_id', 'name', 'source'])
    .where('active', '=', true)
    .orderBy('brand_id')
    .orderBy('id')
    .execute();
}

/** Returns a template by its id, even if it is no longer offered: documents that chose it before still need it. */
export async function findTemplateSource(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('cover_template').select('source').where('id', '=', id).executeTakeFirst();
  return row?.source;
}

export async function insertTemplate(
  tx: Db,
  template: { brand_id: number; name: string; source: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('cover_template')
    .values(template)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a template from the list. Returns whether there was one. */
export async function retireTemplate(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('cover_template')
    .set({ active: false })
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether a brand with this id exists. */
export async function hasBrand(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('brand').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
