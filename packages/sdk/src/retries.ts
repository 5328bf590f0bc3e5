import { ApiError } from './errors.ts';

/**
 * The code of a refusal while the first call with the same key is still running; its response follows when it has
 * ended.
 */
const STILL_RUNNING = 'idempotency_running';

/** Longest pause between two attempts in seconds, whatever the service requests. */
const LONGEST_PAUSE = 60;

/** Status for too many calls: refused before any work. */
const TOO_MANY = 429;

/**
 * Returns whether the same call may succeed later. `safe`: repeating it has no further effect; any other call is
 * repeated only if it is certain that nothing was done.
 */
export function worthRepeating(error: Error, safe: boolean): boolean {
  if (!(error instanceof ApiError)) return safe;
  if (error.status === TOO_MANY || error.code === STILL_RUNNING) return true;
  return safe && error.status >= 500;
}

/** Waits half a second, one, two …, with jitter, or as long as the service requests. Rejects if aborted. */
export async function pauseBefore(attempt: number, error: Error, signal?: AbortSignal): Promise<void> {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  const seconds = Math.min(asked ?? 2 ** (attempt - 2) * (0.75 + Math.random() / 2), LONGEST_PAUSE);
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1_000);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
