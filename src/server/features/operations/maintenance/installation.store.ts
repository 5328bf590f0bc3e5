import type { Db } from '#engine/database/port.ts';

/** The fingerprint of the master key that this database was filled with, locked until the transaction ends. */
export async function readKeyFingerprint(tx: Db): Promise<string | null> {
  const row = await tx
    .selectFrom('installation')
    .select('key_fingerprint')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.key_fingerprint;
}

/** Remembers the key at the first start. */
export async function saveKeyFingerprint(tx: Db, fingerprint: string): Promise<void> {
  await tx.updateTable('installation').set({ key_fingerprint: fingerprint }).execute();
}
