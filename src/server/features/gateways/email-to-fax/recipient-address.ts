import { normalizeNumber } from '#contract/kit/fax-number.ts';

/** The part before the @: the number to fax, and which of the sender's accounts sends (spec decisions 3.10). */
export interface FaxAddress {
  /** As written, to be checked by the rules of destinations. */
  to: string;
  /** Ten digits; empty if the sender leaves it open. */
  from: string;
}

/** Matches `{number}` or `{number}.{account}`; numbers as people write them, without spaces. */
const FORM = /^(\+?[\d().-]{7,40}?)(?:\.(\d{10}))?$/;

/** Parses `{number}@` and `{number}.{own number}@`; null for any other name. */
export function readFaxAddress(localPart: string): FaxAddress | null {
  const [, to, from = ''] = FORM.exec(localPart) ?? [];
  if (to === undefined) return null;
  // 212.555.0101 is one number with dots, not a number and an account.
  const whole = normalizeNumber(localPart);
  if (from !== '' && (whole.length === 10 || normalizeNumber(to).length < 10))
    return { to: localPart, from: '' };
  return { to, from };
}

/** Splits at the last @ and converts the domain to lower case. */
export function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at), domain: address.slice(at + 1).toLowerCase() };
}
