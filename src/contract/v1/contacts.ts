import { z } from 'zod';

import { textLine } from '#contract/kit/wire.ts';
import { CONTACT_LIMITS } from '#contract/mailbox/contact-rules.ts';
import { MAX_CONTACT_GROUPS } from '#contract/mailbox/contact-groups.ts';

import { defineApiCall, deleted, idIn, idsIn, listOf, pageQuery } from './define.ts';
import { resourceErrors, repeatErrors } from './problems.ts';

/** Maximum length of a search, the same as on pages. */
const SEARCH_MAX = 64;

/** Why the address book of an account is neither shown nor changed. */
export const mailboxErrors = { VIEW_NOT_ALLOWED: 403 } as const;

const contactErrors = {
  ...mailboxErrors,
  CONTACT_EXISTS: resourceErrors.CONTACT_EXISTS,
  TOO_MANY_CONTACTS: 409,
  GROUP_FULL: 409,
} as const;

const read = { access: 'key', scope: 'contacts:read', about: 'account', errors: mailboxErrors } as const;
const write = { access: 'key', scope: 'contacts:write', about: 'account', errors: contactErrors } as const;
const params = z.object({ id: idIn('con') });

/** A contact of an account's address book. */
const contact = z.object({
  object: z.literal('contact'),
  id: z.string(),
  name: z.string(),
  company: z.string(),
  fax_number: z.string().nullable().describe('E.164.'),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string(),
  notes: z.string(),
  groups: z.array(z.string()),
});

// The address book's own rules apply to each field; this only bounds their input.
const given = (field: keyof typeof CONTACT_LIMITS) =>
  z.string().max(2 * CONTACT_LIMITS[field] + 10, 'TOO_LONG');
const fields = {
  name: given('to_person'),
  company: given('company'),
  fax_number: given('faxnum').nullable().describe('E.164, or ten digits of North America.'),
  phone: given('to_voicenumber').nullable(),
  email: given('email').nullable(),
  address: given('to_location'),
  notes: given('description'),
};
const groups = idsIn('grp', MAX_CONTACT_GROUPS).describe('The groups that it is in; others are left.');

export const listContacts = defineApiCall({
  ...read,
  method: 'GET',
  path: '/v1/contacts',
  summary: 'Contacts, in the order in which they were added',
  query: z.strictObject({
    q: textLine(SEARCH_MAX)
      .optional()
      .describe('Words that all stand in name, company, email address or fax number.'),
    group: idIn('grp').optional().describe('Only members of this group.'),
    ...pageQuery,
  }),
  reply: listOf(contact),
});

export const addContact = defineApiCall({
  ...write,
  method: 'POST',
  path: '/v1/contacts',
  idempotent: 'answer',
  errors: { ...contactErrors, ...repeatErrors },
  summary: 'Add a contact',
  description:
    'It needs a name, a company, and a fax number or an email address. The same number twice is `contact_exists`.',
  body: z.strictObject({
    ...fields,
    fax_number: fields.fax_number.optional(),
    phone: fields.phone.optional(),
    email: fields.email.optional(),
    address: fields.address.optional(),
    notes: fields.notes.optional(),
    groups: groups.optional(),
  }),
  example: {
    body: { name: 'Ada Lane', company: 'Northwind Pharmacy', fax_number: '+12125550147' },
  },
  reply: contact,
  status: 201,
});

export const getContact = defineApiCall({
  ...read,
  method: 'GET',
  path: '/v1/contacts/:id',
  summary: 'One contact',
  params,
  reply: contact,
});

export const changeContact = defineApiCall({
  ...write,
  method: 'PATCH',
  path: '/v1/contacts/:id',
  summary: 'Change a contact',
  description: 'What is not named stays; null empties a field.',
  params,
  body: z.strictObject({ ...fields, groups }).partial(),
  example: { body: { notes: 'Closed on Sundays' } },
  reply: contact,
});

export const removeContact = defineApiCall({
  ...write,
  method: 'DELETE',
  path: '/v1/contacts/:id',
  summary: 'Delete a contact',
  description:
    'Faxes keep what their cover pages and machines said. A person can undo it on the page for a day.',
  params,
  reply: deleted('contact'),
});
