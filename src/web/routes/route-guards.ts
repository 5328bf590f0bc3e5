import { redirect } from '@tanstack/react-router';
import { checkAuthToken, logout } from '#contract/identity/sessions.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { landing, landingOf } from '#web/kit/screen.ts';
import { clearSession, currentSession, openSession } from '#web/kit/session-store.ts';
import type { SessionKind } from '#web/kit/session-store.ts';

/** Where a signed-in browser belongs. */
export function home(): ReturnType<typeof landingOf> {
  return landingOf(currentSession().kind);
}

/** Every other page needs the stored token (ROUTE-04); the pages of one kind of session are none for the other. */
function requireSession(kind: SessionKind): void {
  if (!currentSession().token) throw redirect({ to: '/login', replace: true });
  if (currentSession().kind !== kind) throw redirect({ to: home(), search: {}, replace: true });
}
/** Guards the pages of a fax account. */
export const requireUser = (): void => requireSession('user');
/** Guards the pages of an administrator. */
export const requireMultifax = (): void => requireSession('multifax');

/** A login that came from another brand's domain: the cookie is set, the flag is not yet (spec http-api 1.7). */
export async function acceptHandoff({ search }: { search: { handoff?: true } }): Promise<void> {
  if (search.handoff !== true) return;
  const { node } = await callApi(checkAuthToken);
  openSession(node);
  throw redirect({ to: landing(), search: {}, replace: true });
}

/** The login page ends whatever session there was (ROUTE-19). */
export function endSession(): void {
  if (!currentSession().token) return;
  clearSession();
  forgetTokenCheck();
  // The flag is gone either way; a server that is away ends the session by itself later.
  void callApi(logout).catch(() => undefined);
}

/**
 * A portal has logged this browser in (spec http-api 1.9): with the session of an administrator the form is skipped;
 * with any other, or none, it is shown (MFL-08).
 */
export async function acceptAutoLogin({ search }: { search: { 'auto-login'?: 1 } }): Promise<void> {
  if (search['auto-login'] !== 1) return;
  const signedIn = await findAdministrator();
  if (signedIn === null) throw redirect({ to: '/multifax/login', search: {}, replace: true });
  // Nothing of a former user may be left when somebody signs in (MFL-06).
  clearSession();
  openSession(signedIn, 'multifax');
  throw redirect({ to: '/multifax/configure-fax-accounts', replace: true });
}

/** The node of the administrator that this browser's cookies belong to, or null. */
async function findAdministrator(): Promise<string | null> {
  try {
    // Nobody else needs it, and every page would load it.
    const { getNodeData } = await import('#contract/identity/multifax-login.ts');
    const { node } = await callApi(getNodeData, { body: { domain: hostName() } });
    const session = await callApi(checkAuthToken, { node, probe: true });
    return session.kind === 'multifax' ? session.node : null;
  } catch {
    // No session, or nobody to ask: the form is the way in either way.
    return null;
  }
}
