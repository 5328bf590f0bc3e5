import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';

/**
 * A choice that this device remembers, kept under `key` in its local storage. `read` makes a value of what is kept: null
 * is a device without a choice, and anything else may have been written by an older release.
 */
export function keptChoice<Value extends string | number | boolean>(
  key: string,
  read: (kept: string | null) => Value,
): Store<Value> {
  const changes = createStore(0, 'page');
  return {
    get: () => read(localStorage.getItem(key)),
    set: (value) => {
      localStorage.setItem(key, String(value));
      changes.set(changes.get() + 1);
    },
    subscribe: changes.subscribe,
  };
}
