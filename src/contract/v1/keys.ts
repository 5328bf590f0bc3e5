import { z } from 'zod';

import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import { textLine } from '#contract/kit/wire.ts';

import { defineApiCall, listOf, timestamp } from './define.ts';
import { repeatErrors } from './problems.ts';
import { SCOPES } from './scopes.ts';

/** The prefix of key ids on the wire. */
export const KEY_PREFIX = 'key_';

/** Maximum number of keys of one account, one administrator or all operators together: one for each program. */
export const MAX_API_KEYS = 20;

/** Maximum number of networks that one key can be bound to. */
export const MAX_NETWORKS = 20;

/** Maximum number of hours for which the secret from before a rotation keeps working. */
export const MAX_OVERLAP_HOURS = 72;

/** Why a key is not created or changed, for programs and pages. */
export const keyErrors = {
  KEY_LIMIT: 409,
  KEY_NAME_TAKEN: 409,
  KEY_SCOPES: 422,
  KEY_NETWORK: 422,
  KEY_EXPIRY: 422,
  KEY_EXCEEDS: 403,
} as const;

/** The name of a key, unique for its owner. */
export const apiKeyName = textLine(KEY_NAME_MAX).pipe(z.string().min(1, 'REQUIRED'));
/** The scopes of a key. */
export const apiKeyScopes = z.array(z.enum(SCOPES)).min(1, 'REQUIRED').max(SCOPES.length);
/** The networks that a key may be used from; the service validates each. */
export const apiKeyNetworks = z.array(z.string().max(50)).max(MAX_NETWORKS);
/** Live keys send real faxes; those of test keys go to a simulated line. */
export const apiKeyMode = z.enum(['live', 'test']);
/** How many hours the old secret keeps working. */
export const overlapHours = z.number().int().min(0).max(MAX_OVERLAP_HOURS);

const common = { access: 'key', scope: 'keys:manage', about: 'key', errors: keyErrors } as const;

const params = z.object({
  id: z
    .string()
    .regex(/^key_[A-Za-z0-9]{10}$/u)
    .transform((id) => id.slice(KEY_PREFIX.length)),
});

const key = z.object({
  object: z.literal('key'),
  id: z.string(),
  name: z.string(),
  mode: apiKeyMode,
  scopes: z.array(z.enum(SCOPES)),
  networks: z.array(z.string()).describe('Networks (CIDR) that it works from; empty for anywhere.'),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable().describe('Noted at most once a minute.'),
  last_used_from: z.string().nullable(),
  old_secret_until: timestamp.nullable().describe('Until then the secret before the rotation works too.'),
});

const withSecret = key.extend({
  key: z.string().describe('The whole key, for the header `Authorization`. Shown only here.'),
});

const networks = apiKeyNetworks.describe('Networks (CIDR) or addresses; empty for anywhere.');
const expiry = timestamp.nullable().describe('null: never.');

export const listKeys = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/keys',
  summary: 'Keys',
  description: 'All keys of whoever this key belongs to, newest first; at most 20.',
  query: z.strictObject({}),
  reply: listOf(key),
});

export const addKey = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/keys',
  idempotent: 'answer',
  errors: { ...keyErrors, ...repeatErrors },
  summary: 'Make a key',
  description:
    'A key can only make keys that may do no more than itself: scopes, kind, networks and expiry. The owner gets an email.',
  body: z.strictObject({
    name: apiKeyName,
    mode: apiKeyMode.default('live'),
    scopes: apiKeyScopes,
    networks: networks.default([]),
    expires_at: expiry.default(null),
  }),
  reply: withSecret,
  status: 201,
});

export const getKey = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/keys/:id',
  summary: 'One key',
  params,
  reply: key,
});

export const changeKey = defineApiCall({
  ...common,
  method: 'PATCH',
  path: '/v1/keys/:id',
  summary: 'Change a key',
  description: 'Only keys that may do no more than this one, before and after.',
  params,
  example: { body: { name: 'Night orders' } },
  body: z.strictObject({
    name: apiKeyName.optional(),
    scopes: apiKeyScopes.optional(),
    networks: networks.optional(),
    expires_at: expiry.optional(),
  }),
  reply: key,
});

export const rotateKey = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/keys/:id/rotate',
  idempotent: 'answer',
  errors: { ...keyErrors, ...repeatErrors },
  summary: 'Give a key a new secret',
  description:
    'The secret before works for `overlap_hours` more, so that programs can change over without a gap; one that is older stops at once.',
  params,
  body: z.strictObject({ overlap_hours: overlapHours.default(24) }),
  reply: withSecret,
});

export const deleteKey = defineApiCall({
  ...common,
  method: 'DELETE',
  path: '/v1/keys/:id',
  summary: 'Delete a key',
  description: 'It is refused from the next call on.',
  params,
  reply: z.object({ object: z.literal('key'), id: z.string(), deleted: z.literal(true) }),
});
