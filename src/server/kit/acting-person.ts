import { AsyncLocalStorage } from 'node:async_hooks';

import type { ActingPerson } from './scope.ts';

const acting = new AsyncLocalStorage<ActingPerson>();

/** Does the work of a person's call: whatever service writes the audit, its row names the person beside the account. */
export async function actingPersonally<T>(person: ActingPerson, work: () => Promise<T>): Promise<T> {
  return await acting.run(person, work);
}

/** Who acts under their own name; undefined for everybody else. */
export function actingPerson(): ActingPerson | undefined {
  return acting.getStore();
}
