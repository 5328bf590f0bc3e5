import type { Db } from '#engine/database/port.ts';

import type { AssetKind } from './read-picture.ts';

/** A file of a picture as the database stores it. */
export interface StoredAsset {
  name: string;
  version: string;
  file_key: string;
}

const COLUMN = { logo: 'logo', banner: 'top_banner', favicon: 'favicon' } as const;

/** Replaces the files of a picture; returns the old files' keys, or null if there is no such brand. */
export async function replaceAssets(
  tx: Db,
  change: { brandId: number; kind: AssetKind; assets: readonly StoredAsset[]; address: string },
): Promise<string[] | null> {
  const { brandId, kind, assets, address } = change;
  const brand = await tx
    .updateTable('brand')
    .set({ [COLUMN[kind]]: address, updated_at: new Date() })
    .where('id', '=', brandId)
    .returning('id')
    .executeTakeFirst();
  if (!brand) return null;
  const old = await tx
    .deleteFrom('brand_asset')
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .returning('file_key')
    .execute();
  if (assets.length > 0)
    await tx
      .insertInto('brand_asset')
      .values(assets.map((asset) => ({ brand_id: brandId, kind, ...asset })))
      .execute();
  return old.map(({ file_key }) => file_key);
}

/** Returns the keys of all files of a brand. */
export async function readAssetKeys(db: Db, brandId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('brand_asset')
    .select('file_key')
    .where('brand_id', '=', brandId)
    .execute();
  return rows.map(({ file_key }) => file_key);
}
