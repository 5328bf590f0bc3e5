import { AsyncLocalStorage } from 'node:async_hooks';

import type { KeyCaller } from './key-caller.ts';
import type { TakeKey } from './repeated-call.ts';

/** The key that a program calls with, whose it is, and from where it is used. */
interface ActingKey extends Pick<KeyCaller, 'keyId' | 'owner' | 'address'> {
  /** Takes the Idempotency-Key of the call; whoever writes the audit of its change calls it. */
  takeKey: TakeKey | undefined;
}

const acting = new AsyncLocalStorage<ActingKey>();

/** Does the work of a program's call: whatever service writes the audit, its row names the key and whose it is. */
export async function actingWithKey<T>(key: ActingKey, work: () => Promise<T>): Promise<T> {
  return await acting.run(key, work);
}

/** The key by which this happens; undefined where a person or the product itself acts. */
export function actingKey(): ActingKey | undefined {
  return acting.getStore();
}
