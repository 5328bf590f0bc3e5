import { isolated } from '#contract/kit/language.ts';

/** A placeholder, such as {{pages}}. */
export const NAME = /\{\{(\w+)\}\}/gu;

/**
 * Fills the values into an operator's words, as the product's own messages are filled; placeholders in a value are not
 * filled again.
 */
export function fillWords(
  words: string,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string {
  return words.replaceAll(NAME, (_, name: string) => isolated(String(values[name] ?? ''), language));
}
