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
  /** Null until first used; updated at most once a minute. */
  lastUsedAt: timeOut.nullable(),
  lastAddress: z.string(),
  /** Until when the secret from before the rotation also works. */
  oldUntil: timeOut.nullable(),
});
/** A key as its owner sees it, without the secret. */
export type ApiKeyEntry = z.output<typeof apiKey>;

const fresh = successWith(z.object({ id: z.string(), key: z.string() }));

/** Lists the caller's keys, newest first, and the options for new ones (spec http-api 12.35). */
export const apiKeys = defineCall({
  method: 'GET',
  path: '/api/faxui/apiKeys',
  access: 'any',
  summary: 'API keys',
  reply: z.object({
    keys: z.array(apiKey),
    /** Scopes that this owner's keys may have. */
    scopes: z.array(z.enum(SCOPES)),
    /** The address that gets an email about every change. */
    email: z.string(),
  }),
});

/** Creates a key; only this response ever shows it (spec http-api 12.35). */
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

/** Changes the given fields (spec http-api 12.35). */
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

/** Removes a key; calls with it are refused from then on (spec http-api 12.35). */
export const removeApiKey = defineCall({
  method: 'DELETE',
  path: '/api/faxui/apiKeys',
  access: 'any',
  summary: 'Delete an API key',
  body: one,
  reply: success,
});

/** Creates a new secret; the previous one works for `overlapHours` more hours (spec http-api 12.35). */
export const rotateApiKey = defineCall({
  method: 'POST',
  path: '/api/faxui/apiKeyRotation',
  access: 'any',
  summary: 'Rotate an API key',
  body: one.extend({ overlapHours }),
  reply: fresh,
});
