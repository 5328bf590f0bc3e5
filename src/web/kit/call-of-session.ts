import type { Call } from '#contract/kit/call.ts';
import { ApiError } from './api-error.ts';
import { onSessionEnd } from './session-store.ts';

/** Functions that reject the calls in progress. */
const underWay = new Set<(why: ApiError) => void>();

onSessionEnd(() => {
  for (const end of underWay) end(new ApiError(401, 'AUTH_REQUIRED'));
});

/**
 * Waits for a call, but at most until its session ends. A later response would show the next person what the previous one
 * did, store data for the wrong person, or end the new session with a late 401.
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
