import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { readAssetKeys } from './brand-assets.store.ts';
import type { AssetDeps } from './brand-assets.ts';
import { countUsers, deleteBrand } from './remove-brand.store.ts';

/** Removes a brand that nobody uses; returns the reason if it is refused. Never removes accounts. */
export async function removeBrand({ database, files }: AssetDeps, brandId: number): Promise<string | null> {
  const keys = await readAssetKeys(database.db, brandId);
  const fault = await database.transaction(async (tx) => {
    const users = await countUsers(tx, brandId);
    if (!users) return `There is no brand ${brandId}.`;
    if (users.isDefault)
      return 'The default brand can’t be removed: it answers at the public address of this server.';
    if (users.accounts > 0 || users.parents > 0)
      return `The brand ${brandId} has ${users.accounts} accounts and ${users.parents} administrators.`;
    await deleteBrand(tx, brandId);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'brand.remove',
      object: `brand/${brandId}`,
    });
    return null;
  });
  if (fault === null) for (const key of keys) await files.delete(key);
  return fault;
}
