import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { timeOut } from '#contract/kit/wire.ts';

/**
 * What opens an account beside its password: devices, machines that send mail, programs, Egnyte domains that
 * may fax, people; an administrator's also a provider of single sign-on.
 */
export const LOGIN_KINDS = [
  'passkey',
  'app-password',
  'api-key',
  'egnyte',
  'person',
  'single-sign-on',
] as const;

/** More than anybody has: 20 passkeys, 20 app passwords, 20 API keys, some domains, 100 people, a provider. */
const MOST_KEPT = 200;

const otherLogin = z.object({
  /** `passkey/7`: what `keep` names. */
  id: z.string(),
  kind: z.enum(LOGIN_KINDS),
  name: z.string(),
  createdAt: timeOut,
  lastUsedAt: timeOut.nullable(),
  /** Made in the last 30 days: somebody who got in without being allowed may have made it. */
  recent: z.boolean(),
});
/** One of them, as its owner sees it. */
export type OtherLogin = z.output<typeof otherLogin>;

/** The answer of both lists. */
export const otherLoginList = z.object({ logins: z.array(otherLogin) });

/** Ids of those that go on working after the password has changed. */
export const keepLogins = z.array(z.string().max(40)).max(MOST_KEPT).optional();

/** What else opens the signed-in account, the newest first (own addition). */
export const otherLogins = defineCall({
  method: 'GET',
  path: '/api/faxui/otherLogins',
  access: 'any',
  right: 'self',
  summary: 'Other ways to log in',
  reply: otherLoginList,
});
