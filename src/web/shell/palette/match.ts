/** Normalizes a text for comparison: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Returns the words of the typed text. */
export function wordsOf(typed: string): string[] {
  return plain(typed).split(/\s+/u).filter(Boolean);
}

/**
 * Returns how well a command matches the words: 0 if it starts with them, 1 if each of them starts a word of it, 2 if
 * that needs `more` (the words of its group), 3 if it contains them anywhere. Null if it does not match.
 */
export function rankOf(words: readonly string[], label: string, more: string): number | null {
  const name = plain(label);
  if (name.startsWith(words.join(' '))) return 0;
  if (words.every((word) => begins(name, word))) return 1;
  const all = `${name} ${plain(more)}`;
  if (words.every((word) => begins(all, word))) return 2;
  return words.every((word) => word.length > 1 && all.includes(word)) ? 3 : null;
}

function begins(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word)) || text.startsWith(word);
}

/** Splits the text at the words: the parts at odd indexes are to be highlighted. */
export function cutAt(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join('|');
  return text.split(new RegExp(`(${pattern})`, 'iu'));
}
