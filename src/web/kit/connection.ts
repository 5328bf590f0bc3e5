import { createStore } from '#web/ui/store.ts';

/** Statuses of a proxy whose server is away or starting: as good as no answer. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the server answers. Screens keep what they show while it does not; only an answer 401 ends a session
 * (F-client-03).
 */
export const connection = createStore<'there' | 'away'>('there', 'page');

// Without a network nothing is asked at all, so no call would tell; the first answer says that the server is there again.
globalThis.addEventListener('offline', () => noteAnswer(0));

/** Notes what became of a call: the status of its answer, or 0 for none. */
export function noteAnswer(status: number): void {
  connection.set(isAway(status) ? 'away' : 'there');
}

/** Whether an answer means that the server is away; then what is on the screen is still the best there is. */
export function isAway(status: number): boolean {
  return status === 0 || AWAY.has(status);
}
