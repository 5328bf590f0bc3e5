import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { passwordIn } from '#contract/kit/login-key.ts';
import { timeOut } from '#contract/kit/wire.ts';
import { keepLogins } from './other-logins.ts';

/** Each reason has its own sentence, and stands in `key_message` too (spec http-api 6.3). */
export const changeErrors = {
  PASSWORD_LENGTH: 412,
  PASSWORD_SAME_AS_OLD: 412,
  PASSWORD_WRONG_CURRENT: 412,
  PASSWORD_MISMATCH: 412,
  PASSWORD_RULES: 412,
  PASSWORD_GENERIC: 412,
  TOO_MANY_ATTEMPTS: 429,
} as const;

/** Changes one's own password: other sessions end, this one goes on with fresh cookies (spec http-api 6.3). */
export const changePassword = defineCall({
  method: 'PUT',
  path: '/api/{n}rrad/f2e/Password.json',
  access: 'user',
  summary: 'Change the password',
  body: z.object({
    current: passwordIn,
    new: passwordIn,
    confirm: passwordIn,
    /** What else goes on opening the account; all the rest is removed (own addition). */
    keep: keepLogins,
  }),
  reply: success,
  errors: changeErrors,
  keyMessages: true,
});

/** Where an account is signed in; the newest use first (spec http-api 12.6). */
export const ownSessions = defineCall({
  method: 'GET',
  path: '/api/faxui/sessions',
  access: 'user',
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

/** One session, as the list of sessions gives it. */
export type OwnSession = z.output<typeof ownSessions.reply>['sessions'][number];

/** Ends one of one's own sessions (spec http-api 12.6). */
export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/faxui/sessions',
  access: 'user',
  summary: 'End one session',
  body: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'ID_INVALID') }),
  reply: success,
});
