/**
 * Text that the other side wrote into a call, as it can be stored and shown: a machine's name may hold any byte, though
 * T.30 (5.3.6.2.4) knows digits, plus and space only, and PostgreSQL takes no NUL.
 */
export function readable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
}
