import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { passwordIn } from '#contract/kit/login-key.ts';
import { timeOut } from '#contract/kit/wire.ts';

/** A recovery code with its hyphens has 19 characters; people also type spaces. */
const CODE_MAX = 64;

/** Why a change of two-step login, or its second step, is refused. */
export const secondStepErrors = {
  /** The six digits are wrong, too old or already used; or the recovery code is not one of the remaining ones. */
  SECOND_STEP_CODE: 412,
  /** The first step was too long ago, or too many codes were wrong: log in again. */
  SECOND_STEP_OVER: 412,
  SECOND_STEP_ON: 412,
  SECOND_STEP_OFF: 412,
  PASSWORD_WRONG_CURRENT: 412,
  TOO_MANY_ATTEMPTS: 429,
} as const;

const password = z.object({ password: passwordIn });
const code = z.object({ code: z.string().max(CODE_MAX) });
const recoveryCodes = successWith(z.object({ recoveryCodes: z.array(z.string()) }));

/** Returns whether login has a second step, since when, and how many recovery codes are left (spec http-api 12.8). */
export const secondStep = defineCall({
  method: 'GET',
  path: '/api/faxui/secondStep',
  access: 'any',
  right: 'self',
  summary: 'Two-step login',
  reply: z.object({ on: z.boolean(), since: timeOut.nullable(), recoveryLeft: z.number() }),
});

/**
 * Creates a secret for an authenticator app; nothing changes until one of its codes is confirmed (spec http-api 12.8).
 */
export const beginSecondStep = defineCall({
  method: 'POST',
  path: '/api/faxui/secondStep',
  access: 'any',
  right: 'self',
  summary: 'Set up two-step login',
  body: password,
  reply: successWith(z.object({ secret: z.string(), uri: z.string() })),
  errors: secondStepErrors,
});

/**
 * Turns two-step login on with a code of the app; other sessions end. The recovery codes are shown only once (spec
 * http-api 12.8).
 */
export const confirmSecondStep = defineCall({
  method: 'PUT',
  path: '/api/faxui/secondStep',
  access: 'any',
  right: 'self',
  summary: 'Turn two-step login on',
  body: code,
  reply: recoveryCodes,
  errors: secondStepErrors,
});

/** Turns two-step login off; the password proves that the caller is the owner (spec http-api 12.8). */
export const endSecondStep = defineCall({
  method: 'DELETE',
  path: '/api/faxui/secondStep',
  access: 'any',
  right: 'self',
  summary: 'Turn two-step login off',
  body: password,
  reply: success,
  errors: secondStepErrors,
});

/** Creates new recovery codes; the old ones no longer work (spec http-api 12.8). */
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/faxui/recoveryCodes',
  access: 'any',
  right: 'self',
  summary: 'Make new recovery codes',
  body: password,
  reply: recoveryCodes,
  errors: secondStepErrors,
});

/**
 * Completes a login after the response SECOND_STEP_NEEDED, in the same browser, and opens the session (spec http-api
 * 12.8).
 */
export const takeSecondStep = defineCall({
  method: 'POST',
  path: '/api/faxui/takeSecondStep',
  access: 'guest',
  login: true,
  summary: 'Take the second step of a login',
  body: code,
  reply: z.object({ success: z.literal(true), node: z.string(), kind: z.enum(['user', 'multifax']) }),
  errors: secondStepErrors,
});
