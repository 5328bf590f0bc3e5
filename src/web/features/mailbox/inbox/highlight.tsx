import { readSearchLine } from '#contract/mailbox/search-words.ts';

/** A text with the search terms marked; `q` is the whole search. */
export function Highlight(props: { text: string; q: string }) {
  const pattern = patternOf(props.q);
  if (pattern === null) return props.text;
  // Split puts the matches at the odd indexes.
  return props.text.split(pattern).map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part));
}

/** The last pattern; a page marks the same words in hundreds of places. */
let last: { q: string; pattern: RegExp | null } = { q: '', pattern: null };

function patternOf(q: string): RegExp | null {
  if (last.q !== q) {
    const { words, parties } = readSearchLine(q).query;
    const terms = [...words, ...parties.map(({ text }) => text)].map(written);
    last = { q, pattern: terms.length === 0 ? null : new RegExp(`(${terms.join('|')})`, 'giu') };
  }
  return last.pattern;
}

/** Returns the pattern of a term. Digits of a number match any notation; a date is not a number. */
function written(term: string): string {
  if (/^[\d+().-]*\d{3}[\d+().-]*$/.test(term))
    return term.replaceAll(/\D/g, '').split('').join('[-() .]{0,2}');
  return term.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
