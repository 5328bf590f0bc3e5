import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { passwordIn } from '#contract/kit/login-key.ts';
import { timeOut } from '#contract/kit/wire.ts';
import { keepLogins, shownLogins } from './other-logins.ts';

/** Each reason has its own sentence, and is also in `key_message` (spec http-api 6.3). */
export const changeErrors = {
  PASSWORD_LENGTH: 412,
  PASSWORD_SAME_AS_OLD: 412,
  PASSWORD_WRONG_CURRENT: 412,
  PASSWORD_MISMATCH: 412,
  PASSWORD_RULES: 412,
  PASSWORD_GENERIC: 412,
  LOGINS_CHANGED: 409,
  TOO_MANY_ATTEMPTS: 429,
} as const;

/** Changes the caller's password: other sessions end, this one continues with fresh cookies (spec http-api 6.3). */
export const changePassword = defineCall({
  method: 'PUT',
  path: '/api/{n}rrad/f2e/Password.json',
  access: 'any',
  right: 'self',
  summary: 'Change the password',
  body: z.object({
    current: passwordIn,
    new: passwordIn,
    confirm: passwordIn,
    /** Other logins that keep working; all others are removed (own addition). */
    keep: keepLogins,
    /** Omitted: what was added since the list was loaded is removed, too. */
    shown: shownLogins,
  }),
  reply: success,
  errors: changeErrors,
  keyMessages: true,
});

/** Lists the caller's sessions, last used first (spec http-api 12.6). */
export const ownSessions = defineCall({
  method: 'GET',
  path: '/api/faxui/sessions',
  access: 'any',
  right: 'self',
  summary: 'Own sessions',
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        address: z.string(),
        userAgent: z.string(),
        createdAt: timeOut,
        lastSeenAt: timeOut,
      }),
    ),
  }),
});

/** A session in the list of sessions. */
export type OwnSession = z.output<typeof ownSessions.reply>['sessions'][number];

/** Ends one of the caller's sessions (spec http-api 12.6). */
export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/faxui/sessions',
  access: 'any',
  right: 'self',
  summary: 'End one session',
  body: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'ID_INVALID') }),
  reply: success,
});

const loginNoticesOut = z.object({
  on: z.boolean(),
  /** The address that they are sent to. */
  email: z.string(),
});

/** Returns the setting for emails about logins from a new browser or network (spec http-api 12.6). */
export const loginNotices = defineCall({
  method: 'GET',
  path: '/api/faxui/loginNotices',
  access: 'any',
  right: 'self',
  summary: 'Emails about new logins',
  reply: loginNoticesOut,
});

/** Turns these emails on or off. */
export const changeLoginNotices = defineCall({
  method: 'PUT',
  path: '/api/faxui/loginNotices',
  access: 'any',
  right: 'self',
  summary: 'Turn emails about new logins on or off',
  body: z.object({ on: z.boolean() }),
  reply: successWith(loginNoticesOut),
});

/** Minutes without use after which a browser may be logged out. */
const IDLE_MINUTES = [5, 10, 15, 30, 60] as const;
const idleMinutes = z.literal(IDLE_MINUTES);

const automaticLogout = z.object({
  /** The account's choice; null: the installation's standard. */
  minutes: idleMinutes.nullable(),
  /** The value without a choice. */
  standard: z.number(),
  /** The possible choices, none above the standard. */
  choices: z.array(idleMinutes),
});
export type AutomaticLogout = z.output<typeof automaticLogout>;
export type IdleMinutes = z.output<typeof idleMinutes>;

/** Returns after how much idle time browsers are logged out (spec http-api 12.6). */
export const getAutomaticLogout = defineCall({
  method: 'GET',
  path: '/api/faxui/automaticLogout',
  access: 'user',
  summary: 'Automatic logout',
  reply: automaticLogout,
});

/** Changes that time, also for browsers already logged in. Minutes above the standard are refused: VALIDATION. */
export const putAutomaticLogout = defineCall({
  method: 'PUT',
  path: '/api/faxui/automaticLogout',
  access: 'user',
  summary: 'Change the automatic logout',
  body: z.object({ minutes: idleMinutes.nullable() }),
  reply: successWith(automaticLogout),
});

/** Returns the choices of an account whose sessions last at most `mostSeconds` without use. */
export function idleChoices(mostSeconds: number): IdleMinutes[] {
  return IDLE_MINUTES.filter((minutes) => minutes * 60 <= mostSeconds);
}
