import type { Db } from '#engine/database/port.ts';
import {
  countAttempt,
  forgiveAttempt,
  tooManyAttempts,
} from '#server/features/identity/sessions/session.service.ts';

/** So much may be tried under one key in so much time. */
export interface Limit {
  most: number;
  seconds: number;
}

/**
 * Counts an attempt before it is judged, so that parallel guesses count too; throws TOO_MANY_ATTEMPTS over the limit.
 * Gives back how to take the count back, for attempts that were no guesses.
 */
export async function countOrRefuse(
  db: Db,
  key: string,
  { most, seconds }: Limit,
): Promise<() => Promise<void>> {
  const { count, secondsLeft } = await countAttempt(db, key, seconds);
  if (count > most) throw tooManyAttempts(secondsLeft);
  return async () => await forgiveAttempt(db, key);
}
