import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { auditOfOwner } from '#server/kit/owner.ts';
import type { KeyHolder } from '#server/kit/owner.ts';

import { findContact } from './holder-keys.store.ts';
import type { ApiKey, KeyContact } from './holder-keys.store.ts';

/** The actor that works on keys: their holder on a page, a program with a key, or an operator. */
export interface KeyActor {
  holder: KeyHolder;
  address?: string;
  /** The key that makes the call. */
  keyId?: number;
  /** Set for the command line and the console. */
  operator?: true;
}

/** The event that happened to a key; each is a sentence under `mail.apiKey`. */
export type KeyEvent = 'added' | 'changed' | 'rotated' | 'removed' | 'stopped';

/** Writes the audit row for a change to a key. */
export async function auditKey(
  tx: Db,
  { holder, address, keyId, operator }: KeyActor,
  action: string,
  { publicId, name }: Pick<ApiKey, 'publicId' | 'name'>,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const who = holder.kind === 'operator' ? { actor: { kind: 'operator' as const } } : auditOfOwner(holder);
  await writeAudit(tx, {
    ...who,
    ...(operator && { actor: { kind: 'operator' } }),
    action,
    object: `api-key/${publicId}`,
    detail: { name, ...detail, ...(keyId !== undefined && { keyId }) },
    ...(address !== undefined && { address }),
  });
}

/** Notifies the holder in the transaction of the change, so that nobody at an unlocked screen can make it unnoticed. */
export async function tellHolder(
  tx: Db,
  queueMail: QueueMail,
  holder: KeyHolder,
  { name, event }: { name: string; event: KeyEvent },
): Promise<void> {
  // Operators have no address in a brand; the audit shows what they did.
  if (holder.kind === 'operator') return;
  const contact = await findContact(tx, holder);
  if (!contact) return;
  await queueMail(tx, {
    ...mailTo(holder, contact),
    template: 'api-key-changed',
    params: { name: nameOf(contact), key: name, what: { say: `mail.apiKey.${event}` } },
  });
}

/** Returns the recipient of mail about keys, and the path of the page that the mail links to. */
export function mailTo({ kind, id }: Exclude<KeyHolder, { kind: 'operator' }>, contact: KeyContact) {
  const { brandId, email: to, language } = contact;
  return {
    brandId,
    to,
    language,
    ...(kind === 'account' && { accountId: id }),
    path: kind === 'account' ? '/preferences/api-keys' : '/multifax/api-keys',
  };
}

/** Returns the account's name as mail shows it. */
export function nameOf({ name }: KeyContact): string {
  return formatFaxNumber(name) ?? name;
}
