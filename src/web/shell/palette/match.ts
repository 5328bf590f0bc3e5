/** Letters as they are compared: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The words of what was typed. */
export function wordsOf(typed: string): string[] {
  return plain(typed).split(/\s+/u).filter(Boolean);
}

/**
 * How well a command answers the words: 0 begins with them, 1 has words that begin with each of them, 2 only together
 * with `more` (the words of its group), 3 has them somewhere inside. Null: it does not answer them.
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

/** The text cut where the words are in it: what is at odd places is to be marked. */
export function cutAt(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join('|');
  return text.split(new RegExp(`(${pattern})`, 'iu'));
}
