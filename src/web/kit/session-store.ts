import { createStore, forgetSession, useStore } from '#web/ui/store.ts';

/** Names in localStorage; one browser holds one session, so other tabs read the same. */
const TOKEN_KEY = 'f2e.token';
const NODE_KEY = 'f2e.node';
const KIND_KEY = 'f2e.kind';
/** Stays when a session has ended by itself, so that other tabs know that nobody has left. */
const EXPIRED_KEY = 'f2e.expired';

/** Who is signed in: one fax account, or the administrator of several (spec http-api 0.3). */
export type SessionKind = 'user' | 'multifax';

/** Whether somebody is signed in as far as this browser knows, who, and the node that serves them. */
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
 * How a session ended: its person left, it was too old (or ended by the server), or they left in another tab. `again`:
 * it had expired already, and somebody is about to sign in, perhaps the same person.
 */
export type SessionEnd = 'left' | 'expired' | 'elsewhere' | 'again';

/** Whether what somebody was writing may wait for them. */
export const mayComeBack = (end: SessionEnd): boolean => end === 'expired' || end === 'again';

const lastEnd = createStore<SessionEnd | null>(null, 'page');

let leaving = false;

/** Whether the user is logging out in this tab. */
export const isLeaving = (): boolean => leaving;

/**
 * Runs the log-out. The server's answer clears the storage of this browser and unregisters the service worker
 * (Clear-Site-Data). Meanwhile, an empty storage is no log-out in another tab, and a failed request is no missing file.
 */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  leaving = true;
  try {
    await work();
  } finally {
    leaving = false;
  }
}

// Signing in or out in another tab counts here too (the cookie is shared).
addEventListener('storage', (event) => {
  if (leaving || (event.key !== TOKEN_KEY && event.key !== null)) return;
  const wasSignedIn = session.get().token;
  session.set(read());
  // The next one to sign in there may be somebody else: nothing of this user may be left in this tab.
  if (wasSignedIn && !session.get().token)
    forgetUser(localStorage.getItem(EXPIRED_KEY) === 'true' ? 'expired' : 'elsewhere');
});

/** Whether a session ended in this page, and nobody has logged in since. */
export const hasEnded = (): boolean => lastEnd.get() !== null && !session.get().token;

/** What is known now. */
export function currentSession(): Session {
  return session.get();
}

/** Sets the flag after a successful login or check (AUTH-02). The flag is no secret: the session is an HttpOnly cookie. */
export function openSession(node: string, kind: SessionKind = 'user'): void {
  localStorage.removeItem(EXPIRED_KEY);
  // The flag comes last: other tabs read everything when it changes.
  localStorage.setItem(NODE_KEY, node);
  localStorage.setItem(KIND_KEY, kind);
  localStorage.setItem(TOKEN_KEY, 'true');
  session.set({ token: true, kind, node });
  lastEnd.set(null);
}

/** How the session before ended, for the page that it led to; null while there is one, or was none. */
export function useLastEnd(): SessionEnd | null {
  return useStore(lastEnd);
}

const leavers = new Set<(end: SessionEnd) => void>();

/**
 * Registers what must forget the user's data when the session ends (the query cache, a live connection). Where it
 * expired, what the person was writing may wait for them to come back.
 */
export function onSessionEnd(forget: (end: SessionEnd) => void): () => void {
  leavers.add(forget);
  return () => leavers.delete(forget);
}

/**
 * Clears the flag and everything that was loaded for the user (AUTH-05). After a session that ended by itself nobody leaves
 * by that: signing in, which clears what there is, must not cost what waits for its writer.
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

/** The account, or `administrator-7`, that this tab shows; empty until it is known. Another tab of the browser may go on with another one. */
export const accountOfTab = (): string => shownAccount;

let byPerson = false;

/** Whether it is a person's own login, which has a login page of its own; known also after the session has ended. */
export const isPersonsTab = (): boolean => byPerson;

/** Notes the account or administrator that the tab shows, until it is loaded anew, and whether a person works there under their own name. */
export function showAccount(id: string, isPerson: boolean): void {
  if (shownAccount === '') shownAccount = id;
  byPerson = isPerson;
}

onSessionEnd(() => {
  shownAccount = '';
});

/** The readable cookie that goes back as a header (spec http-api 0.3); worth nothing without the session cookie. */
export function accessToken(): string {
  return /(?:^|;\s*)access-token=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}
