import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { keyName as name, keyRow, passwordIn } from '#contract/kit/login-key.ts';
import { idIn } from '#contract/kit/wire.ts';

/** Maximum length of a binary field: an attestation with its certificates has a few thousand characters. */
const BINARY_MAX = 16_384;

/** Why a passkey is not created, or is refused at login. */
export const passkeyErrors = {
  PASSKEY_LIMIT: 412,
  /** The device's response does not match the request: too late, already used, for another site, or forged. */
  PASSKEY_REFUSED: 412,
  /** No such passkey exists here: it was removed, or its account logs in elsewhere or not at all. */
  PASSKEY_UNKNOWN: 412,
  PASSWORD_WRONG_CURRENT: 412,
  TOO_MANY_ATTEMPTS: 429,
} as const;

const binary = z.string().max(BINARY_MAX);
const credential = {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
/** WebAuthn options: the browser reads them, the server only passes them on (W3C Web Authentication Level 3, §5). */
const options = z.looseObject({ challenge: z.string() });

/** A passkey as its owner sees it. */
export type Passkey = z.output<typeof keyRow>;

/** Lists the caller's passkeys, newest first (spec http-api 12.9). */
export const passkeys = defineCall({
  method: 'GET',
  path: '/api/faxui/passkeys',
  access: 'any',
  right: 'self',
  summary: 'Passkeys',
  reply: z.object({ passkeys: z.array(keyRow) }),
});

/** Begins the creation of a passkey; the options are valid once and for five minutes (spec http-api 12.9). */
export const beginPasskey = defineCall({
  method: 'POST',
  path: '/api/faxui/passkeyOptions',
  access: 'any',
  right: 'self',
  summary: 'Begin to make a passkey',
  body: z.object({ password: passwordIn }),
  reply: successWith(options),
  errors: passkeyErrors,
});

/** Stores the passkey that the device created (spec http-api 12.9). */
export const addPasskey = defineCall({
  method: 'POST',
  path: '/api/faxui/passkeys',
  access: 'any',
  right: 'self',
  summary: 'Keep a passkey',
  body: z.object({
    name,
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: binary,
        attestationObject: binary,
        transports: z.array(z.string().max(32)).max(10).default([]),
      }),
    }),
  }),
  reply: success,
  errors: passkeyErrors,
});

/** Renames a passkey (spec http-api 12.9). */
export const renamePasskey = defineCall({
  method: 'PUT',
  path: '/api/faxui/passkeys',
  access: 'any',
  right: 'self',
  summary: 'Rename a passkey',
  body: z.object({ id: idIn, name }),
  reply: success,
});

/** Removes a passkey; logins with it are refused from then on (spec http-api 12.9). */
export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/api/faxui/passkeys',
  access: 'any',
  right: 'self',
  summary: 'Remove a passkey',
  body: z.object({ id: idIn }),
  reply: success,
});

/**
 * Begins a login with any passkey of this host; the options are valid once and for five minutes (spec http-api 12.9).
 */
export const beginPasskeyLogin = defineCall({
  method: 'POST',
  path: '/api/faxui/passkeyLoginOptions',
  access: 'guest',
  login: true,
  summary: 'Begin to log in with a passkey',
  reply: successWith(options),
  errors: passkeyErrors,
});

/**
 * Logs in with a passkey. It replaces both password and second step, because the device verifies the person (spec
 * http-api 12.9).
 */
export const passkeyLogin = defineCall({
  method: 'POST',
  path: '/api/faxui/passkeyLogin',
  access: 'guest',
  login: true,
  summary: 'Log in with a passkey',
  body: z.object({
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: binary,
        authenticatorData: binary,
        signature: binary,
        userHandle: binary.optional(),
      }),
    }),
  }),
  reply: z.object({ success: z.literal(true), node: z.string(), kind: z.enum(['user', 'multifax']) }),
  errors: passkeyErrors,
});
