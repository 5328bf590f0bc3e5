import { storageFaultKey } from '#contract/faxes/storage-faults.ts';
import type { Db } from '#engine/database/port.ts';
import type { Messages } from '#server/kit/messages.ts';

import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { findOwner } from './deliveries.store.ts';
import type { StorageKind, StorageLink } from './storage.store.ts';

/** Names of the kinds of storage; the same in every language. */
const KIND_NAMES: Readonly<Record<StorageKind, string>> = { sftp: 'SFTP', egnyte: 'Egnyte' };

const PAGES: Readonly<Record<StorageKind, string>> = {
  sftp: '/preferences/sftp-storage',
  egnyte: '/preferences/engnyte-storage',
};

/** Dependencies of notices. */
export interface NoticeDeps {
  queueMail: QueueMail;
  messages: Pick<Messages, 'say'>;
}

/** Notifies the owner that copies wait, and why. The mail is sent only if the failure is committed (SFTP-04). */
export async function noticeOwner(
  tx: Db,
  { queueMail, messages }: NoticeDeps,
  link: Pick<StorageLink, 'accountId' | 'kind' | 'place'>,
  reason: string,
): Promise<void> {
  const owner = await findOwner(tx, link.accountId);
  if (!owner) return;
  await queueMail(tx, {
    template: 'storage-failed',
    brandId: owner.brandId,
    accountId: link.accountId,
    to: owner.email,
    language: owner.language,
    params: {
      name: owner.number,
      reason: `${KIND_NAMES[link.kind]} (${link.place.host}): ${messages.say(owner.language, storageFaultKey(link.kind, reason) ?? 'storage.notWorking')}`,
    },
    path: PAGES[link.kind],
  });
}
