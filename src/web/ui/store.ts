import { useSyncExternalStore } from 'react';

/**
 * A value outside React that components can subscribe to; for cases in which plain functions must reach the screen
 * (growls, questions).
 */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** How long a value lives: as long as the page, or until whoever is logged in leaves; nobody after them may find it. */
export type Lifetime = 'page' | 'session';

const ends = new Set<() => void>();

/** Puts every store of the session back to its start. */
export function forgetSession(): void {
  for (const end of ends) end();
}

/**
 * Makes a store; listeners are told only when the value really changes. `onEnd` is given what a store of the session
 * forgets, where somebody still waits for it.
 */
export function createStore<Value>(
  initial: Value,
  lives: Lifetime,
  onEnd?: (last: Value) => void,
): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  const store: Store<Value> = {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  if (lives === 'session')
    ends.add(() => {
      const last = current;
      store.set(initial);
      onEnd?.(last);
    });
  return store;
}

/** Reads a store and renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
