/**
 * Makes text that the other side sent in a call fit to store and show: a machine's name may hold any byte, although
 * T.30 (5.3.6.2.4) allows only digits, plus and space, and PostgreSQL accepts no NUL.
 */
export function readable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
}
