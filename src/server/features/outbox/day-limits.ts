import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { reachOf } from './destinations.ts';
import { recentNumbers } from './limit.store.ts';

/** Faxes to other countries that an account may send in a day. */
const ABROAD_A_DAY = 50;

const isAbroad = (number: string): boolean => reachOf(number) === 'abroad';

/** Calls abroad are few for anybody honest, and what a stolen password is used for first. Throws ABROAD_LIMIT. */
export async function checkAbroad(tx: Db, account: AccountId, numbers: readonly string[]): Promise<void> {
  const wanted = numbers.filter(isAbroad).length;
  if (wanted === 0) return;
  const before = (await recentNumbers(tx, account, ABROAD_A_DAY * 10)).filter(isAbroad).length;
  if (before + wanted > ABROAD_A_DAY) throw new AppError('ABROAD_LIMIT', { params: { max: ABROAD_A_DAY } });
}
