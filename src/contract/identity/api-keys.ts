import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { timeOut } from '#contract/kit/wire.ts';
import {
  apiKeyMode,
  apiKeyName,
  apiKeyNetworks,
  apiKeyScopes,
  keyErrors,
  overlapHours,
} from '#contract/v1/keys.ts';
import { SCOPES } from '#contract/v1/scopes.ts';

/** The readable part of a key. */
const id = z.string().regex(/^[A-Za-z0-9]{10}$/u, 'INVALID');
const one = z.object({ id });

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  mode: apiKeyMode,
  scopes: z.array(z.enum(SCOPES)),
  networks: z.array(z.string()),
  createdAt: timeOut,
  expiresAt: timeOut.nullable(),
  expired: z.boolean(),
  /** Null until it was used; noted at most once a minute. */
  lastUsedAt: timeOut.nullable(),
  lastAddress: z.string(),
  /** Until then the secret before the rotation works too. */
  oldUntil: timeOut.nullable(),
});
/** A key as its owner sees it: never its secret. */
export type ApiKeyEntry = z.output<typeof apiKey>;

const fresh = successWith(z.object({ id: z.string(), key: z.string() }));

/** Keys of whoever is signed in, newest first, and what new ones may be (spec http-api 12.35). */
export const apiKeys = defineCall({
  method: 'GET',
  path: '/api/faxui/apiKeys',
  access: 'any',
  summary: 'API keys',
  reply: z.object({
    keys: z.array(apiKey),
    /** What keys of this owner may be allowed. */
    scopes: z.array(z.enum(SCOPES)),
    /** Who gets an email about every change. */
    email: z.string(),
  }),
});

/** Makes one; this answer is the only place where it is ever shown (spec http-api 12.35). */
export const addApiKey = defineCall({
  method: 'POST',
  path: '/api/faxui/apiKeys',
  access: 'any',
  summary: 'Create an API key',
  body: z.object({
    name: apiKeyName,
    mode: apiKeyMode,
    scopes: apiKeyScopes,
    networks: apiKeyNetworks,
    expiresAt: z.iso.datetime().nullable(),
  }),
  reply: fresh,
  errors: keyErrors,
});

/** Changes what is named (spec http-api 12.35). */
export const changeApiKey = defineCall({
  method: 'PUT',
  path: '/api/faxui/apiKeys',
  access: 'any',
  summary: 'Change an API key',
  body: one.extend({
    name: apiKeyName.optional(),
    scopes: apiKeyScopes.optional(),
    networks: apiKeyNetworks.optional(),
    expiresAt: z.iso.datetime().nullable().optional(),
  }),
  reply: success,
  errors: keyErrors,
});

/** Removes one: calls with it are refused from then on (spec http-api 12.35). */
export const removeApiKey = defineCall({
  method: 'DELETE',
  path: '/api/faxui/apiKeys',
  access: 'any',
  summary: 'Delete an API key',
  body: one,
  reply: success,
});

/** A new secret; the one before works for so many hours more (spec http-api 12.35). */
export const rotateApiKey = defineCall({
  method: 'POST',
  path: '/api/faxui/apiKeyRotation',
  access: 'any',
  summary: 'Rotate an API key',
  body: one.extend({ overlapHours }),
  reply: fresh,
});
