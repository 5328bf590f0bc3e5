import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { digitsOf, formatFaxNumber, normalizeNumber } from '#contract/kit/fax-number.ts';
import { idOut } from '#contract/kit/wire.ts';

/** Length of an entry in characters (BLOCK-07). */
export const BLOCKED_MIN = 2;
export const BLOCKED_MAX = 20;
/** Maximum length of the input and the search; longer entries up to here show the error (spec decisions 2.6). */
export const BLOCKED_INPUT_MAX = 32;
/** Number of entries per page of the list (spec decisions 6.8). */
export const BLOCKED_PAGE_SIZE = 10;
/** Maximum number of entries of an account; every arrival is compared with them (spec http-api 6.2). */
export const MAX_BLOCKED = 1000;

/** Why a number is not blocked (spec http-api 6.2). */
export const blockErrors = { NUMBER_EXISTS: 412, BLOCKED_LIMIT: 412 } as const;

/** Faults of an entry; each has a translated text. */
export const BLOCKED_FAULTS = ['REQUIRED', 'NUMBER_LENGTH', 'NUMBER_CHARACTERS'] as const;

/** An entry: 2 to 20 word characters, spaces and hyphens (BLOCK-07). */
export const blockedEntry = z
  .string('REQUIRED')
  .trim()
  .min(1, 'REQUIRED')
  .min(BLOCKED_MIN, 'NUMBER_LENGTH')
  .max(BLOCKED_MAX, 'NUMBER_LENGTH')
  .regex(/^[\w -]+$/, 'NUMBER_CHARACTERS');

/** A telephone number with the usual separators, including characters that an entry must not have. */
const WRITTEN_NUMBER = /^(?=.*[+()./])\+?[\d ()./-]+$/;
const NUMBER_DIGITS = { least: 10, most: 15 };

/** Returns «+1 (212) 555-0199» as the digits that are compared and stored; any other entry unchanged. */
function plainEntry(written: string): string {
  const digits = digitsOf(written);
  const isNumber =
    WRITTEN_NUMBER.test(written) &&
    digits.length >= NUMBER_DIGITS.least &&
    digits.length <= NUMBER_DIGITS.most;
  return isNumber ? normalizeNumber(written) : written;
}

/** An entry as people and programs write it: telephone numbers in any usual notation become their digits. */
export const writtenEntry = z.string('REQUIRED').trim().transform(plainEntry).pipe(blockedEntry);

/**
 * Returns the digits by which entries are compared, without the leading 1 of eleven; empty if they are meaningless,
 * such as «00» (BLOCK-09).
 */
export function blockedDigits(entry: string): string {
  const digits = normalizeNumber(entry);
  return /^0*$/.test(digits) ? '' : digits;
}

/** Formats an entry for display: numbers in the usual format, however they were written; texts unchanged. */
export function formatBlocked(entry: string): string {
  const number = normalizeNumber(entry);
  return /^\+?[\d -]+$/.test(entry) && number.length === 10 ? (formatFaxNumber(number) ?? entry) : entry;
}

/** Returns all blocked callers by id; `company` is that of the contact with the number, if any (spec http-api 6.2). */
export const blockedNumbers = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/BlockedNumbers.json',
  access: 'user',
  right: 'read',
  summary: 'Blocked numbers',
  reply: z.record(z.string(), z.object({ callerid: z.string(), company: z.string() })),
});

/** Blocks a number or a station's text; it must not already exist, as text or as digits (spec http-api 6.2). */
export const blockNumber = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/BlockedNumber.json',
  access: 'user',
  right: 'work',
  summary: 'Block a number',
  body: z.object({ faxnum: blockedEntry }),
  reply: successWith(z.object({ id: idOut })),
  errors: blockErrors,
});

const whichNumber = z.object({ faxnum: z.string().max(64).optional() });

/**
 * Removes an entry, named by its text or its digits in the body or, for clients that send none, in the query (spec
 * http-api 6.2).
 */
export const unblockNumber = defineCall({
  method: 'DELETE',
  path: '/api/{n}db/f2e/BlockedNumber.json',
  access: 'user',
  right: 'work',
  summary: 'Unblock a number',
  query: whichNumber,
  body: whichNumber,
  reply: success,
});
