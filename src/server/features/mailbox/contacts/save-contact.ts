import { contactFields, faultsOf } from '#contract/mailbox/contact-rules.ts';
import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { ContactRefusal } from '#contract/mailbox/contacts.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { refuseOverfull } from './contact-groups.service.ts';
import { setGroupsOf } from './contact-groups.store.ts';
import type { ContactRecord } from './contact-list.store.ts';

/** The outcome of a change; a refusal is a normal response of these calls (spec http-api 5.1). */
export type Saved =
  | { kind: 'saved'; id: number }
  | { kind: 'refused'; reason: ContactRefusal; fields?: Record<string, string> };

/** Some fields of a contact, and its groups; without groups its memberships stay. */
export type ContactPatch = Partial<ContactValues> & { groups?: number[] | undefined };

/** Puts a contact into the given groups. Throws GROUP_FULL. */
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

/** Validates the given texts by the rules of a contact. */
export function readValues(
  given: ContactPatch,
): { kind: 'ok'; values: ContactValues } | (Saved & { kind: 'refused' }) {
  const parsed = contactFields.safeParse(given);
  if (parsed.success) return { kind: 'ok', values: parsed.data };
  return { kind: 'refused', reason: 'CONTACT_INVALID', fields: faultsOf(parsed.error) };
}

/** Converts a stored contact to the fields of those rules. */
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

/** Returns the result for a refused change. */
export function refused(reason: ContactRefusal): Saved & { kind: 'refused' } {
  return { kind: 'refused', reason };
}
