import { setTimeout as pause } from 'node:timers/promises';

import type { Database } from '#engine/database/port.ts';
import { addressBlock } from '#server/kit/address.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

import { spend } from './failure-budget.ts';
import type { Budget, Spent } from './failure-budget.ts';
import { clearAttempts, countAttempt, forgiveAttempt } from './login-throttle.store.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Guesses at all numbers from one address; stops trying one password on many numbers (A-AUTH-02). */
const MAX_PER_ADDRESS = 50;
/** Guesses at one number after which further ones are slowed. Numbers are public, so nobody may lock a customer out. */
const SLOW_PER_NUMBER = 100;
const SLOW_MS = 2_000;

/** The guesses at one number allowed from one address, and their period (spec http-api 1.5; F2E_LOGIN_FAILURES). */
export interface LoginFailures {
  most: number;
  seconds: number;
}

/** Returns the prefixes of the counters, with the limits above which a login has to wait (`f2e ban list`). */
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

/** Returns the budget of wrong passwords and second steps, shared by users, administrators and operators. */
export function loginBudget({ most }: Pick<LoginFailures, 'most'>): Budget {
  return { name: 'login', perNetwork: 15 * most, inAll: 100 * most, seconds: QUARTER_HOUR };
}

/** Requests for password reset links, including real owners': 60 people in a network may all have forgotten theirs. */
export const FORGOT_BUDGET: Budget = { name: 'forgot', perNetwork: 60, inAll: 500, seconds: HOUR };

/** Wrong app passwords. A scanner with an old one retries all day and must not block its owner's login. */
export const MAIL_BUDGET: Budget = { name: 'mail', perNetwork: 150, inAll: 1_000, seconds: QUARTER_HOUR };

/** Wrong API keys. A program with an expired key retries all day; valid keys in its network keep working. */
export const API_BUDGET: Budget = { name: 'api', perNetwork: 150, inAll: 1_000, seconds: QUARTER_HOUR };

/** If one login may fail more often than this limit, one address may too. */
function mostPerAddress({ most }: LoginFailures): number {
  return Math.max(MAX_PER_ADDRESS, most);
}

/** Returns the name under which guesses at an administrator count. A user name may look like a fax number. */
export function administratorLoginKey(username: string): string {
  return `parent/${username.toLowerCase()}`;
}

/** Returns the name under which guesses at a person's email address count. */
export function personLoginKey(email: string): string {
  return `person/${email}`;
}

/** Returns the name under which guesses at a password count. */
export function loginKeyOf({ kind, name }: { kind: CustomerLogin['kind']; name: string }): string {
  if (kind === 'account') return name;
  return kind === 'parent' ? administratorLoginKey(name) : personLoginKey(name);
}

/** Returns the name under which guesses at an operator count. */
export function operatorLoginKey(name: string): string {
  return `operator/${name}`;
}

/**
 * Counts a login attempt before its password is checked, so that parallel guesses count too. `forgive` undoes the count
 * after a success. All login calls share these counters (A-AUTH-30).
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
