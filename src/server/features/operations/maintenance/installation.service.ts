import type { Database } from '#engine/database/port.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import type { Keys } from '#engine/secrets/keys.ts';

import { readKeyFingerprint, saveKeyFingerprint } from './installation.store.ts';

/**
 * Opens the installation's keys, and creates the master key on the very first start. The row lock makes processes that
 * start together agree on one key. Throws KeyRefusal if the key does not belong to this database (F-ops-04).
 */
export async function openInstallationKeys(database: Database, keyFile: string): Promise<Keys> {
  return await database.transaction(async (tx) => {
    const known = await readKeyFingerprint(tx);
    const keys = await openKeys({ file: keyFile, known });
    if (known === null) await saveKeyFingerprint(tx, keys.fingerprint);
    return keys;
  });
}
