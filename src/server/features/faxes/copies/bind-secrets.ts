import type { Database, Db } from '#engine/database/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { boundAnew } from './storage-secret.ts';
import { lockSecrets, saveSecret } from './storage.store.ts';

/** Rows a transaction. */
const BATCH = 1_000;

/**
 * Binds the secrets that the version before stored to the server and login that they have now, so that copies go on and
 * nothing has to be typed again (A-SFTP-09). At every start: a process of that version may have stored one since.
 */
export async function bindStorageSecrets(database: Database, key: Buffer): Promise<void> {
  let after = 0;
  for (;;) {
    const last = await database.transaction(async (tx) => await bindSome(tx, key, after));
    if (last === undefined) return;
    after = last;
  }
}

/** The last id that was looked at; undefined when there are no more. */
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
