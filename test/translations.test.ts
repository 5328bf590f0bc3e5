import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { SOURCE, compare, flatten, formsOf, keysFor, pluralOf } from '../scripts/locale-keys.mjs';
import type { Catalogue } from '../scripts/locale-keys.mjs';
import { SAME_IN, SAME_EVERYWHERE } from './same-texts.ts';

const LOCALES = join(import.meta.dirname, '../locales');
const textOf = (language: string) => readFileSync(join(LOCALES, `${language}.json`), 'utf8');
const treeOf = (language: string) => JSON.parse(textOf(language)) as Catalogue;

const languages = readdirSync(LOCALES)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
  .filter((language) => language !== 'languages');
const translated = languages.filter((language) => language !== SOURCE);
const english = flatten(treeOf(SOURCE));

/** Plural forms that may spell out the number: «two files» is one word in Arabic. */
const IN_WORDS = new Set(['zero', 'one', 'two']);

const placeholders = (text: string) => [...new Set(text.match(/\{\{?\w+\}?\}/g))].toSorted();
const tags = (text: string) => (text.match(/<\/?\w+>/g) ?? []).toSorted();

/** Returns the English text that a key translates: the same form, otherwise the form for many. */
function sourceOf(key: string): string {
  const plural = pluralOf(english, key);
  if (plural === undefined) return english.get(key) ?? '';
  const own = IN_WORDS.has(plural.form) ? english.get(key) : undefined;
  return own ?? english.get(`${plural.base}_other`) ?? '';
}

/** Returns a text whose placeholders differ from the English ones, with its key; the number may be spelled out. */
function placeholderFault(key: string, text: string): string | null {
  const plural = pluralOf(english, key);
  const inWords = plural !== undefined && IN_WORDS.has(plural.form);
  const known = new Set([
    ...placeholders(sourceOf(key)),
    ...(plural === undefined ? [] : placeholders(english.get(`${plural.base}_other`) ?? '')),
  ]);
  const used = placeholders(text);
  const lost = placeholders(sourceOf(key)).filter(
    (one) => !used.includes(one) && !(inWords && one === '{{count}}'),
  );
  const invented = used.filter((one) => !known.has(one));
  // An additional form, such as «none», need not repeat the placeholders of the English form for many.
  const excused = inWords && !english.has(key);
  return invented.length > 0 || (lost.length > 0 && !excused) ? `${key}: ${text}` : null;
}

describe.each(languages)('locales/%s.json', (language) => {
  const texts = flatten(treeOf(language));

  it('names each key once', () => {
    // JSON.parse silently keeps the last of two equal names.
    const names = [...textOf(language).matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon);
    expect(names).toHaveLength(countNames(treeOf(language)));
  });

  it('has no empty texts, spaces at the ends or markup of its own', () => {
    const faults = [...texts].filter(
      ([, text]) => text.trim() !== text || text === '' || /[<>]/.test(strip(text)),
    );
    expect(said(faults)).toEqual([]);
  });
});

describe.each(translated)('locales/%s.json', (language) => {
  const tree = treeOf(language);
  const texts = flatten(tree);

  it('has every key, and every plural form that the language needs', () => {
    expect(compare(treeOf(SOURCE), tree, language).missing).toEqual([]);
  });

  it('has no key that English does not have, and those it has in the same order', () => {
    expect(compare(treeOf(SOURCE), tree, language).extra).toEqual([]);
    expect([...texts.keys()]).toEqual(keysFor(english, language).filter((key) => texts.has(key)));
  });

  it('puts the same things into its sentences', () => {
    const faults = [...texts].map(([key, text]) => placeholderFault(key, text)).filter(Boolean);
    expect(faults).toEqual([]);
  });

  it('keeps the tags', () => {
    const faults = [...texts].filter(([key, text]) => tags(text).join() !== tags(sourceOf(key)).join());
    expect(said(faults)).toEqual([]);
  });

  it('leaves no text in English but names', () => {
    const same = new Set([...SAME_EVERYWHERE, ...(SAME_IN[language] ?? [])]);
    const copies = [...texts].filter(
      ([key, text]) =>
        text === sourceOf(key) && /\p{L}{2}/u.test(withoutPlaceholders(text)) && !same.has(text),
    );
    expect(said(copies)).toEqual([]);
  });

  it('gives links in mails a line of their own, where the button is made of it', () => {
    const faults = [...texts].filter(
      ([key, text]) => key.startsWith('mail.') && alone(text) !== alone(sourceOf(key)),
    );
    expect(said(faults)).toEqual([]);
  });
});

/** Returns the number of paragraphs that consist only of the link. */
function alone(text: string): number {
  return text.split(/\n{2,}/).filter((part) => part === '{{link}}').length;
}

it('knows the plural forms of languages: six in Arabic, two where millions have a form of their own', () => {
  expect(formsOf('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
  expect(['de', 'en', 'es', 'fr', 'pt'].map((language) => formsOf(language))).toEqual(
    Array.from({ length: 5 }, () => ['one', 'other']),
  );
});

/** Returns short lines for a failed test. */
function said(texts: readonly [string, string][]): string[] {
  return texts.map(([key, text]) => `${key}: ${text}`);
}

function countNames(tree: Catalogue): number {
  return Object.values(tree).reduce(
    (count, value) => count + 1 + (typeof value === 'string' ? 0 : countNames(value)),
    0,
  );
}

function strip(text: string): string {
  return text.replaceAll(/<\/?\w+>/g, '');
}

function withoutPlaceholders(text: string): string {
  return text.replaceAll(/\{\{?\w+\}?\}/g, '');
}
