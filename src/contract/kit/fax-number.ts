/** Fax numbers: patterns, digits, display (SHELL-14 to SHELL-16, COMP-03, spec decisions 2.1, 2.2). */

/** An account number is North American: ten digits, area and exchange code starting with neither 0 nor 1. */
export const NANP = /^[2-9]\d{2}[2-9]\d{6}$/;

/** A destination as written: optional plus, 3 digits (parentheses), separator, 3 digits, separator, 4 to 6 digits. */
export const DESTINATION = /^\+?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4,6}$/;

/** The usual ways to write the country code 1 before a number: «+1 (212) 555-0100». */
const COUNTRY_ONE = /^\+?1[ .-]+|^\+1(?=[2-9(])/;

/** Maximum number of destinations in one send (COMP-06). */
export const MAX_DESTINATIONS = 10;

/** Returns the digits of a number as written. */
export function digitsOf(written: string): string {
  return written.replaceAll(/\D/g, '');
}

/**
 * Returns the form in which numbers are stored, compared and sent: digits, without the leading 1 of eleven (spec
 * http-api 0.4).
 */
export function normalizeNumber(written: string): string {
  const digits = digitsOf(written);
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Returns whether a number begins with an optional plus and 011: international calls are not offered (COMP-07). */
export function isInternational(written: string): boolean {
  return /^\s*\+?\s*\(?011/.test(written);
}

/** Returns whether the typed text is a destination (COMP-03, spec decisions 2.2). */
export function isDestination(written: string): boolean {
  return DESTINATION.test(written.trim().replace(COUNTRY_ONE, ''));
}

/** Returns whether digits can be dialed as a North American number. */
export function isNanp(digits: string): boolean {
  return NANP.test(digits);
}

/**
 * Returns E.164 with plus, as patterns of lines use it: +12125550100. After 011 follow the digits of another country.
 */
export function toE164(digits: string): string {
  if (digits.startsWith('011')) return `+${digits.slice(3)}`;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/**
 * Formats 10 digits as ddd-ddd-dddd, 11 as +d-ddd-ddd-dddd, anything else as entered; null if empty (SHELL-14 to
 * SHELL-16: «Unknown», in the reader's language).
 */
export function formatFaxNumber(number: string): string | null {
  if (/^\d{10}$/.test(number)) return number.replace(/(\d{3})(\d{3})(\d{4})/, '$1-$2-$3');
  if (/^\d{11}$/.test(number)) return number.replace(/(\d)(\d{3})(\d{3})(\d{4})/, '+$1-$2-$3-$4');
  return number.trim() || null;
}

/** Splits typed or pasted text into destinations: by comma, semicolon, tab or line. */
export function splitDestinations(typed: string): string[] {
  return typed
    .split(/[,;\n\r\t]+/)
    .map((part) => part.trim())
    .filter(Boolean);
}
