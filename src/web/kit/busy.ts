import { createStore } from '#web/ui/store.ts';
import { whileOthersWait } from './call-limit.ts';

/** What the whole page waits for, in words, or null; it drives the global overlay (AUTH-10). Only signing in and out use it. */
export const busy = createStore<string | null>(null, 'page');

/**
 * Shows the overlay while the work runs, whatever its end; its calls end after a time. Asked while the page waits already,
 * it does nothing and answers undefined: a second Enter is no second login.
 */
export async function whileBusy<T>(label: string, work: () => Promise<T>): Promise<T | undefined> {
  if (busy.get() !== null) return undefined;
  busy.set(label);
  try {
    return await whileOthersWait(work);
  } finally {
    busy.set(null);
  }
}
