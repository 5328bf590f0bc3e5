import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { csvCell } from '#contract/kit/csv-cell.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { ACCOUNT_TYPES } from './administrators.ts';
import type { AccountType } from './administrators.ts';

/** Maximum number of lines in one file; an administrator with more accounts uses several files. */
export const BULK_MAX_LINES = 500;
/** Maximum number of characters in one file: 500 lines never reach it, but a file picked by mistake does. */
export const BULK_MAX_CHARS = 128 * 1024;
/** Maximum number of accounts that one call adds, so that progress shows and no request takes long. */
export const BULK_STEP = 10;
/** Headings in the first line of a file, in any order; area is for local numbers, number for ported ones. */
export const BULK_HEADINGS = ['email', 'type', 'area', 'number'] as const;
/** Kinds of number as a file names them: `port` is `custom` on the wire. */
export const BULK_TYPES: Readonly<Record<string, AccountType>> = {
  ...(Object.fromEntries(ACCOUNT_TYPES.map((type) => [type, type])) as Record<AccountType, AccountType>),
  port: 'custom',
};

/** What can be wrong with a line. */
export const BULK_FAULTS = [
  'EMAIL_INVALID',
  'TYPE_UNKNOWN',
  'AREA_UNKNOWN',
  'NUMBER_INVALID',
  'NUMBER_IN_USE',
  'NUMBER_TWICE',
  'POOL_EMPTY',
  'NO_PRODUCT',
  'LIMIT_REACHED',
] as const;
export type BulkFault = (typeof BULK_FAULTS)[number];

const bulkRow = z.object({
  /** Line number in the file, from 1. */
  line: z.number(),
  email: z.string(),
  type: z.string(),
  area: z.string(),
  number: z.string(),
  /** `known`: an earlier attempt with the same file added the account. */
  state: z.enum(['ready', 'refused', 'added', 'known']),
  fault: z.enum(BULK_FAULTS).nullable(),
  /** The number of an added account; null while it is being ported. */
  faxnumber: z.string().nullable(),
});
export type BulkRow = z.output<typeof bulkRow>;

/**
 * Adds the accounts of a file, ten lines per call. `dryRun` only returns what would happen to each line. Every account
 * is added together with a mark of its file and line, so sending the same file again adds nothing twice. Own addition.
 */
export const bulkAddServices = defineCall({
  method: 'POST',
  path: '/api/faxui/bulkAddServices',
  takesLong: true,
  access: 'multifax',
  summary: 'Add fax accounts from a CSV file',
  body: z.object({
    text: z.string().min(1, 'REQUIRED').max(BULK_MAX_CHARS, 'TOO_LONG'),
    dryRun: flagIn.default(false),
    /** Index of the first row of this call, from 0. */
    from: z.number().int().min(0).max(BULK_MAX_LINES).default(0),
  }),
  reply: z.object({ success: z.literal(true), rows: z.array(bulkRow), total: z.number() }),
  errors: { FILE_UNREADABLE: 400, TOO_MANY_LINES: 413 },
});
export const bulkErrors = bulkAddServices.errors;

/** Returns one line of the file with the result of each line; no cell acts as a formula. */
export function bulkResultLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
