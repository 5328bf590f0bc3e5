import { isolated } from '#contract/kit/language.ts';

/** A name that is filled in, such as {{pages}}. */
export const NAME = /\{\{(\w+)\}\}/gu;

/** Puts the values into an operator's words, as the product's own sentences are filled; what a value holds is never filled again. */
export function fillWords(
  words: string,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string {
  return words.replaceAll(NAME, (_, name: string) => isolated(String(values[name] ?? ''), language));
}
