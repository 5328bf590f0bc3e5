import { ApiError } from './errors.ts';

/** A refusal of `idempotency` while the first call still runs; the answer comes when it has ended. */
const STILL_RUNNING = 'idempotency_running';

/** Seconds at most between two tries, whatever the service asks for. */
const LONGEST_PAUSE = 60;

/** Whether the same call may go through later. Repeating is safe: every POST carries an idempotency key. */
export function worthRepeating(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 429 || error.status >= 500 || error.code === STILL_RUNNING;
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
