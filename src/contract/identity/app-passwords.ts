import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { keyName as name, keyRow } from '#contract/kit/login-key.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

/** Why no app password is created. */
export const appPasswordErrors = { APP_PASSWORD_LIMIT: 412 } as const;

const appPassword = keyRow.extend({ lastAddress: z.string() });

/** An app password as its owner sees it, without the password itself. */
export type AppPassword = z.output<typeof appPassword>;

/** Lists the app passwords of an account, newest first (spec http-api 12.10). */
export const appPasswords = defineCall({
  method: 'GET',
  path: '/api/faxui/appPasswords',
  access: 'user',
  summary: 'App passwords',
  reply: z.object({ passwords: z.array(appPassword) }),
});

/** Creates an app password; only this response ever shows it (spec http-api 12.10). */
export const addAppPassword = defineCall({
  method: 'POST',
  path: '/api/faxui/appPasswords',
  access: 'user',
  summary: 'Make an app password',
  body: z.object({ name }),
  reply: successWith(z.object({ id: idOut, password: z.string() })),
  errors: appPasswordErrors,
});

/** Revokes an app password; mails that log in with it are refused from then on (spec http-api 12.10). */
export const removeAppPassword = defineCall({
  method: 'DELETE',
  path: '/api/faxui/appPasswords',
  access: 'user',
  summary: 'Revoke an app password',
  body: z.object({ id: idIn }),
  reply: success,
});
