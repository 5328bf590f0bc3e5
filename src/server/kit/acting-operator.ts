import { AsyncLocalStorage } from 'node:async_hooks';

/** The operator who is signed in to the console, and their address. */
interface ActingOperator {
  id: number;
  address: string;
}

const acting = new AsyncLocalStorage<ActingOperator>();

/**
 * Runs work in an operator's name. The command line, where nobody is signed in, and the console share the operators'
 * verbs: the audit takes the actor from here, so that no verb can forget it.
 */
export async function actingAs<T>(operator: ActingOperator, work: () => Promise<T>): Promise<T> {
  return await acting.run(operator, work);
}

/** Returns the operator in whose name the current work runs; undefined on the command line. */
export function actingOperator(): ActingOperator | undefined {
  return acting.getStore();
}
