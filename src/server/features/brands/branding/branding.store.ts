import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A brand with the fields that it shows. */
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
  password_min: number;
  password_max: number;
  notices: unknown;
  /** The brand's own words: {"en": {"login.title": "…"}}. */
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
  'brand.password_min',
  'brand.password_max',
  'brand.notices',
  'brand.strings',
] as const;

/** Returns the brand of hosts that belong to no other brand. */
export async function findDefaultBrand(db: Db): Promise<BrandRow | undefined> {
  return await db.selectFrom('brand').select(COLUMNS).where('brand.is_default', '=', true).executeTakeFirst();
}

/** Returns a brand by its id. */
export async function findBrand(db: Db, id: number): Promise<BrandRow | undefined> {
  return await db.selectFrom('brand').select(COLUMNS).where('brand.id', '=', id).executeTakeFirst();
}

/** Returns a picture of a brand by the name in its URL. */
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

/** A brand and its host names, the primary domain first. */
export interface BrandHostsRow {
  id: number;
  isDefault: boolean;
  origin: string | null;
  domains: string[];
}

/** Returns the host names of all brands. */
export async function readBrandHosts(db: Db): Promise<BrandHostsRow[]> {
  const { rows } = await sql<BrandHostsRow>`
    select b.id, b.is_default as "isDefault", b.origin,
      coalesce(array_agg(d.domain order by d.is_primary desc, d.domain) filter (where d.domain is not null), '{}') as domains
    from brand b left join brand_domain d on d.brand_id = b.id
    group by b.id order by b.id`.execute(db);
  return rows;
}

/** Returns every brand's own origin, if it has one, and its primary domain. */
export async function listBrandHomes(db: Db): Promise<{ origin: string | null; domain: string }[]> {
  return await db
    .selectFrom('brand')
    .innerJoin('brand_domain', 'brand_domain.brand_id', 'brand.id')
    .select(['brand.origin', 'brand_domain.domain'])
    .where('brand_domain.is_primary', '=', true)
    .orderBy('brand.id')
    .execute();
}
