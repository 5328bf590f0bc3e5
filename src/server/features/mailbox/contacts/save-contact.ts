import { contactFields, faultsOf } from '#contract/mailbox/contact-rules.ts';
import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { ContactRefusal } from '#contract/mailbox/contacts.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountCaller, AccountId } from '#server/kit/scope.ts';

import { refuseOverfull } from './contact-groups.service.ts';
import { setGroupsOf } from './contact-groups.store.ts';
import type { ContactRecord } from './contact-list.store.ts';

/** What became of a change; a refusal is an ordinary answer of these calls (spec http-api 5.1). */
export type Saved =
  | { kind: 'saved'; id: number }
  | { kind: 'refused'; reason: ContactRefusal; fields?: Record<string, string> };

/** Some fields of a contact, and the groups that it is to be in; without any it stays where it is. */
export type ContactPatch = Partial<ContactValues> & { groups?: number[] | undefined };

/** Puts a contact into the groups that were sent along. */
export async function setGroups(
  tx: Db,
  account: AccountId,
  contact: number,
  { groups }: Pick<ContactPatch, 'groups'>,
): Promise<void> {
  if (groups === undefined) return;
  await setGroupsOf(tx, account, contact, groups);
  await refuseOverfull(tx, account, groups);
}

/** Checks the texts that were given by the rules of a contact. */
export function readValues(
  given: ContactPatch,
): { kind: 'ok'; values: ContactValues } | (Saved & { kind: 'refused' }) {
  const parsed = contactFields.safeParse(given);
  if (parsed.success) return { kind: 'ok', values: parsed.data };
  return { kind: 'refused', reason: 'CONTACT_INVALID', fields: faultsOf(parsed.error) };
}

/** A stored contact in the words of those rules. */
export function valuesOf(record: ContactRecord): ContactValues {
  return {
    to_person: record.to_person,
    company: record.company,
    faxnum: record.fax_number,
    to_voicenumber: record.home_phone,
    email: record.email,
    to_location: record.address,
    description: record.notes,
  };
}

/** Nothing was changed, and why. */
export function refused(reason: ContactRefusal): Saved & { kind: 'refused' } {
  return { kind: 'refused', reason };
}

/** Who changes a contact, in the words of the audit. */
export function by({ accountId, address }: AccountCaller) {
  return { actor: { kind: 'account', id: accountId }, accountId, address } as const;
}
