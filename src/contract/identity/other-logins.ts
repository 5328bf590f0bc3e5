import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { timeOut } from '#contract/kit/wire.ts';

/**
 * Ways into an account besides its password: passkeys, app passwords of machines that send mail, API keys, Egnyte
 * domains that may fax, and people; for an administrator also a single sign-on provider.
 */
export const LOGIN_KINDS = [
  'passkey',
  'app-password',
  'api-key',
  'egnyte',
  'person',
  'single-sign-on',
] as const;

/** More than any account can have: 20 passkeys, 20 app passwords, 20 API keys, some domains, 100 people, a provider. */
const MOST_LOGINS = 200;

const otherLogin = z.object({
  /** `passkey/7`: the id in `keep`. */
  id: z.string(),
  kind: z.enum(LOGIN_KINDS),
  name: z.string(),
  createdAt: timeOut,
  lastUsedAt: timeOut.nullable(),
  /** Created in the last 30 days, possibly by an intruder. */
  recent: z.boolean(),
});
/** One of these logins, as its owner sees it. */
export type OtherLogin = z.output<typeof otherLogin>;

/** The response of both lists. */
export const otherLoginList = z.object({ logins: z.array(otherLogin) });

const loginIds = () => z.array(z.string().max(40)).max(MOST_LOGINS).optional();

/** Ids of the logins that keep working after a password change. */
export const keepLogins = loginIds();

/** Ids of the logins that the owner has seen: one that is not among them is never removed (LOGINS_CHANGED). */
export const shownLogins = loginIds();

/** Lists the other logins of the signed-in account, newest first (own addition). */
export const otherLogins = defineCall({
  method: 'GET',
  path: '/api/faxui/otherLogins',
  access: 'any',
  right: 'self',
  summary: 'Other ways to log in',
  reply: otherLoginList,
});
