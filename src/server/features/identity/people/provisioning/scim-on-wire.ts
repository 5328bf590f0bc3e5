import { MAX_SCIM_COUNT, SCIM } from '#contract/identity/scim-resources.ts';
import type { ScimGroupOut, ScimUserOut } from '#contract/identity/scim-resources.ts';

import type { GroupRow } from './scim-groups.store.ts';
import type { UserRow } from './scim-users.store.ts';

/** Returns a user in SCIM format. `base` is the URL of the directory. */
export function userOnWire(user: UserRow, base: string): ScimUserOut {
  const { id, externalId, displayName, givenName, familyName, email, groups } = user;
  return {
    schemas: [SCIM.user],
    id: String(id),
    ...(externalId !== null && { externalId }),
    userName: user.userName,
    displayName,
    name: {
      formatted: [givenName, familyName].filter(Boolean).join(' ') || displayName,
      givenName,
      familyName,
    },
    active: user.active,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: groups.map((group) => linkTo(`${base}/Groups`, group)),
    meta: metaOf('User', user, `${base}/Users/${id}`),
  };
}

/** Returns a group in SCIM format. */
export function groupOnWire(group: GroupRow, base: string): ScimGroupOut {
  const { id, externalId, name, members } = group;
  return {
    schemas: [SCIM.group],
    id: String(id),
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members !== null && { members: members.map((user) => linkTo(`${base}/Users`, user)) }),
    meta: metaOf('Group', group, `${base}/Groups/${id}`),
  };
}

/** Returns a page of a list (RFC 7644, 3.4.2). */
export function listOnWire<Row, Out>(
  { rows, total }: { rows: readonly Row[]; total: number },
  startIndex: number,
  onWire: (row: Row) => Out,
) {
  return {
    schemas: [SCIM.list],
    totalResults: total,
    startIndex,
    itemsPerPage: rows.length,
    Resources: rows.map((row) => onWire(row)),
  };
}

function linkTo(place: string, { id, name }: { id: number; name: string }) {
  return { value: String(id), display: name, $ref: `${place}/${id}` };
}

function metaOf<Kind extends 'User' | 'Group'>(
  resourceType: Kind,
  { createdAt, changedAt }: { createdAt: Date; changedAt: Date },
  location: string,
) {
  return {
    resourceType,
    created: createdAt.toISOString(),
    lastModified: changedAt.toISOString(),
    location,
  };
}

const no = { supported: false };

/** The capabilities of this service (RFC 7643, 5). */
export const SERVICE_PROVIDER_CONFIG = {
  schemas: [SCIM.config],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_SCIM_COUNT },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'A key with the scope “scim”, in the header Authorization: Bearer',
      primary: true,
    },
  ],
};

/** Returns the resource types (RFC 7643, 6). */
export function resourceTypes(base: string) {
  const kinds = [
    { name: 'User', endpoint: '/Users', schema: SCIM.user },
    { name: 'Group', endpoint: '/Groups', schema: SCIM.group },
  ].map((kind) => ({
    schemas: [SCIM.resourceType],
    id: kind.name,
    ...kind,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${kind.name}` },
  }));
  return listOnWire({ rows: kinds, total: kinds.length }, 1, (kind) => kind);
}

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const reference = (name: string, mutability: string) =>
  attribute(name, {
    type: 'complex',
    multiValued: true,
    mutability,
    subAttributes: [
      attribute('value', { mutability: 'immutable' }),
      attribute('display', { mutability: 'readOnly' }),
      attribute('$ref', { type: 'reference', referenceTypes: ['User', 'Group'], mutability: 'immutable' }),
    ],
  });

/** Returns the supported attributes (RFC 7643, 7). */
export function schemas(base: string) {
  const all = [
    {
      id: SCIM.user,
      name: 'User',
      description: 'Somebody who works on fax accounts',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('displayName'),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
        }),
        attribute('active', { type: 'boolean' }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
        }),
        reference('groups', 'readOnly'),
      ],
    },
    {
      id: SCIM.group,
      name: 'Group',
      description: 'A group of people who get the same roles',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        reference('members', 'readWrite'),
      ],
    },
  ].map((schema) => ({
    schemas: [SCIM.schema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
  return listOnWire({ rows: all, total: all.length }, 1, (schema) => schema);
}
