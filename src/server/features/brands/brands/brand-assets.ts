import { createHash, randomUUID } from 'node:crypto';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { replaceAssets } from './brand-assets.store.ts';
import type { StoredAsset } from './brand-assets.store.ts';
import { readPicture } from './read-picture.ts';
import type { AssetKind } from './read-picture.ts';

/** The result of setting a picture: its URL on pages, and the parts removed from a drawing. */
export type AssetChange =
  | { kind: 'ok'; address: string; leftOut: string[] }
  | { kind: 'refused'; reason: string };

/** Dependencies of brands' pictures. */
export interface AssetDeps {
  database: Database;
  files: Pick<FileStore, 'put' | 'delete'>;
}

/** Characters of the hash: enough to distinguish the versions of one picture. */
const VERSION_LENGTH = 12;

/** Sets a brand's own picture; the new files are durable before anything refers to them. */
export async function setAsset(
  deps: AssetDeps,
  brandId: number,
  kind: AssetKind,
  bytes: Uint8Array,
): Promise<AssetChange> {
  const picture = await readPicture(kind, bytes);
  if (picture.kind === 'refused') return picture;
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_LENGTH);
  const folder = `brands/${brandId}/${randomUUID()}`;
  const assets = picture.files.map(({ name }) => ({ name, version, file_key: `${folder}/${name}` }));
  for (const { name, bytes: file } of picture.files) await deps.files.put(`${folder}/${name}`, file);
  const address = `/brand/${brandId}/${picture.files[0].name}?v=${version}`;
  const done = await exchange(deps, { brandId, kind, assets, address });
  if (!done) {
    for (const { file_key: key } of assets) await deps.files.delete(key);
    return { kind: 'refused', reason: `There is no brand ${brandId}.` };
  }
  return { kind: 'ok', address, leftOut: picture.leftOut };
}

/** Removes a picture: the built-in look shows again. */
export async function removeAsset(deps: AssetDeps, brandId: number, kind: AssetKind): Promise<AssetChange> {
  const done = await exchange(deps, { brandId, kind, assets: [], address: '' });
  return done
    ? { kind: 'ok', address: '', leftOut: [] }
    : { kind: 'refused', reason: `There is no brand ${brandId}.` };
}

async function exchange(
  { database, files }: AssetDeps,
  change: { brandId: number; kind: AssetKind; assets: StoredAsset[]; address: string },
): Promise<boolean> {
  const before = await database.transaction(async (tx) => {
    const old = await replaceAssets(tx, change);
    if (!old) return null;
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'brand.asset',
      object: `brand/${change.brandId}`,
      detail: { kind: change.kind, address: change.address },
    });
    return old;
  });
  // After the commit: a reader in between finds the old file or the new one, never none.
  for (const key of before ?? []) await files.delete(key);
  return before !== null;
}
