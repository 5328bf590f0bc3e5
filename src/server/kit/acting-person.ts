import { AsyncLocalStorage } from 'node:async_hooks';

import type { ActingPerson } from './scope.ts';

const acting = new AsyncLocalStorage<ActingPerson>();

/** Runs a person's call, so that every audit row written during it names the person beside the account. */
export async function actingPersonally<T>(person: ActingPerson, work: () => Promise<T>): Promise<T> {
  return await acting.run(person, work);
}

/** Returns the person who acts under their own name; undefined for every other caller. */
export function actingPerson(): ActingPerson | undefined {
  return acting.getStore();
}
