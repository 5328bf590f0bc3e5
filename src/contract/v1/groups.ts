import { z } from 'zod';

import { groupName, MAX_CHANGED_MEMBERS } from '#contract/mailbox/contact-groups.ts';

import { mailboxErrors } from './contacts.ts';
import { defineApiCall, deleted, idIn, idsIn, listOf } from './define.ts';
import { repeatErrors } from './problems.ts';

const groupErrors = { ...mailboxErrors, GROUP_EXISTS: 409, TOO_MANY_GROUPS: 409, GROUP_FULL: 409 } as const;
const read = { access: 'key', scope: 'contacts:read', about: 'account', errors: mailboxErrors } as const;
const write = { access: 'key', scope: 'contacts:write', about: 'account', errors: groupErrors } as const;
const params = z.object({ id: idIn('grp') });

const group = z.object({
  object: z.literal('group'),
  id: z.string(),
  name: z.string(),
  members: z.number().int().describe('How many; `GET /v1/contacts?group=…` lists them.'),
});
const members = idsIn('con', MAX_CHANGED_MEMBERS);

export const listGroups = defineApiCall({
  ...read,
  method: 'GET',
  path: '/v1/groups',
  summary: 'Contact groups by name, all at once',
  query: z.strictObject({}),
  reply: listOf(group),
});

export const addGroup = defineApiCall({
  ...write,
  method: 'POST',
  path: '/v1/groups',
  idempotent: 'answer',
  errors: { ...groupErrors, ...repeatErrors },
  summary: 'Add a contact group',
  description: 'At most 100 groups. Contacts that do not exist are left out.',
  body: z.strictObject({ name: groupName, members: members.default([]) }),
  reply: group,
  status: 201,
});

export const getGroup = defineApiCall({
  ...read,
  method: 'GET',
  path: '/v1/groups/:id',
  summary: 'One contact group',
  params,
  reply: group,
});

export const changeGroup = defineApiCall({
  ...write,
  method: 'PATCH',
  path: '/v1/groups/:id',
  summary: 'Rename a contact group',
  params,
  body: z.strictObject({ name: groupName }),
  reply: group,
});

export const removeGroup = defineApiCall({
  ...write,
  method: 'DELETE',
  path: '/v1/groups/:id',
  summary: 'Delete a contact group',
  description: 'Its contacts stay.',
  params,
  reply: deleted('group'),
});

export const changeMembers = defineApiCall({
  ...write,
  method: 'POST',
  path: '/v1/groups/:id/members',
  summary: 'Add contacts to a group, or remove them',
  description:
    'All or nothing, at most 500 each way; those in `remove` go first. A group has at most 1,000 members. The answer names the contacts that were not like that before; those that do not exist are left out.',
  params,
  body: z.strictObject({ add: members.default([]), remove: members.default([]) }),
  reply: group.extend({ added: z.array(z.string()), removed: z.array(z.string()) }),
});
