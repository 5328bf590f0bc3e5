import { redirect } from '@tanstack/react-router';
import { checkAuthToken, logout } from '#contract/identity/sessions.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { landing, landingOf } from '#web/kit/screen.ts';
import { clearSession, currentSession, openSession } from '#web/kit/session-store.ts';
import type { SessionKind } from '#web/kit/session-store.ts';

/** Returns the landing page of a signed-in browser. */
export function home(): ReturnType<typeof landingOf> {
  return landingOf(currentSession().kind);
}

/** Every other page needs the stored token (ROUTE-04); pages of one kind of session are not open to the other. */
function requireSession(kind: SessionKind): void {
  if (!currentSession().token) throw redirect({ to: '/login', replace: true });
  if (currentSession().kind !== kind) throw redirect({ to: home(), search: {}, replace: true });
}
/** Guards the pages of a fax account. */
export const requireUser = (): void => requireSession('user');
/** Guards the pages of an administrator. */
export const requireMultifax = (): void => requireSession('multifax');

/** Accepts a login from another brand's domain: the cookie is set, the flag is not yet (spec http-api 1.7). */
export async function acceptHandoff({ search }: { search: { handoff?: true } }): Promise<void> {
  if (search.handoff !== true) return;
  const { node } = await callApi(checkAuthToken);
  openSession(node);
  throw redirect({ to: landing(), search: {}, replace: true });
}

/** Ends any open session; the login page does this (ROUTE-19). */
export function endSession(): void {
  if (!currentSession().token) return;
  clearSession();
  forgetTokenCheck();
  // The flag is gone in either case; if the server is away, the session expires later.
  void callApi(logout).catch(() => undefined);
}

/**
 * Accepts the login of a portal (spec http-api 1.9): if the session is an administrator's, the form is skipped;
 * otherwise it is shown (MFL-08).
 */
export async function acceptAutoLogin({ search }: { search: { 'auto-login'?: 1 } }): Promise<void> {
  if (search['auto-login'] !== 1) return;
  const signedIn = await findAdministrator();
  if (signedIn === null) throw redirect({ to: '/multifax/login', search: {}, replace: true });
  // Nothing of a previous user may remain when somebody signs in (MFL-06).
  clearSession();
  openSession(signedIn, 'multifax');
  throw redirect({ to: '/multifax/configure-fax-accounts', replace: true });
}

/** Returns the node of the administrator to whom this browser's cookies belong, or null. */
async function findAdministrator(): Promise<string | null> {
  try {
    // Loaded on demand: nothing else needs it, and otherwise every page would load it.
    const { getNodeData } = await import('#contract/identity/multifax-login.ts');
    const { node } = await callApi(getNodeData, { body: { domain: hostName() } });
    const session = await callApi(checkAuthToken, { node, probe: true });
    return session.kind === 'multifax' ? session.node : null;
  } catch {
    // No session, or no response: the form is the way in for both.
    return null;
  }
}
