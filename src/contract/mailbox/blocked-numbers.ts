import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { digitsOf, formatFaxNumber, normalizeNumber } from '#contract/kit/fax-number.ts';
import { idOut } from '#contract/kit/wire.ts';

/** Characters that an entry has (BLOCK-07). */
export const BLOCKED_MIN = 2;
export const BLOCKED_MAX = 20;
/** Where the input and the search end; what lies between shows the error (spec decisions 2.6). */
export const BLOCKED_INPUT_MAX = 32;
/** Entries of a page of the list (spec decisions 6.8). */
export const BLOCKED_PAGE_SIZE = 10;
/** Entries of an account: every arrival is compared with them (spec http-api 6.2). */
export const MAX_BLOCKED = 1000;

/** Why a number is not blocked (spec http-api 6.2). */
export const blockErrors = { NUMBER_EXISTS: 412, BLOCKED_LIMIT: 412 } as const;

/** What can be wrong with an entry; words say them. */
export const BLOCKED_FAULTS = ['REQUIRED', 'NUMBER_LENGTH', 'NUMBER_CHARACTERS'] as const;

/** An entry: 2 to 20 word characters, spaces and hyphens (BLOCK-07). */
export const blockedEntry = z
  .string('REQUIRED')
  .trim()
  .min(1, 'REQUIRED')
  .min(BLOCKED_MIN, 'NUMBER_LENGTH')
  .max(BLOCKED_MAX, 'NUMBER_LENGTH')
  .regex(/^[\w -]+$/, 'NUMBER_CHARACTERS');

/** A telephone number with what people write around it, and with signs that an entry may not have. */
const WRITTEN_NUMBER = /^(?=.*[+()./])\+?[\d ()./-]+$/;
const NUMBER_DIGITS = { least: 10, most: 15 };

/** «+1 (212) 555-0199» as the digits that are compared and stored; every other entry as it was typed. */
function plainEntry(written: string): string {
  const digits = digitsOf(written);
  const isNumber =
    WRITTEN_NUMBER.test(written) &&
    digits.length >= NUMBER_DIGITS.least &&
    digits.length <= NUMBER_DIGITS.most;
  return isNumber ? normalizeNumber(written) : written;
}

/** An entry as people and programs write it: telephone numbers in any usual writing become their digits. */
export const writtenEntry = z.string('REQUIRED').trim().transform(plainEntry).pipe(blockedEntry);

/**
 * The digits by which entries are the same, without a leading 1 of eleven; empty where they say nothing, «00» for one
 * (BLOCK-09).
 */
export function blockedDigits(entry: string): string {
  const digits = normalizeNumber(entry);
  return /^0*$/.test(digits) ? '' : digits;
}

/** An entry as it is read: numbers as everywhere else, however they were written; texts as they are. */
export function formatBlocked(entry: string): string {
  const number = normalizeNumber(entry);
  return /^\+?[\d -]+$/.test(entry) && number.length === 10 ? (formatFaxNumber(number) ?? entry) : entry;
}

/** All blocked callers by id; `company` is the contact's of that number, if there is one (spec http-api 6.2). */
export const blockedNumbers = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/BlockedNumbers.json',
  access: 'user',
  right: 'read',
  summary: 'Blocked numbers',
  reply: z.record(z.string(), z.object({ callerid: z.string(), company: z.string() })),
});

/** Blocks a number or a station's text; it must not be there yet, as text or as digits (spec http-api 6.2). */
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

/** Takes one entry away, named by its text or its digits in the body or, for clients that send none, in the query (spec http-api 6.2). */
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
