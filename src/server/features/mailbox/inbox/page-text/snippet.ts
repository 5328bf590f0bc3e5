import { findHits } from '#contract/mailbox/page-words.ts';

/** Words before and after the one that was found. */
const BEFORE = 6;
const AFTER = 14;

/** The part of a text around the first of its words that says what was typed; nothing where none does. */
export function snippetOf(text: string, typed: readonly string[]): string[] {
  const words = text.split(/\s+/u);
  const [hit] = findHits(words, typed);
  if (hit === undefined) return [];
  const from = Math.max(0, hit.at - BEFORE);
  const to = Math.min(words.length, hit.at + AFTER);
  return [`${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`];
}
