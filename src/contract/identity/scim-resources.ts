import { z } from 'zod';

import { emailAddress } from '#contract/kit/email-address.ts';
import { textLine } from '#contract/kit/wire.ts';

/** Maximum number of users of one directory. */
export const MAX_SCIM_USERS = 5000;
/** Maximum number of groups of one directory. */
export const MAX_SCIM_GROUPS = 500;
/** Maximum number of resources in one response (RFC 7644, 3.4.2.4). */
export const MAX_SCIM_COUNT = 200;
/** Maximum number of operations in one PATCH. */
const MAX_OPERATIONS = 200;
/** Maximum length of names and identifiers. */
const NAME_MAX = 200;
/** Maximum number of emails of one user. */
const MAX_VALUES = 50;

/** Names of the schemas (RFC 7643, 10.3). */
export const SCIM = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Why a call of a directory is refused, besides the common errors. */
export const scimErrors = {
  SCIM_TAKEN: 409,
  SCIM_FILTER: 400,
  SCIM_PATH: 400,
  SCIM_LIMIT: 400,
  SCIM_EMAIL_ELSEWHERE: 409,
  PEOPLE_LIMIT: 400,
} as const;

const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/u)
  .transform(Number);
/** The directory in a path. */
export const scimOfParent = z.object({ parent: id });
/** A resource of a directory in a path. */
export const scimOfOne = scimOfParent.extend({ id });

/** Accepts "True" and "False", which Microsoft Entra sends. */
const truth = z.preprocess(
  (value) =>
    typeof value === 'string' ? /^true$/iu.test(value) || (!/^false$/iu.test(value) && value) : value,
  z.boolean(),
);
const line = textLine(NAME_MAX);
const optional = line.nullish().transform((value) => value ?? undefined);

/** The attributes of a user that are used; others are ignored (RFC 7644, 3.3). */
export const scimUser = z.object({
  userName: line.pipe(z.string().min(1, 'REQUIRED')),
  externalId: optional,
  /** Omitted: unchanged, or true for a new user. */
  active: truth.optional(),
  displayName: optional,
  name: z
    .object({ givenName: optional, familyName: optional, formatted: optional })
    .nullish()
    .transform((name) => name ?? undefined),
  emails: z
    .array(
      z.object({
        value: z.string().max(NAME_MAX),
        type: optional,
        primary: truth.nullish().transform((value) => value ?? undefined),
      }),
    )
    .max(MAX_VALUES, 'TOO_MANY')
    .nullish()
    .transform((emails) => emails ?? []),
});
export type ScimUserIn = z.output<typeof scimUser>;

const reference = z.object({ value: id });

/** A group of a directory. */
export const scimGroup = z.object({
  displayName: line.pipe(z.string().min(1, 'REQUIRED')),
  externalId: optional,
  members: z
    .array(reference)
    .max(MAX_SCIM_USERS, 'TOO_MANY')
    .nullish()
    .transform((members) => members ?? undefined),
});
export type ScimGroupIn = z.output<typeof scimGroup>;

/** An operation of a PATCH (RFC 7644, 3.5.2); Entra capitalizes its name. */
const operation = z.object({
  op: z.preprocess(
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    z.enum(['add', 'replace', 'remove']),
  ),
  path: z.string().max(NAME_MAX).nullish(),
  value: z.unknown().optional(),
});
export type PatchOperation = z.output<typeof operation>;

/** The body of a PATCH. */
export const scimPatch = z.object({
  Operations: z.array(operation).min(1, 'REQUIRED').max(MAX_OPERATIONS, 'TOO_MANY'),
});

/** The parameters of a list (RFC 7644, 3.4.2). */
export const scimListQuery = z.object({
  filter: z.string().max(NAME_MAX).optional(),
  // A startIndex below 1 means 1, a count below 0 means 0 (RFC 7644, 3.4.2.4).
  startIndex: z.coerce
    .number()
    .int()
    .max(Number.MAX_SAFE_INTEGER)
    .catch(1)
    .transform((n) => Math.max(n, 1)),
  count: z.coerce
    .number()
    .int()
    .catch(MAX_SCIM_COUNT)
    .transform((n) => Math.min(Math.max(n, 0), MAX_SCIM_COUNT)),
  excludedAttributes: z.string().max(NAME_MAX).optional(),
  attributes: z.string().max(NAME_MAX).optional(),
});

const meta = z.object({
  resourceType: z.enum(['User', 'Group']),
  created: z.string(),
  lastModified: z.string(),
  location: z.string(),
});
const link = z.object({ value: z.string(), display: z.string(), $ref: z.string() });

/** A user as sent to directories. */
export const scimUserOut = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string(),
  displayName: z.string(),
  name: z.object({ formatted: z.string(), givenName: z.string(), familyName: z.string() }),
  active: z.boolean(),
  emails: z.array(z.object({ value: z.string(), type: z.literal('work'), primary: z.literal(true) })),
  groups: z.array(link),
  meta,
});
export type ScimUserOut = z.output<typeof scimUserOut>;

/** A group as sent to directories. */
export const scimGroupOut = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  displayName: z.string(),
  members: z.array(link).optional(),
  meta,
});
export type ScimGroupOut = z.output<typeof scimGroupOut>;

/** A page of a list. */
export const scimListOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.number(),
    startIndex: z.number(),
    itemsPerPage: z.number(),
    Resources: z.array(item),
  });
/** Responses that describe what this service supports; they are written in one place and sent as they are. */
export const scimAsWritten = z.looseObject({});

/**
 * Returns the email address of a user: the primary one, otherwise the one for work, the first one, or the user name.
 */
export function emailOf({ userName, emails }: Pick<ScimUserIn, 'userName' | 'emails'>): string | undefined {
  const listed =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  const parsed = emailAddress.safeParse((listed?.value ?? userName).toLowerCase());
  return parsed.success && parsed.data !== '' ? parsed.data : undefined;
}
