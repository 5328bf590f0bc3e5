import type { Db } from '#engine/database/port.ts';

/** A brand as it is shown. */
export interface BrandRow {
  id: number;
  gid: number;
  title: string;
  lang: string;
  logo: string;
  top_banner: string;
  favicon: string;
  color: string;
  onetrust_token: string;
  ga_id: string;
  use_new_ui: boolean;
  is_egnyte: boolean;
  sftp_enabled: boolean;
  help_url: string;
  notices: unknown;
  /** What it says differently: {"en": {"login.title": "…"}}. */
  strings: unknown;
}

const COLUMNS = [
  'brand.id',
  'brand.gid',
  'brand.title',
  'brand.lang',
  'brand.logo',
  'brand.top_banner',
  'brand.favicon',
  'brand.color',
  'brand.onetrust_token',
  'brand.ga_id',
  'brand.use_new_ui',
  'brand.is_egnyte',
  'brand.sftp_enabled',
  'brand.help_url',
  'brand.notices',
  'brand.strings',
] as const;

/** The brand that a host name belongs to. */
export async function findBrandOfHost(db: Db, host: string): Promise<BrandRow | undefined> {
  return await db
    .selectFrom('brand')
    .innerJoin('brand_domain', 'brand_domain.brand_id', 'brand.id')
    .select(COLUMNS)
    .where('brand_domain.domain', '=', host)
    .executeTakeFirst();
}

/** The brand that answers on every other host name. */
export async function findDefaultBrand(db: Db): Promise<BrandRow | undefined> {
  return await db.selectFrom('brand').select(COLUMNS).where('brand.is_default', '=', true).executeTakeFirst();
}

/** A brand by its id. */
export async function findBrand(db: Db, id: number): Promise<BrandRow | undefined> {
  return await db.selectFrom('brand').select(COLUMNS).where('brand.id', '=', id).executeTakeFirst();
}

/** A picture of a brand by the name in its address. */
export async function findAsset(
  db: Db,
  brandId: number,
  name: string,
): Promise<{ file_key: string; version: string } | undefined> {
  return await db
    .selectFrom('brand_asset')
    .select(['file_key', 'version'])
    .where('brand_id', '=', brandId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Whether a host (host name without port) is a brand's; `origin` settings of brands count too. */
export async function isBrandOrigin(db: Db, origin: string, host: string): Promise<boolean> {
  const byDomain = await db
    .selectFrom('brand_domain')
    .select('domain')
    .where('domain', '=', host)
    .executeTakeFirst();
  if (byDomain) return true;
  const byOrigin = await db.selectFrom('brand').select('id').where('origin', '=', origin).executeTakeFirst();
  return byOrigin !== undefined;
}

/** Every brand's own origin, if it has one, and its primary domain. */
export async function listBrandHomes(db: Db): Promise<{ origin: string | null; domain: string }[]> {
  return await db
    .selectFrom('brand')
    .innerJoin('brand_domain', 'brand_domain.brand_id', 'brand.id')
    .select(['brand.origin', 'brand_domain.domain'])
    .where('brand_domain.is_primary', '=', true)
    .orderBy('brand.id')
    .execute();
}
