import { formatFaxNumber } from '#contract/kit/fax-number.ts';
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

/** Tells the owner where received faxes go from now on, in case somebody else chose the place (A-SFTP-10). */
export type TellOfStorage = (
  tx: Db,
  link: Pick<StorageLink, 'accountId' | 'kind' | 'place'>,
) => Promise<void>;

export function createTellOfStorage(queueMail: QueueMail): TellOfStorage {
  return async (tx, link) => await tellOfStorage(tx, queueMail, link);
}

async function tellOfStorage(
  tx: Db,
  queueMail: QueueMail,
  { accountId, kind, place }: Parameters<TellOfStorage>[1],
): Promise<void> {
  const owner = await findOwner(tx, accountId);
  if (!owner) return;
  await queueMail(tx, {
    template: 'storage-changed',
    brandId: owner.brandId,
    accountId,
    to: owner.email,
    language: owner.language,
    params: {
      name: formatFaxNumber(owner.number) ?? owner.number,
      to: `${KIND_NAMES[kind]} (${place.login}, ${place.host})`,
    },
    path: PAGES[kind],
  });
}
