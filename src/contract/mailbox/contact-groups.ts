import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { idIn, idOut, textLine } from '#contract/kit/wire.ts';
import { groupRecipients } from './recipients.ts';

/** Maximum number of groups of an account; they are listed and searched as a whole (spec http-api 5.4). */
export const MAX_CONTACT_GROUPS = 100;
/** Maximum number of contacts in a group; it is shown and turned into recipients as a whole. */
export const MAX_GROUP_MEMBERS = 1000;
/** Maximum length of a group's name, the same as a contact's. */
export const GROUP_NAME_MAX = 40;
/** Maximum number of contacts that one call adds to a group or removes from it: the longest page of the list. */
export const MAX_CHANGED_MEMBERS = 500;

/** Why a change to a group or its members is refused (spec http-api 5.4). */
export const groupErrors = { GROUP_EXISTS: 412, TOO_MANY_GROUPS: 412, GROUP_FULL: 412 } as const;

/** A name on one line, unique in its account regardless of case, for both the form and the calls. */
export const groupName = textLine(GROUP_NAME_MAX).pipe(z.string().min(1, 'REQUIRED'));

const contactGroup = z.object({ id: idOut, name: z.string(), members: z.number() });
/** A group with the number of its contacts. */
export type ContactGroup = z.output<typeof contactGroup>;

const whichGroup = z.object({ id: idIn });
const contactIds = z
  .array(idIn)
  .max(MAX_CHANGED_MEMBERS)
  .transform((ids) => [...new Set(ids)]);

/** Lists the groups of the account, by name (spec http-api 5.4). */
export const contactGroups = defineCall({
  method: 'GET',
  path: '/api/faxui/contactGroups',
  access: 'user',
  right: 'sent',
  summary: 'Contact groups',
  reply: z.object({ data: z.array(contactGroup) }),
});

/** Adds a group with its first members. Contacts that do not exist are skipped (spec http-api 5.4). */
export const addContactGroup = defineCall({
  method: 'POST',
  path: '/api/faxui/addContactGroup',
  access: 'user',
  right: 'work',
  summary: 'Add a contact group',
  body: z.object({ name: groupName, contacts: contactIds.default([]) }),
  reply: successWith(z.object({ id: idOut })),
  errors: groupErrors,
});

/** Renames a group (spec http-api 5.4). */
export const renameContactGroup = defineCall({
  method: 'POST',
  path: '/api/faxui/renameContactGroup',
  access: 'user',
  right: 'work',
  summary: 'Rename a contact group',
  body: z.object({ id: idIn, name: groupName }),
  reply: success,
  errors: groupErrors,
});

/** Deletes a group; its contacts stay (spec http-api 5.4). */
export const deleteContactGroup = defineCall({
  method: 'POST',
  path: '/api/faxui/deleteContactGroup',
  access: 'user',
  right: 'work',
  summary: 'Delete a contact group',
  body: whichGroup,
  reply: success,
});

/** Restores a group deleted within the last day, with those of its members that still exist (spec http-api 5.4). */
export const restoreContactGroup = defineCall({
  method: 'POST',
  path: '/api/faxui/restoreContactGroup',
  access: 'user',
  right: 'work',
  summary: 'Restore a deleted contact group',
  body: whichGroup,
  reply: success,
  errors: groupErrors,
});

/** Adds contacts to a group or removes them; `changed` lists those whose membership changed (spec http-api 5.4). */
export const changeGroupMembers = defineCall({
  method: 'POST',
  path: '/api/faxui/changeGroupMembers',
  access: 'user',
  right: 'work',
  summary: 'Add contacts to a group, or remove them from it',
  body: z.object({
    id: idIn,
    action: z.enum(['add', 'remove']),
    contacts: contactIds.refine((ids) => ids.length > 0, 'REQUIRED'),
  }),
  reply: successWith(z.object({ changed: z.array(idOut) })),
  errors: groupErrors,
});

/** Returns the recipients that a group stands for (spec http-api 5.4). */
export const contactGroupRecipients = defineCall({
  method: 'GET',
  path: '/api/faxui/contactGroupRecipients',
  access: 'user',
  right: 'sent',
  summary: 'Recipients of a contact group',
  query: whichGroup,
  reply: z.object({ data: groupRecipients }),
});
