import { readRetryAfter } from '#engine/outbound-guard/port.ts';
import type { StorageFailure } from './port.ts';

/** Insufficient Storage (RFC 4918 11.5). */
export const STORAGE_FULL_STATUS = 507;

/** The failure for a full storage; copies resume once somebody has made room. */
export const STORAGE_FULL = {
  kind: 'retry',
  reason: 'STORAGE_FULL',
  detail: 'no space is left',
} as const satisfies StorageFailure;

/** Default wait for a throttled response that names no readable time. */
const USUAL_WAIT_MS = 60_000;

/** Returns the failure for a throttled call; `afterSeconds` is the wait that the other side asked for, or a minute. */
export function throttled(afterSeconds: number): StorageFailure {
  return { kind: 'retry', reason: 'THROTTLED', detail: 'over the limit', afterSeconds };
}

/** Returns the seconds of a Retry-After header, given as seconds or as a date; a minute if there is no readable one. */
export function secondsOf(header: string | undefined): number {
  const ms = readRetryAfter(header, new Date()) ?? USUAL_WAIT_MS;
  return Math.max(1, Math.ceil(ms / 1_000));
}
