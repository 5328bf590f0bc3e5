import { createStore } from '#web/ui/store.ts';

/**
 * The text about the work that the whole page waits for, or null. It drives the global overlay (AUTH-10); only signing
 * in and out use it.
 */
export const busy = createStore<string | null>(null);

/** Shows the overlay while the work runs, whether it succeeds or fails. */
export async function whileBusy<T>(label: string, work: () => Promise<T>): Promise<T> {
  busy.set(label);
  try {
    return await work();
  } finally {
    busy.set(null);
  }
}
