/** @typedef {{ [name: string]: string | Catalogue }} Catalogue texts of a language, by feature */

/** The plural forms that a language may have, in the order in which files list them (CLDR, i18next's suffixes). */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

const PLURAL = /^(?<base>.+)_(?<form>zero|one|two|few|many|other)$/u;

/**
 * Counts here are faxes, pages and contacts: forms that only start at a million (Spanish, French and Portuguese have
 * one) are never needed.
 */
const LARGEST_COUNT = 1000;

/** The language that all others are translated from. */
export const SOURCE = 'en';

/**
 * Returns every text of a catalogue by its full key.
 * @param {Catalogue} tree @param {string} prefix @returns {Map<string, string>}
 */
export function flatten(tree, prefix = '') {
  const keys = new Map();
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') keys.set(prefix + name, value);
    else for (const [key, text] of flatten(value, `${prefix}${name}.`)) keys.set(key, text);
  }
  return keys;
}

/**
 * Returns the plural forms that this product's counts need in a language.
 * @param {string} language @returns {string[]}
 */
export function formsOf(language) {
  const rules = new Intl.PluralRules(language);
  const used = new Set(Array.from({ length: LARGEST_COUNT }, (_, count) => rules.select(count)));
  return FORMS.filter((form) => used.has(/** @type {Intl.LDMLPluralRule} */ (form)));
}

/**
 * Returns the parts of a plural key; undefined for a key without forms.
 * @param {ReadonlyMap<string, string>} english @param {string} key
 */
export function pluralOf(english, key) {
  const { base, form } = PLURAL.exec(key)?.groups ?? {};
  return base !== undefined && form !== undefined && english.has(`${base}_other`)
    ? { base, form }
    : undefined;
}

/**
 * Returns the keys that a language must have, in the order of the English file. A plural has the language's own forms,
 * and `_zero` if English has a special text for none («No faxes»).
 * @param {ReadonlyMap<string, string>} english @param {string} language @returns {string[]}
 */
export function keysFor(english, language) {
  const forms = formsOf(language);
  const keys = new Set();
  for (const key of english.keys()) {
    const plural = pluralOf(english, key);
    if (plural === undefined) keys.add(key);
    else
      for (const form of FORMS)
        if (forms.includes(form) || (form === 'zero' && english.has(`${plural.base}_zero`)))
          keys.add(`${plural.base}_${form}`);
  }
  return [...keys];
}

/**
 * Returns the missing and the superfluous keys of a catalogue.
 * @param {Catalogue} source @param {Catalogue} translated @param {string} language
 */
export function compare(source, translated, language) {
  const wanted = keysFor(flatten(source), language);
  const known = flatten(translated);
  const expected = new Set(wanted);
  return {
    missing: wanted.filter((key) => !known.has(key)),
    extra: [...known.keys()].filter((key) => !expected.has(key)),
  };
}

/**
 * Returns the texts in the order of the English file, without those that English no longer has.
 * @param {Catalogue} source @param {ReadonlyMap<string, string>} texts @param {string} language @returns {Catalogue}
 */
export function inOrder(source, texts, language) {
  /** @type {Catalogue} */
  const ordered = {};
  for (const key of keysFor(flatten(source), language)) {
    const text = texts.get(key);
    if (text === undefined) continue;
    const path = key.split('.');
    const name = path.pop() ?? key;
    let place = ordered;
    for (const part of path) place = /** @type {Catalogue} */ (place[part] ??= {});
    place[name] = text;
  }
  return ordered;
}
