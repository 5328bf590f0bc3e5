import type { Db } from '#engine/database/port.ts';
import { networkOf } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';

import { countAttempt, forgiveAttempt } from './login-throttle.store.ts';

/**
 * What may go wrong before it is refused, beside the limits of single addresses: a guesser with many addresses is
 * stopped by the network they lie in, or where they lie everywhere, by how much goes wrong in all (A-AUTH-03).
 */
export interface Budget {
  /** Of its counters: `net:<name>:<network>` and `all:<name>`. */
  name: 'login' | 'forgot' | 'mail' | 'api';
  perNetwork: number;
  inAll: number;
  seconds: number;
}

/** Attempts of a network that still pass when the installation's budget is spent; right ones are taken back. */
const CLEAN = 5;

/** May it be tried now? */
export type Spent = { kind: 'go'; forgive: () => Promise<void> } | { kind: 'wait'; seconds: number };

/**
 * Counts an attempt before it is judged, so that parallel guesses count too; `forgive` takes it back once it proved
 * right. Networks without mistakes go on while others have spent the budget of the installation.
 */
export async function spend(db: Db, budget: Budget, address: string): Promise<Spent> {
  const { name, perNetwork, inAll, seconds } = budget;
  const [networkKey, allKey] = [`net:${name}:${networkOf(address)}`, `all:${name}`];
  const network = await countAttempt(db, networkKey, seconds);
  if (network.count > perNetwork) return { kind: 'wait', seconds: network.secondsLeft };
  const all = await countAttempt(db, allKey, seconds);
  if (all.count > inAll && network.count > CLEAN) return { kind: 'wait', seconds: all.secondsLeft };
  return {
    kind: 'go',
    forgive: async () => {
      await forgiveAttempt(db, networkKey);
      await forgiveAttempt(db, allKey);
    },
  };
}

/** The same for calls; throws TOO_MANY_ATTEMPTS. Gives back how to take the count back. */
export async function spendOrRefuse(db: Db, budget: Budget, address: string): Promise<() => Promise<void>> {
  const spent = await spend(db, budget, address);
  if (spent.kind === 'wait') throw tooManyAttempts(spent.seconds);
  return spent.forgive;
}

/** What one who has to wait is told. */
export function tooManyAttempts(seconds: number): AppError {
  return new AppError('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: seconds,
    params: { minutes: Math.max(1, Math.ceil(seconds / 60)) },
  });
}
