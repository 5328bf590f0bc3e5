import { createStore } from '#web/ui/store.ts';

/** Names in localStorage; one browser holds one session, so other tabs read the same. */
const TOKEN_KEY = 'f2e.token';
const NODE_KEY = 'f2e.node';

/** Whether somebody is signed in as far as this browser knows, and the node that serves the account. */
export interface Session {
  token: boolean;
  node: string;
}

const NOBODY: Session = { token: false, node: '' };

function read(): Session {
  const token = localStorage.getItem(TOKEN_KEY) === 'true';
  return token ? { token, node: localStorage.getItem(NODE_KEY) ?? '' } : NOBODY;
}

const session = createStore<Session>(read());

// Signing in or out in another tab counts here too (the cookie is shared).
addEventListener('storage', (event) => {
  if (event.key !== TOKEN_KEY && event.key !== null) return;
  session.set(read());
  // The next one to sign in there may be somebody else: nothing of this user may be left in this tab.
  if (!session.get().token) forgetUser();
});

/** What is known now. */
export function currentSession(): Session {
  return session.get();
}

/** Sets the flag after a successful login or check (D1 §4). The flag is no secret: the session is an HttpOnly cookie. */
export function openSession(node: string): void {
  localStorage.setItem(TOKEN_KEY, 'true');
  localStorage.setItem(NODE_KEY, node);
  session.set({ token: true, node });
}

const leavers = new Set<() => void>();

/** Registers what must forget the user's data when the session ends (the query cache, a live connection). */
export function onSessionEnd(forget: () => void): () => void {
  leavers.add(forget);
  return () => leavers.delete(forget);
}

/** Clears the flag and everything that was loaded for the user (D1 §4). */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(NODE_KEY);
  session.set(NOBODY);
  forgetUser();
}

function forgetUser(): void {
  for (const forget of leavers) forget();
}

/** The readable cookie that goes back as a header (contract 0.3); worth nothing without the session cookie. */
export function accessToken(): string {
  return /(?:^|;\s*)access-token=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}
