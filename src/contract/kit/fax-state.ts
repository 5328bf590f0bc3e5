import { z } from 'zod';

/** How a fax ended: OK, or FAILED (also if cut off partway, with the pages that went through). */
export const faxStatus = z.enum(['OK', 'FAILED']);

/**
 * Why a fax was not sent; each has a sentence under `reasons` in the locale files, and unknown ones share a general
 * one.
 */
export const FAIL_REASONS = [
  'BUSY',
  'NO_ANSWER',
  'NO_FAX_MACHINE',
  'DROPPED',
  'LINE_FAULT',
  'CANCELLED',
  'NUMBER_INVALID',
  'BARRED',
  'DECLINED',
  'LIMIT_REACHED',
  'DAY_LIMIT',
  'DOCUMENT_DAMAGED',
  'NO_PAGES',
  'DOCUMENT_PROTECTED',
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_REFUSED',
  'TOO_MANY_PAGES',
  'TIME_LIMIT',
] as const;
export type FailReason = (typeof FAIL_REASONS)[number];

/** How a fax failed: the reason, if known; for an uncertain fax the pages known to have arrived (spec http-api 3.1). */
export const failure = {
  reason: z.enum(FAIL_REASONS).optional().catch(undefined),
  outcome: z.literal('UNCERTAIN').optional(),
  confirmed: z.number().optional(),
  /** Number of calls actually made for a fax that was not sent, if known (spec decisions 3.3). */
  calls: z.number().optional(),
};

/** Narrows a reason from the database to one that this version has texts for; undefined for any other. */
export function knownReason(reason: string | null | undefined): FailReason | undefined {
  return FAIL_REASONS.find((known) => known === reason);
}

/**
 * States of an unfinished job as the outbox shows them (spec http-api 4.7). A SCHEDULED job is not dialed before its
 * `send_at`.
 */
export const outboxState = z.enum(['QUEUED', 'CONVERTING', 'SENDING', 'WAITING', 'SCHEDULED']);

/** States of a job that somebody follows: unfinished ones, and how it ended (spec http-api 4.7). */
export const jobState = z.enum([...outboxState.options, 'DELIVERED', 'FAILED', 'CANCELLED', 'UNCERTAIN']);

/** How a call ended; OTHER stands for results in a line's own words. */
export const callResult = z.enum(['OK', 'UNCERTAIN', ...FAIL_REASONS, 'OTHER']).catch('OTHER');

/** Maximum number of calls for one job; a failed item always shows 5/5 (DASH-26, spec decisions 3.3). */
export const MAX_DIALS = 5;
