/** E.164 allows 15 digits; the prefixes of a whole country stay far below this limit. */
const MAX_PATTERN = 2_000;

const ONE = /^\+?[0-9*]{1,20}$/;

/** Whether text is a number pattern: E.164 with `*` for any digits, several joined by commas, the plus optional. */
export function isPattern(text: string): boolean {
  return text.length <= MAX_PATTERN && parts(text).every((part) => ONE.test(part));
}

/** Whether one of the patterns covers the number (E.164, with or without plus). */
export function matchesPattern(text: string, e164: string): boolean {
  const digits = e164.replace(/^\+/, '');
  return parts(text).some((part) => ONE.test(part) && covers(part.replace(/^\+/, ''), digits));
}

function parts(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** Matches piece by piece from the left, so that no pattern is slow. */
function covers(pattern: string, digits: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return digits === first;
  const last = pieces.at(-1) ?? '';
  if (digits.length < first.length + last.length) return false;
  if (!digits.startsWith(first) || !digits.endsWith(last)) return false;
  let at = first.length;
  const end = digits.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = digits.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
