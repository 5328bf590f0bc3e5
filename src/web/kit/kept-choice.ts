import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';

/**
 * Returns a choice that this device remembers under `key` in its local storage. `read` converts the stored text to a
 * value: null means that nothing is stored, and any other text may come from an older release.
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
