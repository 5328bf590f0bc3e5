import type { Db } from '#engine/database/port.ts';

/**
 * Returns the fingerprint of the master key that this database was filled with, and locks it until the transaction
 * ends.
 */
export async function readKeyFingerprint(tx: Db): Promise<string | null> {
  const row = await tx
    .selectFrom('installation')
    .select('key_fingerprint')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.key_fingerprint;
}

/** Stores the fingerprint of the master key. */
export async function saveKeyFingerprint(tx: Db, fingerprint: string): Promise<void> {
  await tx.updateTable('installation').set({ key_fingerprint: fingerprint }).execute();
}
