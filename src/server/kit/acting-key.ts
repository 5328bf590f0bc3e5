import { AsyncLocalStorage } from 'node:async_hooks';

import type { KeyCaller } from './key-caller.ts';
import type { TakeKey } from './repeated-call.ts';

/** The API key that a program calls with, its owner, and the caller's address. */
interface ActingKey extends Pick<KeyCaller, 'keyId' | 'owner' | 'address'> {
  /** Takes the call's Idempotency-Key; called by the code that writes the audit row of the change. */
  takeKey: TakeKey | undefined;
}

const acting = new AsyncLocalStorage<ActingKey>();

/** Runs a program's call, so that every audit row written during it names the key and its owner. */
export async function actingWithKey<T>(key: ActingKey, work: () => Promise<T>): Promise<T> {
  return await acting.run(key, work);
}

/** Returns the API key of the current call; undefined if a person or the product itself acts. */
export function actingKey(): ActingKey | undefined {
  return acting.getStore();
}
