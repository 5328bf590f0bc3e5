import { createStore, forgetSession, useStore } from '#web/ui/store.ts';

/** Keys in localStorage. One browser holds one session, so other tabs read the same keys. */
const TOKEN_KEY = 'f2e.token';
const NODE_KEY = 'f2e.node';
const KIND_KEY = 'f2e.kind';
/** Set after a session has expired, so that other tabs can tell this from a log-out. */
const EXPIRED_KEY = 'f2e.expired';

/** The kind of user that is signed in: one fax account, or the administrator of several (spec http-api 0.3). */
export type SessionKind = 'user' | 'multifax';

/** Whether somebody is signed in as far as this browser can tell, who it is, and the node that serves them. */
export interface Session {
  token: boolean;
  kind: SessionKind;
  node: string;
}

const NOBODY: Session = { token: false, kind: 'user', node: '' };

function read(): Session {
  if (localStorage.getItem(TOKEN_KEY) !== 'true') return NOBODY;
  const kind = localStorage.getItem(KIND_KEY) === 'multifax' ? 'multifax' : 'user';
  return { token: true, kind, node: localStorage.getItem(NODE_KEY) ?? '' };
}

const session = createStore<Session>(read(), 'page');

/**
 * How a session ended. `left`: its user logged out. `expired`: it was too old, or the server ended it. `elsewhere`: its
 * user logged out in another tab. `again`: it had expired already, and somebody is about to sign in, perhaps the same
 * person.
 */
export type SessionEnd = 'left' | 'expired' | 'elsewhere' | 'again';

/** Returns whether unsaved text may be kept for the user's return. */
export const mayComeBack = (end: SessionEnd): boolean => end === 'expired' || end === 'again';

const lastEnd = createStore<SessionEnd | null>(null, 'page');

let leaving = false;

/** Returns whether the user is logging out in this tab. */
export const isLeaving = (): boolean => leaving;

/**
 * Runs the log-out. The server's response clears the storage of this browser and unregisters the service worker
 * (Clear-Site-Data). During the log-out, an empty storage does not count as a log-out in another tab, and a failed
 * request does not count as a missing file.
 */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  leaving = true;
  try {
    await work();
  } finally {
    leaving = false;
  }
}

// Signing in or out in another tab applies here too (the tabs share the cookie).
addEventListener('storage', (event) => {
  if (leaving || (event.key !== TOKEN_KEY && event.key !== null)) return;
  const wasSignedIn = session.get().token;
  session.set(read());
  // The next user who signs in there may be somebody else: nothing of this user may stay in this tab.
  if (wasSignedIn && !session.get().token)
    forgetUser(localStorage.getItem(EXPIRED_KEY) === 'true' ? 'expired' : 'elsewhere');
});

/** Returns whether a session ended in this page, and nobody has signed in since. */
export const hasEnded = (): boolean => lastEnd.get() !== null && !session.get().token;

/** Returns the session as currently known. */
export function currentSession(): Session {
  return session.get();
}

/** Sets the flag after a successful login or check (AUTH-02). It is not a secret: the session is an HttpOnly cookie. */
export function openSession(node: string, kind: SessionKind = 'user'): void {
  localStorage.removeItem(EXPIRED_KEY);
  // The flag is written last: other tabs read everything when it changes.
  localStorage.setItem(NODE_KEY, node);
  localStorage.setItem(KIND_KEY, kind);
  localStorage.setItem(TOKEN_KEY, 'true');
  session.set({ token: true, kind, node });
  lastEnd.set(null);
}

/** Returns how the last session ended, for the page that it led to; null if there is a session, or there was none. */
export function useLastEnd(): SessionEnd | null {
  return useStore(lastEnd);
}

const leavers = new Set<(end: SessionEnd) => void>();

/**
 * Registers a callback that drops the user's data when the session ends (the query cache, a live connection). If the
 * session expired, unsaved text may be kept until its author returns.
 */
export function onSessionEnd(forget: (end: SessionEnd) => void): () => void {
  leavers.add(forget);
  return () => leavers.delete(forget);
}

/**
 * Clears the flag and everything that was loaded for the user (AUTH-05). After a session that expired, this does not
 * count as a log-out: signing in also clears the session, and must not delete unsaved text that waits for its author.
 */
export function clearSession(how: SessionEnd = 'left'): void {
  const waits = !session.get().token && localStorage.getItem(EXPIRED_KEY) === 'true';
  const end = how === 'left' && waits ? 'again' : how;
  if (mayComeBack(end)) localStorage.setItem(EXPIRED_KEY, 'true');
  else localStorage.removeItem(EXPIRED_KEY);
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(NODE_KEY);
  localStorage.removeItem(KIND_KEY);
  session.set(NOBODY);
  forgetUser(end);
}

let ended = 0;

/** Answers a question to be asked later: whether the session of now still stands, or has ended meanwhile. */
export function sessionMark(): () => boolean {
  const before = ended;
  return () => before === ended;
}

function forgetUser(end: SessionEnd): void {
  ended += 1;
  if (end !== 'again') lastEnd.set(end);
  forgetSession();
  for (const forget of leavers) forget(end);
}

let shownAccount = '';

/**
 * Returns the account, or `administrator-7`, that this tab shows; empty until it is known. Another tab of the browser
 * may switch to another account.
 */
export const accountOfTab = (): string => shownAccount;

let byPerson = false;

/** Returns whether this tab shows a person's own login, which has its own login page; known even after it ended. */
export const isPersonsTab = (): boolean => byPerson;

/**
 * Records the account or administrator that the tab shows, until the page is reloaded, and whether a person works there
 * under their own name.
 */
export function showAccount(id: string, isPerson: boolean): void {
  if (shownAccount === '') shownAccount = id;
  byPerson = isPerson;
}

onSessionEnd(() => {
  shownAccount = '';
});

/** Returns the readable cookie that is sent back as a header (spec http-api 0.3); useless without the session. */
export function accessToken(): string {
  return /(?:^|;\s*)access-token=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}
