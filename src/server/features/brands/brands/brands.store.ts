import type { Db } from '#engine/database/port.ts';

/** A brand as the operator sees it. */
export interface StoredBrand {
  id: number;
  name: string;
  title: string;
  lang: string;
  origin: string | null;
  isDefault: boolean;
  isEgnyte: boolean;
  /** Whether AI assistants may use /v1/mcp. */
  mcp: boolean;
  sendDomain: string;
  helpUrl: string;
  cancellationEmail: string;
  passwordMin: number;
  passwordMax: number;
  /** The brand's own patterns for passwords; null: the product's own four. */
  passwordFeatures: unknown;
  logo: string;
  banner: string;
  favicon: string;
  color: string;
  /** Languages in which the brand has its own words. */
  words: string[];
  notices: unknown;
  /** The primary domain first. */
  domains: string[];
}

/** The columns of a new brand. */
export interface NewBrand {
  name: string;
  title: string;
  lang: string;
  isEgnyte: boolean;
  sendDomain: string;
  helpUrl: string;
  cancellationEmail: string;
  isDefault: boolean;
}

/** Columns that the operator may change individually. */
export interface BrandColumns {
  name?: string;
  title?: string;
  lang?: string;
  origin?: string | null;
  color?: string;
  onetrust_token?: string;
  ga_id?: string;
  use_new_ui?: boolean;
  is_egnyte?: boolean;
  sftp_enabled?: boolean;
  confirm_receivers?: boolean;
  mcp?: boolean;
  help_url?: string;
  cancellation_email?: string;
  send_domain?: string;
  password_min?: number;
  password_features?: string | null;
  password_max?: number;
}

/** Returns all brands, oldest first, or only the one with the id. */
export async function readBrands(db: Db, id?: number): Promise<StoredBrand[]> {
  const rows = await db
    .selectFrom('brand')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute();
  const domains = await db
    .selectFrom('brand_domain')
    .selectAll()
    .orderBy('is_primary', 'desc')
    .orderBy('domain')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    title: row.title,
    lang: row.lang,
    origin: row.origin,
    isDefault: row.is_default,
    isEgnyte: row.is_egnyte,
    mcp: row.mcp,
    sendDomain: row.send_domain,
    helpUrl: row.help_url,
    cancellationEmail: row.cancellation_email,
    passwordMin: row.password_min,
    passwordMax: row.password_max,
    passwordFeatures: row.password_features,
    logo: row.logo,
    banner: row.top_banner,
    favicon: row.favicon,
    color: row.color,
    words: Object.keys(row.strings as object),
    notices: row.notices,
    domains: domains.filter(({ brand_id }) => brand_id === row.id).map(({ domain }) => domain),
  }));
}

/** Adds a brand and returns its id; null if there already is a default brand and this would be a second one. */
export async function insertBrand(tx: Db, brand: NewBrand): Promise<number | null> {
  const row = await tx
    .insertInto('brand')
    .values({
      name: brand.name,
      title: brand.title,
      lang: brand.lang,
      is_egnyte: brand.isEgnyte,
      send_domain: brand.sendDomain,
      help_url: brand.helpUrl,
      cancellation_email: brand.cancellationEmail,
      is_default: brand.isDefault,
    })
    .onConflict((conflict) => conflict.column('is_default').where('is_default', '=', true).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await insertProducts(tx, row.id);
  return row?.id ?? null;
}

/**
 * Adds the products for accounts of a brand's administrators; the operator removes those that the brand does not sell.
 */
async function insertProducts(tx: Db, brandId: number): Promise<void> {
  const products = [
    { type: 'tollfree', code: 'MF-TOLLFREE', name: 'Toll free fax number' },
    { type: 'local', code: 'MF-LOCAL', name: 'Local fax number' },
    { type: 'custom', code: 'MF-CUSTOM', name: 'Ported fax number' },
    { type: 'egnyte', code: 'MF-EGNYTE', name: 'Fax number with Egnyte storage' },
  ] as const;
  await tx
    .insertInto('product')
    .values(products.map((product) => ({ brand_id: brandId, ...product })))
    .execute();
}

/** Changes a brand; returns false if there is none with the id. */
export async function updateBrand(tx: Db, id: number, columns: BrandColumns): Promise<boolean> {
  const row = await tx
    .updateTable('brand')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
