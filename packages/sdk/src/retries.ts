import { ApiError } from './errors.ts';

/** A refusal of `idempotency` while the first call still runs; the answer comes when it has ended. */
const STILL_RUNNING = 'idempotency_running';

/** Seconds at most between two tries, whatever the service asks for. */
const LONGEST_PAUSE = 60;

/** Too many calls: refused before any work. */
const TOO_MANY = 429;

/**
 * Whether the same call may go through later. `safe`: doing it twice does no more than once; any other is repeated only
 * where it is known that nothing was done.
 */
export function worthRepeating(error: Error, safe: boolean): boolean {
  if (!(error instanceof ApiError)) return safe;
  if (error.status === TOO_MANY || error.code === STILL_RUNNING) return true;
  return safe && error.status >= 500;
}

/** Waits half a second, a second, two …, with jitter, or as long as the service asks for. Rejects when aborted. */
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
