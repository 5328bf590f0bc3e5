import { setTimeout as pause } from 'node:timers/promises';

import type { Database } from '#engine/database/port.ts';
import { addressBlock } from '#server/kit/address.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

import { spend } from './failure-budget.ts';
import type { Budget, Spent } from './failure-budget.ts';
import { clearAttempts, countAttempt, forgiveAttempt } from './login-throttle.store.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Guesses at any numbers from one address: stops trying one password on many numbers (A-AUTH-02). */
const MAX_PER_ADDRESS = 50;
/** From here on guesses at one number from everywhere wait: numbers are public, so nobody may lock a customer out. */
const SLOW_PER_NUMBER = 100;
const SLOW_MS = 2_000;

/** Guesses at one number from one address: so many within so long (spec http-api 1.5; F2E_LOGIN_FAILURES). */
export interface LoginFailures {
  most: number;
  seconds: number;
}

/** Prefixes of the counters, with what makes their owner wait (`f2e ban list`). */
export function loginLimits(failures: LoginFailures) {
  return [
    { prefix: 'pair:', ...failures },
    { prefix: 'address:', most: mostPerAddress(failures), seconds: QUARTER_HOUR },
    { prefix: 'number:', most: SLOW_PER_NUMBER, seconds: HOUR },
    ...[loginBudget(failures), FORGOT_BUDGET, MAIL_BUDGET, API_BUDGET].flatMap(
      ({ name, perNetwork, inAll, seconds }) => [
        { prefix: `net:${name}:`, most: perNetwork, seconds },
        { prefix: `all:${name}`, most: inAll, seconds },
      ],
    ),
  ];
}

/** Wrong passwords and second steps of users, administrators and operators together. */
export function loginBudget({ most }: Pick<LoginFailures, 'most'>): Budget {
  return { name: 'login', perNetwork: 15 * most, inAll: 100 * most, seconds: QUARTER_HOUR };
}

/** Links to new passwords that are asked for, by right owners too: a network of 60 people may all have forgotten theirs. */
export const FORGOT_BUDGET: Budget = { name: 'forgot', perNetwork: 60, inAll: 500, seconds: HOUR };

/** Wrong app passwords; a scanner with an old one tries all day and must not keep its owner from logging in. */
export const MAIL_BUDGET: Budget = { name: 'mail', perNetwork: 150, inAll: 1_000, seconds: QUARTER_HOUR };

/** Wrong API keys; a program with a key that has expired tries all day, and good keys of its network go on. */
export const API_BUDGET: Budget = { name: 'api', perNetwork: 150, inAll: 1_000, seconds: QUARTER_HOUR };

/** Who may err more often with one login may do so from one address, too. */
function mostPerAddress({ most }: LoginFailures): number {
  return Math.max(MAX_PER_ADDRESS, most);
}

/** Under which name guesses at an administrator count: a user name may look like somebody's fax number. */
export function administratorLoginKey(username: string): string {
  return `parent/${username.toLowerCase()}`;
}

/** The same for people who log in with their email address. */
export function personLoginKey(email: string): string {
  return `person/${email}`;
}

/** Under which name guesses at somebody's password count. */
export function loginKeyOf({ kind, name }: { kind: CustomerLogin['kind']; name: string }): string {
  if (kind === 'account') return name;
  return kind === 'parent' ? administratorLoginKey(name) : personLoginKey(name);
}

/** The same for operators. */
export function operatorLoginKey(name: string): string {
  return `operator/${name}`;
}

/**
 * Counts a login attempt before its password is verified, so that parallel guesses count too.
 * `forgive` takes the attempt back once it proved right. All login calls share these counters (A-AUTH-30).
 */
export async function throttleLogin(
  { database, failures }: { database: Database; failures: LoginFailures },
  username: string,
  address: string,
): Promise<Spent> {
  const { db } = database;
  const block = addressBlock(address);
  const [pairKey, addressKey, numberKey] = [
    `pair:${username}:${block}`,
    `address:${block}`,
    `number:${username}`,
  ];
  const pair = await countAttempt(db, pairKey, failures.seconds);
  if (pair.count > failures.most) return { kind: 'wait', seconds: pair.secondsLeft };
  const all = await countAttempt(db, addressKey, QUARTER_HOUR);
  if (all.count > mostPerAddress(failures)) return { kind: 'wait', seconds: all.secondsLeft };
  const budget = await spend(db, loginBudget(failures), address);
  if (budget.kind === 'wait') return budget;
  const number = await countAttempt(db, numberKey, HOUR);
  if (number.count > SLOW_PER_NUMBER) await pause(SLOW_MS);
  return {
    kind: 'go',
    forgive: async () => {
      await clearAttempts(db, pairKey);
      await budget.forgive();
      await forgiveAttempt(db, addressKey);
      await forgiveAttempt(db, numberKey);
    },
  };
}
