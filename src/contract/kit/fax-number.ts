/** Fax numbers: patterns, digits, display (SHELL-14 to SHELL-16, COMP-03, spec decisions 2.1, 2.2). */

/** Account numbers are North American: ten digits, no area or exchange code that starts with 0 or 1. */
export const NANP = /^[2-9]\d{2}[2-9]\d{6}$/;

/** A destination as written: optional plus, 3 digits (parentheses), separator, 3 digits, separator, 4 to 6 digits. */
export const DESTINATION = /^\+?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4,6}$/;

/** The usual way to write a country code of 1 before a number: «+1 (212) 555-0100». */
const COUNTRY_ONE = /^\+?1[ .-]+|^\+1(?=[2-9(])/;

/** At most this many destinations in one send (COMP-06). */
export const MAX_DESTINATIONS = 10;

/** The digits of a number as written. */
export function digitsOf(written: string): string {
  return written.replaceAll(/\D/g, '');
}

/** The one form in which numbers are stored, compared and sent: digits; a leading 1 of eleven digits is dropped (spec http-api 0.4). */
export function normalizeNumber(written: string): string {
  const digits = digitsOf(written);
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Numbers that begin with an optional plus and then 011 are international calls, which are not offered (COMP-07). */
export function isInternational(written: string): boolean {
  return /^\s*\+?\s*\(?011/.test(written);
}

/** Whether what was typed is a destination (COMP-03, spec decisions 2.2). */
export function isDestination(written: string): boolean {
  return DESTINATION.test(written.trim().replace(COUNTRY_ONE, ''));
}

/** Whether digits can be dialled as a North American number. */
export function isNanp(digits: string): boolean {
  return NANP.test(digits);
}

/** E.164 with plus, for patterns of lines: +12125550100. After 011 come the digits of another country. */
export function toE164(digits: string): string {
  if (digits.startsWith('011')) return `+${digits.slice(3)}`;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** 10 digits as ddd-ddd-dddd, 11 as +d-ddd-ddd-dddd, anything else as entered; empty is null (SHELL-14 to SHELL-16: «Unknown», in the reader's language). */
export function formatFaxNumber(number: string): string | null {
  if (/^\d{10}$/.test(number)) return number.replace(/(\d{3})(\d{3})(\d{4})/, '$1-$2-$3');
  if (/^\d{11}$/.test(number)) return number.replace(/(\d)(\d{3})(\d{3})(\d{4})/, '+$1-$2-$3-$4');
  return number.trim() || null;
}

/** Splits what was typed or pasted into single destinations: by comma, semicolon, or line. */
export function splitDestinations(typed: string): string[] {
  return typed
    .split(/[,;\n\r\t]+/)
    .map((part) => part.trim())
    .filter(Boolean);
}
