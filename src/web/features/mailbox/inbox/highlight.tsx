import { readSearchLine } from '#contract/mailbox/search-words.ts';

/** A text with the words that were searched for marked; `q` is the whole search. */
export function Highlight(props: { text: string; q: string }) {
  const pattern = patternOf(props.q);
  if (pattern === null) return props.text;
  // Split keeps what matched at the odd places.
  return props.text.split(pattern).map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part));
}

/** A page marks the same words in hundreds of places. */
let last: { q: string; pattern: RegExp | null } = { q: '', pattern: null };

function patternOf(q: string): RegExp | null {
  if (last.q !== q) {
    const { words, parties } = readSearchLine(q).query;
    const terms = [...words, ...parties.map(({ text }) => text)].map(written);
    last = { q, pattern: terms.length === 0 ? null : new RegExp(`(${terms.join('|')})`, 'giu') };
  }
  return last.pattern;
}

/** Digits of a number are found in any notation; a date is not one. */
function written(term: string): string {
  if (/^[\d+().-]*\d{3}[\d+().-]*$/.test(term))
    return term.replaceAll(/\D/g, '').split('').join('[-() .]{0,2}');
  return term.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
