import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';

/** Maximum length of a fax number at login: ten digits (LOGIN-01). */
export const LOGIN_NUMBER_MAX = 10;
/** Maximum length of a password in a form (LOGIN-03). */
export const PASSWORD_INPUT_MAX = 32;
/** A node name (spec http-api 0.1). */
export const NODE_NAME = /^(?!(?:auth|db|rrad|faxui|checkAuthToken)$)[a-z][a-z0-9-]{0,31}$/;

/**
 * Errors of every login call. Wrong credentials have a single message, whatever was wrong (A-AUTH-04).
 * SECOND_STEP_NEEDED occurs only if the owner turned on two-step login: the password was right, and takeSecondStep
 * follows (spec http-api 12.8). SIGN_ON_REQUIRED: people with this address log in at the provider named in the message
 * (12.42).
 */
export const loginErrors = {
  BAD_CREDENTIALS: 412,
  SECOND_STEP_NEEDED: 412,
  SIGN_ON_REQUIRED: 403,
  TOO_MANY_ATTEMPTS: 429,
} as const;

const credentials = z.object({
  username: z.string().max(64),
  // Hashed and compared; the length limit prevents abuse of the hashing.
  password: z.string().max(256),
  domain: z.string().max(253).default(''),
});

const nodeReply = z.object({
  status: z.boolean(),
  node: z.string(),
  redirect: z.object({ status: z.boolean(), domain: z.string() }),
});

/**
 * Verifies credentials, and returns which node serves the account and whether it belongs to another brand's domain
 * (spec http-api 1.5).
 */
export const getNode = defineCall({
  method: 'POST',
  path: '/api/faxui/getNode.json',
  access: 'guest',
  login: true,
  summary: 'Find the node of a fax account',
  body: credentials,
  reply: nodeReply,
  errors: loginErrors,
});

/** Opens a session with Basic credentials and an empty body (spec http-api 1.6). */
export const login = defineCall({
  method: 'POST',
  path: '/api/{n}auth/login/faxuser.cookie',
  access: 'guest',
  login: true,
  summary: 'Log in to a fax account',
  /** A person who last worked for an administrator goes on there. */
  reply: z.object({ success: z.literal(true), node: z.string(), kind: z.enum(['user', 'multifax']) }),
  errors: loginErrors,
});

/** Checks at low cost whether the session is still valid (spec http-api 1.8). */
export const checkAuthToken = defineCall({
  method: 'GET',
  path: '/api/checkAuthToken',
  access: 'any',
  right: 'self',
  background: true,
  summary: 'Check the session',
  reply: z.object({
    valid: z.literal(true),
    kind: z.enum(['user', 'multifax']),
    node: z.string(),
    /** Seconds until the session ends without further use. */
    expiresIn: z.number(),
  }),
});

/** Ends the session; also succeeds without one (spec http-api 1.11). */
export const logout = defineCall({
  method: 'POST',
  path: '/api/faxui/logout.json',
  access: 'guest',
  summary: 'Log out',
  reply: success,
});
