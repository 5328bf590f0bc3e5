import type { CallRate, RateLeft } from '#server/kit/rate-limit.ts';

/** Computes how much of a key's rate is left from how far ahead of its rate the key is. */
export function rateLeft(
  { perSecond, burst }: CallRate,
  { allowed, secondsAhead }: { allowed: boolean; secondsAhead: number | null },
): RateLeft {
  const ahead = Math.max(0, secondsAhead ?? 0);
  const left = Math.floor(burst - ahead * perSecond);
  return {
    allowed,
    left: allowed ? Math.min(Math.max(left, 0), burst - 1) : 0,
    nextSeconds: Math.max(0, ahead - (burst - 1) / perSecond),
    fullSeconds: ahead,
  };
}
