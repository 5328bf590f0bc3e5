import { getMultifaxNode } from '#contract/identity/multifax-login.ts';
import { getNode, login } from '#contract/identity/sessions.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import type { SessionKind } from '#web/kit/session-store.ts';
import type { Credentials } from './login-rules.ts';
import { postLogin } from './post-login.ts';

/** Proves who somebody is and opens their session; null when the browser is leaving for another brand's domain. */
export type SignIn = (credentials: Credentials) => Promise<SessionKind | null>;

/** A fax account: looks up the node, then opens the session there (LOGIN-08, LOGIN-10). */
export const signInAccount: SignIn = async (credentials) => {
  forgetFormerUser();
  const found = await callApi(getNode, { body: { ...credentials, domain: hostName() } });
  if (found.redirect.status) return leave(found.redirect.domain, '/login', credentials);
  const opened = await callApi(login, { basic: credentials, node: found.node });
  openSession(opened.node, opened.kind);
  return opened.kind;
};

/** Somebody with a login of their own: the account or administrator that they used last opens. */
export const signInPerson: SignIn = async ({ username, password }) =>
  await signInAccount({ username: username.trim(), password });

/** An administrator, or somebody who works for one: one call opens the session (spec http-api 1.9). */
export const signInAdministrator: SignIn = async ({ username, password }) => {
  forgetFormerUser();
  const credentials = { username: username.trim(), password };
  const found = await callApi(getMultifaxNode, { body: { ...credentials, domain: hostName() } });
  if (found.redirect.status) return leave(found.redirect.domain, '/multifax/login', credentials);
  openSession(found.node, found.kind);
  return found.kind;
};

/** Nothing of a former user may be left when somebody signs in (LOGIN-12, MFL-06). */
export function forgetFormerUser(): void {
  clearSession();
  forgetTokenCheck();
}

function leave(...to: Parameters<typeof postLogin>): null {
  postLogin(...to);
  return null;
}
