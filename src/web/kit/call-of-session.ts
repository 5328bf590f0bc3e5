import type { Call } from '#contract/kit/call.ts';
import { ApiError } from './api-error.ts';
import { onSessionEnd } from './session-store.ts';

/** What ends the calls that are under way. */
const underWay = new Set<(why: ApiError) => void>();

onSessionEnd(() => {
  for (const end of underWay) end(new ApiError(401, 'AUTH_REQUIRED'));
});

/**
 * Waits for a call, but no longer than the session lasts that it was made in: what comes then is nobody's any more. It
 * would tell the next person what the one before did, keep something for them, or end their session by a late refusal.
 */
export async function callOfSession<T>({ access }: Call, work: () => Promise<T>): Promise<T> {
  if (access === 'guest') return await work();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  underWay.add(reject);
  try {
    return await Promise.race([work(), ended]);
  } finally {
    underWay.delete(reject);
  }
}
