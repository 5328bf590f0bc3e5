import { AsyncLocalStorage } from 'node:async_hooks';

/** The operator who is signed in to the console, and from where. */
interface ActingOperator {
  id: number;
  address: string;
}

const acting = new AsyncLocalStorage<ActingOperator>();

/**
 * Does work in an operator's name. The verbs for operators are the same for the command line, where nobody is signed in,
 * and for the console: the audit takes who it was from here, so that no verb can forget it.
 */
export async function actingAs<T>(operator: ActingOperator, work: () => Promise<T>): Promise<T> {
  return await acting.run(operator, work);
}

/** In whose name this happens; undefined on the command line. */
export function actingOperator(): ActingOperator | undefined {
  return acting.getStore();
}
