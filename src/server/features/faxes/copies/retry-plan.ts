/** Minutes before each further try: soon after a hiccup, then once a day. */
const WAITS = [1, 5, 30, 120, 360, 1_440];

/** After three days without success it is tried once a week, with a notice each time (F-sftp-01). */
const PATIENCE_DAYS = 3;
const DAY_MS = 86_400_000;
const WEEK_MINUTES = 7 * 1_440;

/** The owner hears of a storage that fails for a day (spec http-api 7.6), and again each week. */
const NOTICE_AFTER_MS = DAY_MS;
/** Days between two notices about the same storage. */
export const NOTICE_EVERY_DAYS = 7;

/** Waiting does not mend these: the owner hears of them at once. */
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

/** Seconds until the next try. */
export function waitSeconds({ tries, failingSince }: FailingState, now: Date): number {
  const failing = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  const minutes = failing > PATIENCE_DAYS * DAY_MS ? WEEK_MINUTES : (WAITS[tries] ?? WAITS.at(-1) ?? 0);
  return minutes * 60;
}

/** Whether the owner hears of this failure. */
export function needsNotice(state: FailingState, reason: string, now: Date): boolean {
  const { failingSince, noticedAt } = state;
  if (noticedAt !== null) return now.getTime() - noticedAt.getTime() >= NOTICE_EVERY_DAYS * DAY_MS;
  const failing = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  return FOR_PEOPLE.has(reason) || failing >= NOTICE_AFTER_MS;
}
