import { createStore } from '#web/ui/store.ts';

/** What the whole page waits for, in words, or null; it drives the global overlay (AUTH-10). Only signing in and out use it. */
export const busy = createStore<string | null>(null);

/** Shows the overlay while the work runs, whatever its end. */
export async function whileBusy<T>(label: string, work: () => Promise<T>): Promise<T> {
  busy.set(label);
  try {
    return await work();
  } finally {
    busy.set(null);
  }
}
