import { formatFaxNumber, isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { insertNumbers, lockFreeNumber, lockNumber } from './number-pool.store.ts';
import type { FreeNumberChoice, NumberKind } from './number-pool.store.ts';

/** Area codes whose calls are free for the caller (North American Numbering Plan, 8XX). */
export const TOLL_FREE: ReadonlySet<string> = new Set([
  '800',
  '822',
  '833',
  '844',
  '855',
  '866',
  '877',
  '888',
]);

/** Maximum numbers per command: larger files must be split. */
const MAX_NUMBERS = 10_000;

/** The result of adding numbers; `skipped` lists those that already exist. */
export type NumbersAdded =
  | { kind: 'ok'; added: string[]; skipped: string[] }
  | { kind: 'refused'; reason: string };

/** The choice of a new account's number: this one, a free one of an area, any toll-free one, or any local one. */
export type NumberChoice = { number: string } | FreeNumberChoice;

/** A number taken for an account, locked until the transaction ends, or a sentence that says why it was refused. */
export type NumberTaken =
  | { kind: 'ok'; number: string }
  | { kind: 'refused'; why: 'none-free' | 'not-free' | 'no-number'; reason: string };

/** What the numbers of one addition must be; `any`: the area code of each decides its kind. */
export type NumberGroup = { areaCode: string } | { kind: 'tollfree' } | { kind: 'any' };

/** Adds free numbers to the pool: of one area, toll free, or of any kind. Adds all or none. */
export async function addNumbers(
  database: Database,
  group: NumberGroup,
  written: readonly string[],
): Promise<NumbersAdded> {
  if (written.length === 0) return { kind: 'refused', reason: 'Name at least one number.' };
  if (written.length > MAX_NUMBERS) {
    return { kind: 'refused', reason: `At most ${MAX_NUMBERS} numbers can be added at a time.` };
  }
  const digits = [...new Set(written.map(normalizeNumber))];
  for (const number of digits) {
    const fault = faultOf(number, group);
    if (fault !== null) return { kind: 'refused', reason: fault };
  }
  const added = await database.transaction(async (tx) => {
    const tollfree = digits.filter((number) => TOLL_FREE.has(number.slice(0, 3)));
    const local = digits.filter((number) => !tollfree.includes(number));
    const fresh = [
      ...(await insertNumbers(tx, local, 'local')),
      ...(await insertNumbers(tx, tollfree, 'tollfree')),
    ];
    // Numbers that existed already are no change.
    if (fresh.length > 0)
      await writeAudit(tx, { actor: { kind: 'operator' }, action: 'number.add', detail: { added: fresh } });
    return new Set(fresh);
  });
  return {
    kind: 'ok',
    added: digits.filter((number) => added.has(number)),
    skipped: digits.filter((number) => !added.has(number)),
  };
}

function faultOf(digits: string, group: NumberGroup): string | null {
  const shown = formatFaxNumber(digits) ?? 'An empty number';
  if (!isNanp(digits)) return `${shown} is no number of ten digits that can be dialled in North America.`;
  const area = digits.slice(0, 3);
  if ('areaCode' in group)
    return area === group.areaCode ? null : `${shown} is not in the area ${group.areaCode}.`;
  return group.kind === 'any' || TOLL_FREE.has(area) ? null : `${shown} is not toll free.`;
}

/** Takes a number inside the caller's transaction; a number that is not in the pool yet is added to it. */
export async function takeNumber(tx: Db, input: NumberChoice): Promise<NumberTaken> {
  if (!('number' in input)) return await takeFreeNumber(tx, input);
  const number = normalizeNumber(input.number);
  if (!isNanp(number)) {
    return {
      kind: 'refused',
      why: 'no-number',
      reason: `${input.number} is no number of ten digits that can be dialled in North America.`,
    };
  }
  await insertNumbers(tx, [number], kindOf(number));
  const locked = await lockNumber(tx, number);
  return locked?.state === 'free'
    ? { kind: 'ok', number }
    : {
        kind: 'refused',
        why: 'not-free',
        reason: `The number ${formatFaxNumber(number)} is not free (${locked?.state ?? 'gone'}).`,
      };
}

async function takeFreeNumber(tx: Db, input: FreeNumberChoice): Promise<NumberTaken> {
  const number = await lockFreeNumber(tx, input);
  if (number !== undefined) return { kind: 'ok', number };
  const where =
    'areaCode' in input
      ? `in the area ${input.areaCode}`
      : `among the ${input.kind === 'local' ? 'local' : 'toll-free'} ones`;
  return {
    kind: 'refused',
    why: 'none-free',
    reason: `No number is free ${where}. Add some first.`,
  };
}

function kindOf(number: string): NumberKind {
  return TOLL_FREE.has(number.slice(0, 3)) ? 'tollfree' : 'local';
}
