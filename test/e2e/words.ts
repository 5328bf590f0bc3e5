import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { flatten } from '../../scripts/locale-keys.mjs';
import { PROJECT } from '../start-product.ts';

/** Returns the product's text for a key of the locales, in the language on the screen. */
export type Say = (key: string) => string;

/** The languages that people may choose, as the product lists them. */
const LANGUAGES = (
  JSON.parse(readFileSync(join(PROJECT, 'locales/languages.json'), 'utf8')) as { code: string }[]
).map(({ code }) => code);

/** Returns the texts of a language; placeholders stay unfilled. */
export function wordsOf(language: string): Say {
  const words = catalogueOf(language);
  return (key) => {
    const word = words.get(key);
    if (word === undefined) throw new Error(`${language} has no words for ${key}`);
    return word;
  };
}

const catalogues = new Map<string, Map<string, string>>();

function catalogueOf(language: string): Map<string, string> {
  const known = catalogues.get(language);
  if (known) return known;
  const text = readFileSync(join(PROJECT, `locales/${language}.json`), 'utf8');
  const read = flatten(JSON.parse(text) as Parameters<typeof flatten>[0]);
  catalogues.set(language, read);
  return read;
}

/** Returns the language with the longest texts, by the keys that all languages have: plural forms make none longer. */
export function longestLanguage(): string {
  const keys = [...catalogueOf('en').keys()].filter((key) =>
    LANGUAGES.every((code) => catalogueOf(code).has(key)),
  );
  const length = (code: string) =>
    keys.reduce((sum, key) => sum + (catalogueOf(code).get(key) ?? '').length, 0);
  return LANGUAGES.toSorted((one, other) => length(other) - length(one))[0] ?? 'en';
}
