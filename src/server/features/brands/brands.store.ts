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
  sendDomain: string;
  helpUrl: string;
  cancellationEmail: string;
  passwordMin: number;
  passwordMax: number;
  /** The primary domain first. */
  domains: string[];
}

/** What a new brand is made of. */
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

/** Columns that the operator may change one by one. */
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
  help_url?: string;
  cancellation_email?: string;
  send_domain?: string;
  password_min?: number;
  password_features?: string | null;
  password_max?: number;
}

/** All brands, or the one with the id, oldest first. */
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
    sendDomain: row.send_domain,
    helpUrl: row.help_url,
    cancellationEmail: row.cancellation_email,
    passwordMin: row.password_min,
    passwordMax: row.password_max,
    domains: domains.filter(({ brand_id }) => brand_id === row.id).map(({ domain }) => domain),
  }));
}

/** Adds a brand and gives back its id; null when there is a default brand already and this would be another. */
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
  return row?.id ?? null;
}

/** Gives the brand its primary domain; false when another brand has it. */
export async function insertDomain(tx: Db, brandId: number, domain: string): Promise<boolean> {
  const row = await tx
    .insertInto('brand_domain')
    .values({ brand_id: brandId, domain, is_primary: true })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a brand; false when there is none with the id. */
export async function updateBrand(tx: Db, id: number, columns: BrandColumns): Promise<boolean> {
  const row = await tx
    .updateTable('brand')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
