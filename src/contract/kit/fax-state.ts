import { z } from 'zod';

/** How a fax ended: OK, or FAILED (also one cut off half-way, with the pages that went through). */
export const faxStatus = z.enum(['OK', 'FAILED']);

/** Why a fax was not sent; each has a sentence under `reasons` in the locale files, and unknown ones the general one. */
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

/** How a fax failed: the reason, where known; an uncertain one with the pages known to have arrived (spec http-api 3.1). */
export const failure = {
  reason: z.enum(FAIL_REASONS).optional().catch(undefined),
  outcome: z.literal('UNCERTAIN').optional(),
  confirmed: z.number().optional(),
  /** Calls really made for a fax that was not sent, where they are known (spec decisions 3.3). */
  calls: z.number().optional(),
};

/** Reasons of the database that this version has words for; undefined for the others. */
export function knownReason(reason: string | null | undefined): FailReason | undefined {
  return FAIL_REASONS.find((known) => known === reason);
}

/** States of an unfinished job as the outbox shows them (spec http-api 4.7). A SCHEDULED one is not dialed before its `send_at`. */
export const outboxState = z.enum(['QUEUED', 'CONVERTING', 'SENDING', 'WAITING', 'SCHEDULED']);

/** States of a job whose fax somebody follows: the unfinished ones, and how it ended (spec http-api 4.7). */
export const jobState = z.enum([...outboxState.options, 'DELIVERED', 'FAILED', 'CANCELLED', 'UNCERTAIN']);

/** How a call ended; what a line names with words of its own is OTHER. */
export const callResult = z.enum(['OK', 'UNCERTAIN', ...FAIL_REASONS, 'OTHER']).catch('OTHER');

/** At most this many calls for one job; a failed item always shows 5/5 (DASH-26, spec decisions 3.3). */
export const MAX_DIALS = 5;
