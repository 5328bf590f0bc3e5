import type { Database, Db } from '#engine/database/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { boundAnew } from './storage-secret.ts';
import { lockSecrets, saveSecret } from './storage.store.ts';

/** Rows per transaction. */
const BATCH = 1_000;

/**
 * Binds the secrets that the previous version stored to their present server and login, so that copies continue and
 * nobody has to enter a secret again (A-SFTP-09). Runs at every start, because a process of that version may have
 * stored another one since.
 */
export async function bindStorageSecrets(database: Database, key: Buffer): Promise<void> {
  let after = 0;
  for (;;) {
    const last = await database.transaction(async (tx) => await bindSome(tx, key, after));
    if (last === undefined) return;
    after = last;
  }
}

/** Binds one batch. Returns the last id processed; undefined when there are no more. */
async function bindSome(tx: Db, key: Buffer, after: number): Promise<number | undefined> {
  const links = await lockSecrets(tx, after, BATCH);
  for (const link of links) {
    const secret = boundAnew(key, link, link.secret);
    if (secret === null) continue;
    await saveSecret(tx, link, secret);
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId: link.accountId,
      action: 'storage.bind-secret',
      object: `storage/${link.kind}`,
    });
  }
  return links.at(-1)?.id;
}
