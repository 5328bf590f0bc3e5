import { toE164 } from '#contract/kit/fax-number.ts';
import type { ContactField } from '#contract/mailbox/contact-rules.ts';
import type { BodyOf } from '#contract/kit/call.ts';
import { addContact, changeContact, getContact, listContacts, removeContact } from '#contract/v1/contacts.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';
import { idBehind, listOnWire } from '#server/kit/list-page.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ContactGroupsService } from './contact-groups.service.ts';
import type { ListedContact } from './contact-list.store.ts';
import type { ContactsService } from './contacts.service.ts';
import type { ContactPatch, Saved } from './save-contact.ts';

/** Dependencies of the public API's address book. */
export interface ContactsApi {
  contacts: ContactsService;
  groups: ContactGroupsService;
  /** Throws if the key may not access the account's mailbox. */
  readonly requireView: (caller: AccountKeyCaller) => Promise<void>;
}

/** The public API's names for the address book's fields. */
const FIELDS = {
  to_person: 'name',
  company: 'company',
  faxnum: 'fax_number',
  to_voicenumber: 'phone',
  email: 'email',
  to_location: 'address',
  description: 'notes',
} as const satisfies Record<ContactField, string>;

/** Mounts the public API's contacts. */
export function mountContactsApi(app: App, { contacts, groups, requireView }: ContactsApi): void {
  mount(app, listContacts, async ({ caller, query: { q = '', group, after, limit } }) => {
    await requireView(caller);
    const asked = { after: idBehind(after) ?? 0, limit, words: q.split(/\s+/u).filter(Boolean), group };
    return listOnWire(await contacts.page(caller.accountId, asked), contactOnWire, ({ id }) => id);
  });
  mount(app, getContact, async ({ caller, params }) => {
    await requireView(caller);
    return contactOnWire(await contacts.find(caller.accountId, params.id));
  });
  mount(app, addContact, async ({ caller, body }) => {
    await requireView(caller);
    await requireGroups(groups, caller, body.groups);
    const empty = { to_person: '', company: '', faxnum: '', to_voicenumber: '', email: '' };
    const given = { ...empty, to_location: '', description: '', ...patchOf(body) };
    const id = idOf(await contacts.add(caller, given));
    return contactOnWire(await contacts.find(caller.accountId, id));
  });
  mount(app, changeContact, async ({ caller, params, body }) => {
    await requireView(caller);
    await requireGroups(groups, caller, body.groups);
    const id = idOf(await contacts.patch(caller, params.id, patchOf(body)));
    return contactOnWire(await contacts.find(caller.accountId, id));
  });
  mount(app, removeContact, async ({ caller, params: { id } }) => {
    await requireView(caller);
    idOf(await contacts.remove(caller, { faxnumid: String(id), cid: '' }));
    return { object: 'contact' as const, id: `con_${id}`, deleted: true as const };
  });
}

/** Throws VALIDATION for unknown groups and those of other accounts. The web pages ignore unknown groups instead. */
async function requireGroups(
  groups: ContactGroupsService,
  { accountId }: AccountKeyCaller,
  named: readonly number[] = [],
): Promise<void> {
  if (named.length === 0) return;
  const known = new Set((await groups.list(accountId)).map(({ id }) => Number(id)));
  if (named.some((id) => !known.has(id)))
    throw new AppError('VALIDATION', { fields: { groups: 'GROUP_UNKNOWN' } });
}

/** Converts the given fields to the address book's names. */
function patchOf({ groups, ...body }: BodyOf<typeof changeContact>): ContactPatch {
  const named = Object.entries(FIELDS).flatMap(([field, name]) =>
    body[name] === undefined ? [] : [[field, body[name] ?? '']],
  );
  return { ...(Object.fromEntries(named) as ContactPatch), ...(groups && { groups }) };
}

/** Returns the id of the saved contact. Throws the reason if it was refused. */
function idOf(saved: Saved): number {
  if (saved.kind === 'saved') return saved.id;
  if (saved.reason === 'CONTACT_DONT_EXIST') throw new AppError('NOT_FOUND');
  if (saved.reason === 'CONTACT_ALREADY_EXIST')
    throw new AppError('CONTACT_EXISTS', { fields: { fax_number: 'CONTACT_EXISTS' } });
  const faults = Object.entries(saved.fields ?? {}).map(([field, fault]) => [
    FIELDS[field as ContactField],
    fault,
  ]);
  throw new AppError('VALIDATION', { fields: Object.fromEntries(faults) as Record<string, string> });
}

function contactOnWire(contact: ListedContact) {
  const { id, to_person: name, company, fax_number: number, home_phone: phone, email } = contact;
  return {
    object: 'contact' as const,
    id: `con_${id}`,
    name,
    company,
    fax_number: number === '' ? null : toE164(number),
    // The field may also hold an extension.
    phone: phone.length >= 10 ? toE164(phone) : phone || null,
    email: email || null,
    address: contact.address,
    notes: contact.notes,
    groups: contact.groups.map((group) => `grp_${group}`),
  };
}
