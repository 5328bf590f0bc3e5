import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<number>();

/** Does the work of a program's call: whatever service writes the audit, its row names the key. */
export async function actingWithKey<T>(keyId: number, work: () => Promise<T>): Promise<T> {
  return await acting.run(keyId, work);
}

/** The key by which this happens; undefined where a person or the product itself acts. */
export function actingKey(): number | undefined {
  return acting.getStore();
}
