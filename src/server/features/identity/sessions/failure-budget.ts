import type { Db } from '#engine/database/port.ts';
import { networkOf } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';

import { countAttempt, forgiveAttempt } from './login-throttle.store.ts';

/**
 * The number of failures allowed beyond the limits of single addresses. A guesser with many addresses is stopped by the
 * limit of their network, or if they are spread everywhere, by the limit of the installation (A-AUTH-03).
 */
export interface Budget {
  /** Part of the counter keys: `net:<name>:<network>` and `all:<name>`. */
  name: 'login' | 'forgot' | 'mail' | 'api';
  perNetwork: number;
  inAll: number;
  seconds: number;
}

/** Attempts that a network still has when the installation's budget is spent. Successful ones do not count. */
const CLEAN = 5;

/** Whether an attempt may be made now. */
export type Spent = { kind: 'go'; forgive: () => Promise<void> } | { kind: 'wait'; seconds: number };

/**
 * Counts an attempt before it is checked, so that parallel guesses count too; `forgive` undoes the count after a
 * success. Networks without failures can continue while others have spent the installation's budget.
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

/** Like spend, but throws TOO_MANY_ATTEMPTS. Returns the callback that undoes the count. */
export async function spendOrRefuse(db: Db, budget: Budget, address: string): Promise<() => Promise<void>> {
  const spent = await spend(db, budget, address);
  if (spent.kind === 'wait') throw tooManyAttempts(spent.seconds);
  return spent.forgive;
}

/** Returns the error for a caller who has to wait. */
export function tooManyAttempts(seconds: number): AppError {
  return new AppError('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: seconds,
    params: { minutes: Math.max(1, Math.ceil(seconds / 60)) },
  });
}
