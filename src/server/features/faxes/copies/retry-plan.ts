/** Minutes before each retry: soon after a brief fault, later once a day. */
const WAITS = [1, 5, 30, 120, 360, 1_440];

/** After this many days without success, a storage is tried once a week, with a notice each time (F-sftp-01). */
const PATIENCE_DAYS = 3;
const DAY_MS = 86_400_000;
const WEEK_MINUTES = 7 * 1_440;

/** How long a storage fails before its owner is notified (spec http-api 7.6); afterwards a notice is sent each week. */
const NOTICE_AFTER_MS = DAY_MS;
/** Days between two notices about the same storage. */
export const NOTICE_EVERY_DAYS = 7;

/** Faults that waiting does not fix: the owner is notified at once. */
const FOR_PEOPLE = new Set([
  'HOST_NOT_ALLOWED',
  'HOST_KEY_CHANGED',
  'LOGIN_REFUSED',
  'FOLDER_REFUSED',
  'ACCESS_REVOKED',
  'STORAGE_FULL',
]);

/** How long a storage has not worked. */
export interface FailingState {
  tries: number;
  failingSince: Date | null;
  noticedAt: Date | null;
}

/** Returns the seconds until the next attempt. */
export function waitSeconds({ tries, failingSince }: FailingState, now: Date): number {
  const failing = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  const minutes = failing > PATIENCE_DAYS * DAY_MS ? WEEK_MINUTES : (WAITS[tries] ?? WAITS.at(-1) ?? 0);
  return minutes * 60;
}

/** Returns whether the owner is notified of this failure. */
export function needsNotice(state: FailingState, reason: string, now: Date): boolean {
  const { failingSince, noticedAt } = state;
  if (noticedAt !== null) return now.getTime() - noticedAt.getTime() >= NOTICE_EVERY_DAYS * DAY_MS;
  const failing = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  return FOR_PEOPLE.has(reason) || failing >= NOTICE_AFTER_MS;
}
