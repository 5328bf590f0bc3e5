import type { Database } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { KeyHolder } from '#server/kit/owner.ts';

import { lockKeys } from './holder-keys.store.ts';
import { auditKey, tellHolder } from './key-acts.ts';
import { deleteKeys, listAllKeys } from './operate-keys.store.ts';
import type { OperatedKey } from './operate-keys.store.ts';

export { listAllKeys } from './operate-keys.store.ts';
export type { OperatedKey } from './operate-keys.store.ts';

/** Permanently stops a key of any holder and notifies the holder. Returns false if there is no such key. */
export async function stopKey(
  { database, queueMail }: { database: Database; queueMail: QueueMail },
  publicId: string,
): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const [key] = await listAllKeys(tx, { publicId, limit: 1 });
    if (!key) return false;
    const holder = holderOf(key);
    await lockKeys(tx, holder);
    await deleteKeys(tx, [key.id]);
    await auditKey(tx, { holder, operator: true }, 'api-key.remove', key);
    await tellHolder(tx, queueMail, holder, { name: key.name, event: 'stopped' });
    return true;
  });
}

function holderOf({ accountId, administratorId }: OperatedKey): KeyHolder {
  if (accountId !== null) return provenOwner({ kind: 'account', id: accountId });
  if (administratorId !== null) return provenOwner({ kind: 'parent', id: administratorId });
  return { kind: 'operator' };
}
