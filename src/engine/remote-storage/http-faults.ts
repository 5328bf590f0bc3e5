import { readRetryAfter } from '#engine/outbound-guard/port.ts';
import type { StorageFailure } from './port.ts';

/** Insufficient Storage (RFC 4918 11.5). */
export const STORAGE_FULL_STATUS = 507;

/** Copies go on once somebody has made room. */
export const STORAGE_FULL = {
  kind: 'retry',
  reason: 'STORAGE_FULL',
  detail: 'no space is left',
} as const satisfies StorageFailure;

/** The wait where a throttled answer names none that can be read. */
const USUAL_WAIT_MS = 60_000;

/** A throttle with the seconds that the other side named; a minute where it named none. */
export function throttled(afterSeconds: number): StorageFailure {
  return { kind: 'retry', reason: 'THROTTLED', detail: 'over the limit', afterSeconds };
}

/** The seconds of a Retry-After header, given as seconds or as a date; a minute where there is none that can be read. */
export function secondsOf(header: string | undefined): number {
  const ms = readRetryAfter(header, new Date()) ?? USUAL_WAIT_MS;
  return Math.max(1, Math.ceil(ms / 1_000));
}
