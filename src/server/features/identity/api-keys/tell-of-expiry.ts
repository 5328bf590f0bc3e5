import type { Database } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { provenOwner } from '#server/kit/owner.ts';

import { takeExpiring } from './expiring-keys.store.ts';
import { findContact } from './holder-keys.store.ts';
import { mailTo, nameOf } from './key-acts.ts';

/** How many days before a key expires its owner is notified. */
const NOTICE_DAYS = 7;

/** Notifies the owners of keys that expire soon, once per key. Keys created to last a week or less are skipped. */
export async function tellOfExpiry(
  { database, queueMail }: { database: Database; queueMail: QueueMail },
  signal?: AbortSignal,
): Promise<void> {
  let more = true;
  while (more) {
    signal?.throwIfAborted();
    more = await database.transaction(async (tx) => {
      const key = await takeExpiring(tx, NOTICE_DAYS);
      if (!key) return false;
      const owner =
        key.accountId === null
          ? provenOwner({ kind: 'parent', id: key.administratorId ?? 0 })
          : provenOwner({ kind: 'account', id: key.accountId });
      const contact = await findContact(tx, owner);
      if (contact)
        await queueMail(tx, {
          ...mailTo(owner, contact),
          template: 'api-key-expires',
          params: { name: nameOf(contact), key: key.name, at: key.expiresOn },
        });
      return true;
    });
  }
}
