import { z } from 'zod';
import { contactFields, IMPORT_FAULTS } from './contact-rules.ts';
import { CONTACT_SORTS } from './contacts-place.ts';
import type { ContactSort } from './contacts-place.ts';
import { groupErrors, MAX_CONTACT_GROUPS } from './contact-groups.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn } from '#contract/kit/flags.ts';
import type { TableSpec } from '#contract/kit/table-query.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

/** Contacts per page of the list, on every screen (CONT-01, spec decisions 5.7). */
export const CONTACTS_PAGE_SIZE = 100;

/** Maximum size of an imported file (IMP-02); the server counts the characters of the lines, which never exceed it. */
export const MAX_IMPORT_BYTES = 1_048_576;
/** Maximum number of lines: more than any address book has; keeps one import within seconds (spec http-api 5.3). */
export const MAX_IMPORT_LINES = 20_000;
/** Maximum size as JSON: quotes are escaped, letters beyond ASCII take two or three bytes (spec http-api 0.4). */
const MAX_IMPORT_BODY = 3 * 1024 * 1024;
/** Maximum number of skipped columns that are listed. */
export const MAX_IGNORED_COLUMNS = 10;
/** Delay after an import before the list is shown, in milliseconds (IMP-06). */
export const IMPORT_REDIRECT_MS = 1500;

/** Headings of an exported or sample file, in the order used for lines without headings (spec decisions 5.5). */
export const CONTACT_HEADINGS = [
  'Name',
  'Company',
  'Fax number',
  'Home phone',
  'Email',
  'Address',
  'Notes',
] as const;

/** The columns that a search covers (CONT-06). */
export const CONTACT_SEARCHED = ['company', 'email', 'to_person', 'faxnum'] as const;
export type ContactSearched = (typeof CONTACT_SEARCHED)[number];

const CONTACT_COLUMNS = [
  'faxnumid',
  'cid',
  'to_person',
  'company',
  'faxnum',
  'to_voicenumber',
  'email',
  'to_location',
  'description',
] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

/** Older names of fields, accepted in requests (spec decisions 5.2). */
const ALIASES = {
  person: 'to_person',
  faxnumber: 'faxnum',
  phone: 'to_voicenumber',
  location: 'to_location',
} as const;

/** The options of the list (spec http-api 3.2): a filter on an id finds one contact, one on a group its members. */
export const CONTACT_TABLE: TableSpec<ContactColumn, ContactSort, 'cid' | 'faxnumid' | 'group'> = {
  columns: CONTACT_COLUMNS,
  sortable: CONTACT_SORTS,
  searchable: CONTACT_SEARCHED,
  filters: ['cid', 'faxnumid', 'group'],
  aliases: ALIASES,
  defaultSort: { by: 'to_person', dir: 'asc' },
};

/** One contact; cid and faxnumid are the same id. */
export const contactRow = z.object({
  cid: idOut,
  faxnumid: idOut,
  to_person: z.string(),
  company: z.string(),
  faxnum: z.string(),
  to_voicenumber: z.string(),
  email: z.string(),
  to_location: z.string(),
  description: z.string(),
  /** Ids of the contact's groups. */
  groups: z.array(idOut),
});
export type ContactRow = z.output<typeof contactRow>;

/** Lists a page of the contacts, sorted and searched by the table query (spec http-api 3, 3.2). */
export const contactsList = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/SSPUserContacts.json',
  access: 'user',
  right: 'sent',
  summary: 'Contacts',
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  reply: z.object({
    draw: z.number(),
    recordsTotal: z.number(),
    recordsFiltered: z.number(),
    data: z.array(contactRow),
  }),
});

/** Why a contact was not saved or deleted; returned with status 200, which clients expect (spec http-api 5.1). */
export const CONTACT_REFUSALS = ['CONTACT_ALREADY_EXIST', 'CONTACT_DONT_EXIST', 'CONTACT_INVALID'] as const;
export type ContactRefusal = (typeof CONTACT_REFUSALS)[number];

const refusal = z.object({
  success: z.literal(false),
  key_message: z.enum(CONTACT_REFUSALS),
  fields: z.record(z.string(), z.string()).optional(),
});
const saved = z.union([successWith(z.object({ faxnumid: idOut })), refusal]);

/** A field as clients send it: omitted or null means empty. The rules apply later, in the response's own form. */
const given = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => String(value ?? ''));
const givenContact = z.preprocess(
  named,
  z.object({
    faxnumid: given,
    cid: given,
    to_person: given,
    company: given,
    faxnum: given,
    to_voicenumber: given,
    email: given,
    to_location: given,
    description: given,
    // If omitted, the contact stays in its groups; groups that do not exist are ignored.
    groups: z.array(idIn).max(MAX_CONTACT_GROUPS).optional(),
  }),
);

function named(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const body = raw as Record<string, unknown>;
  const renamed = Object.entries(ALIASES).filter(([alias, name]) => alias in body && !(name in body));
  return { ...body, ...Object.fromEntries(renamed.map(([alias, name]) => [name, body[alias]])) };
}

/** Why nothing more can be added. */
export const fullErrors = { TOO_MANY_CONTACTS: 412 } as const;

/** Adds a contact (spec http-api 5.1). */
export const createContact = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/UserContact.json',
  access: 'user',
  right: 'work',
  summary: 'Add a contact',
  // The response reports each field.
  anyText: true,
  body: givenContact,
  reply: saved,
  errors: { ...fullErrors, GROUP_FULL: groupErrors.GROUP_FULL },
});

/** Changes the contact given by faxnumid, otherwise by cid (spec http-api 5.1). */
export const updateContact = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/UserContact.json',
  access: 'user',
  right: 'work',
  summary: 'Change a contact',
  // The response reports each field.
  anyText: true,
  body: givenContact,
  reply: saved,
  errors: { GROUP_FULL: groupErrors.GROUP_FULL },
});

const whichContact = z.object({ faxnumid: given, cid: given });

/** Deletes one contact, named in the body or, for clients that send none, in the query (spec http-api 5.2). */
export const deleteContact = defineCall({
  method: 'DELETE',
  path: '/api/{n}db/f2e/UserContact.json',
  access: 'user',
  right: 'work',
  summary: 'Delete a contact',
  query: whichContact,
  body: whichContact,
  reply: z.union([success, refusal]),
});

/** Why an import is refused as a whole (spec http-api 5.3). */
export const importErrors = { NO_USABLE_LINES: 400, IMPORT_TOO_BIG: 413, TOO_MANY_LINES: 413 } as const;

/** '1' overwrites existing contacts, '0' skips their lines; anything else is refused (A-CONTACT-03). */
const duplicateMode = z
  .union([z.enum(['0', '1']), z.literal(0), z.literal(1)])
  .transform((mode) => String(mode) === '1');
const csvLines = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .refine((lines) => lines.length > 0, 'REQUIRED');

/** A line that cannot be imported: its position among the lines sent, from 1, and the first field at fault. */
const importFault = z.object({
  line: z.number(),
  reason: z.enum(IMPORT_FAULTS),
  field: z.enum(Object.keys(contactFields.shape) as [keyof typeof contactFields.shape]).optional(),
});
export type ImportFault = z.output<typeof importFault>;

/** The result of an import, or of a dryRun, which changes nothing; the four together are all lines but the heading. */
const importOutcome = z.object({
  imported: z.number(),
  updated: z.number(),
  skipped: z.number(),
  errors: z.array(importFault),
  /** The first headings, as written in the file, of columns that match no field of a contact. */
  ignored: z.array(z.string()).optional(),
});
export type ImportOutcome = z.output<typeof importOutcome>;

/** Imports contacts from the lines of a CSV file: all or, after a crash, none (spec http-api 5.3). */
export const importContacts = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/ImportContacts.json',
  takesLong: true,
  access: 'user',
  right: 'work',
  summary: 'Import contacts',
  bodyLimit: MAX_IMPORT_BODY,
  // The response reports each line.
  anyText: true,
  body: z
    .object({
      doReplace: duplicateMode,
      csv: csvLines.optional(),
      lines: csvLines.optional(),
      dryRun: flagIn.optional(),
    })
    .refine((body) => body.csv ?? body.lines, { message: 'REQUIRED', path: ['csv'] })
    .transform(({ doReplace, csv, lines, dryRun }) => ({
      overwrite: doReplace,
      lines: csv ?? lines ?? [],
      dryRun: dryRun ?? false,
    })),
  reply: successWith(importOutcome),
  errors: { ...importErrors, ...fullErrors },
});
