import type { Db } from '#engine/database/port.ts';
import {
  countAttempt,
  forgiveAttempt,
  tooManyAttempts,
} from '#server/features/identity/sessions/session.service.ts';

/** The number of attempts allowed per key within a period. */
export interface Limit {
  most: number;
  seconds: number;
}

/**
 * Counts an attempt before it is checked, so that parallel guesses count too. Throws TOO_MANY_ATTEMPTS over the limit.
 * Returns a callback that undoes the count, for attempts that were not guesses.
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
