import { getMultifaxNode } from '#contract/identity/multifax-login.ts';
import { getNode, login } from '#contract/identity/sessions.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import type { SessionKind } from '#web/kit/session-store.ts';
import type { Credentials } from './login-rules.ts';
import { postLogin } from './post-login.ts';

/** Verifies the credentials and opens the session; returns null if the browser leaves for another brand's domain. */
export type SignIn = (credentials: Credentials) => Promise<SessionKind | null>;

/** Signs in to a fax account: gets the node, then opens the session there (LOGIN-08, LOGIN-10). */
export const signInAccount: SignIn = async (credentials) => {
  forgetFormerUser();
  const found = await callApi(getNode, { body: { ...credentials, domain: hostName() } });
  if (found.redirect.status) return leave(found.redirect.domain, '/login', credentials);
  const opened = await callApi(login, { basic: credentials, node: found.node });
  openSession(opened.node, opened.kind);
  return opened.kind;
};

/** Signs in a person with their own login: opens the account or administrator that they used last. */
export const signInPerson: SignIn = async ({ username, password }) =>
  await signInAccount({ username: username.trim(), password });

/** Signs in an administrator, or a person who works for one: one call opens the session (spec http-api 1.9). */
export const signInAdministrator: SignIn = async ({ username, password }) => {
  forgetFormerUser();
  const credentials = { username: username.trim(), password };
  const found = await callApi(getMultifaxNode, { body: { ...credentials, domain: hostName() } });
  if (found.redirect.status) return leave(found.redirect.domain, '/multifax/login', credentials);
  openSession(found.node, found.kind);
  return found.kind;
};

/** Clears everything of a previous user before somebody signs in (LOGIN-12, MFL-06). */
export function forgetFormerUser(): void {
  clearSession();
  forgetTokenCheck();
}

function leave(...to: Parameters<typeof postLogin>): null {
  postLogin(...to);
  return null;
}
