import { z } from 'zod';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import { text } from '#contract/kit/wire.ts';

/** Maximum lengths of a contact's fields, in characters (CONT-15 to CONT-21; email: spec http-api 5.1). */
export const CONTACT_LIMITS = {
  to_person: 40,
  company: 40,
  faxnum: 15,
  to_voicenumber: 15,
  email: 64,
  to_location: 50,
  description: 1132,
} as const;
export type ContactField = keyof typeof CONTACT_LIMITS;

/** Minimum number of digits of a fax number (CONT-17). */
export const FAXNUM_MIN = 10;

/** Faults of a field, the same in the form and the import; each has a translated text. */
export const CONTACT_FAULTS = [
  'REQUIRED',
  'TOO_LONG',
  'CONTROL_CHARACTER',
  'NOT_NUMERIC',
  'NUMBER_LENGTH',
  'EMAIL_INVALID',
  'FAX_OR_EMAIL_REQUIRED',
] as const;
export type ContactFault = (typeof CONTACT_FAULTS)[number];

/** Faults of a line in a file, in addition to those of its fields. */
export const IMPORT_FAULTS = [...CONTACT_FAULTS, 'LINE_UNREADABLE'] as const;

const required = (max: number) => text(max).pipe(z.string().min(1, 'REQUIRED'));

/** Digits with the usual separators. */
const SEPARATED = /^[\d\s().+/-]*$/;

/** Digits with any separators; eleven with a leading 1 become the ten of the same number (spec http-api 0.4). */
const number = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(SEPARATED, 'NOT_NUMERIC')
    .transform(normalizeNumber)
    .refine((digits) => digits === '' || (digits.length >= min && digits.length <= max), 'NUMBER_LENGTH');

/** A valid address has a domain with a dot (A-CONTACT-06: «a@b» has none). */
const email = text(CONTACT_LIMITS.email).refine(
  (value) => value === '' || z.email().safeParse(value).success,
  'EMAIL_INVALID',
);

/**
 * The rules of a contact (CONT-15 to CONT-22), for the form, the calls and the import. A fault's message is its code.
 */
export const contactFields = z
  .object({
    to_person: required(CONTACT_LIMITS.to_person),
    company: required(CONTACT_LIMITS.company),
    faxnum: number(FAXNUM_MIN, CONTACT_LIMITS.faxnum),
    to_voicenumber: number(1, CONTACT_LIMITS.to_voicenumber),
    email,
    to_location: text(CONTACT_LIMITS.to_location),
    description: text(CONTACT_LIMITS.description),
  })
  .refine(({ faxnum, email: address }) => faxnum !== '' || address !== '', {
    message: 'FAX_OR_EMAIL_REQUIRED',
    path: ['faxnum'],
    // Reported together with any other faults, so that people do not learn of it only on the second try.
    when: ({ value }) => reachesNobody(value),
  });

/** A contact as stored: valid, trimmed, numbers as digits. */
export type ContactValues = z.output<typeof contactFields>;

function reachesNobody(value: unknown): boolean {
  const { faxnum, email: address } = value as Partial<ContactValues>;
  return (faxnum ?? '') === '' && (address ?? '') === '';
}

/** Returns the first fault of each field, by field name. */
export function faultsOf(error: z.ZodError): Partial<Record<ContactField, ContactFault>> {
  const faults: Partial<Record<ContactField, ContactFault>> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0]) as ContactField;
    faults[field] ??= CONTACT_FAULTS.find((fault) => fault === message) ?? 'REQUIRED';
  }
  return faults;
}
