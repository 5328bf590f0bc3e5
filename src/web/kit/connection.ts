import { createStore } from '#web/ui/store.ts';

/** Statuses of a proxy whose server is down or starting: they count as no response. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the server answers. Screens keep what they show while it does not; only an answer 401 ends a session
 * (F-client-03).
 */
export const connection = createStore<'there' | 'away'>('there', 'page');

// Without a network no requests are sent, so no call would report it; the first response shows that the server is back.
globalThis.addEventListener('offline', () => noteAnswer(0));

/** Records the result of a call: the status of its response, or 0 for none. */
export function noteAnswer(status: number): void {
  connection.set(isAway(status) ? 'away' : 'there');
}

/** Returns whether a status means that the server is away; then the content on the screen is the best available. */
export function isAway(status: number): boolean {
  return status === 0 || AWAY.has(status);
}
