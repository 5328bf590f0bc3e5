import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { OPERATOR_ROLES } from '#contract/kit/roles.ts';
import { timeOut } from '#contract/kit/wire.ts';
import { secondStepErrors } from './second-factor.ts';
import { loginErrors } from './sessions.ts';

/** Own addition: the console for operators of the installation, off unless F2E_OPERATOR_CONSOLE is 1. */
export const OPERATOR_NAME_MAX = 32;
/** Operators can reach every account, so their passwords must be longer than those of customers. */
export const OPERATOR_PASSWORD_MIN = 12;
/** The input of the hash is bounded (A-AUTH-13). */
export const OPERATOR_PASSWORD_MAX = 128;

/** Why an operator's change to their own login, or an action in the console, is refused. */
export const operatorErrors = {
  /** The message explains why; it is the same sentence that the command line prints. */
  OPERATOR_REFUSED: 412,
  OPERATOR_PASSWORD_SHORT: 412,
} as const;

const password = z.object({ password: z.string().max(OPERATOR_PASSWORD_MAX) });
const code = z.object({ code: z.string().max(64) });

/** Opens a session of the console; SECOND_STEP_NEEDED if the operator has turned on two-step login. */
export const operatorLogin = defineCall({
  method: 'POST',
  path: '/operator/api/login',
  access: 'guest',
  login: true,
  summary: 'Console: log in',
  body: z.object({ name: z.string().max(64), password: z.string().max(256) }),
  reply: success,
  errors: loginErrors,
});

/** Completes the second step of an operator's login in the same browser. */
export const operatorTakeStep = defineCall({
  method: 'POST',
  path: '/operator/api/second-step/take',
  access: 'guest',
  login: true,
  summary: 'Console: take the second step of a login',
  body: code,
  reply: success,
  errors: secondStepErrors,
});

/** Returns the signed-in operator. */
export const operatorSession = defineCall({
  method: 'GET',
  path: '/operator/api/session',
  access: 'operator',
  right: 'self',
  summary: 'Console: who is signed in',
  reply: z.object({
    name: z.string(),
    role: z.enum(OPERATOR_ROLES),
    /** False if single sign-on is the only way to log in. */
    hasPassword: z.boolean(),
    twoStepSince: timeOut.nullable(),
    recoveryLeft: z.number(),
  }),
});

/** Ends the session. */
export const operatorLogout = defineCall({
  method: 'POST',
  path: '/operator/api/logout',
  access: 'operator',
  right: 'self',
  summary: 'Console: log out',
  reply: success,
});

/** Changes the operator's own password; all other sessions end. */
export const operatorChangePassword = defineCall({
  method: 'POST',
  path: '/operator/api/password',
  access: 'operator',
  right: 'self',
  summary: 'Console: change the own password',
  body: z.object({
    password: z.string().max(OPERATOR_PASSWORD_MAX),
    next: z.string().max(OPERATOR_PASSWORD_MAX),
  }),
  reply: success,
  errors: { ...operatorErrors, ...secondStepErrors },
});

/** Creates a secret for an authenticator app; nothing changes until one of its codes is confirmed. */
export const operatorBeginStep = defineCall({
  method: 'POST',
  path: '/operator/api/second-step',
  access: 'operator',
  right: 'self',
  summary: 'Console: set up two-step login',
  body: password,
  reply: successWith(z.object({ secret: z.string(), uri: z.string() })),
  errors: secondStepErrors,
});

/** Turns two-step login on; the recovery codes are shown only once. */
export const operatorConfirmStep = defineCall({
  method: 'PUT',
  path: '/operator/api/second-step',
  access: 'operator',
  right: 'self',
  summary: 'Console: turn two-step login on',
  body: code,
  reply: successWith(z.object({ recoveryCodes: z.array(z.string()) })),
  errors: secondStepErrors,
});

/** Turns two-step login off. */
export const operatorEndStep = defineCall({
  method: 'DELETE',
  path: '/operator/api/second-step',
  access: 'operator',
  right: 'self',
  summary: 'Console: turn two-step login off',
  body: password,
  reply: success,
  errors: secondStepErrors,
});
