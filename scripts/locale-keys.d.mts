/** Texts of a language, by feature. */
export interface Catalogue {
  [name: string]: string | Catalogue;
}

/** The language that all others are translated from. */
export const SOURCE: 'en';

/** Returns every text of a catalogue by its full key. */
export function flatten(tree: Catalogue, prefix?: string): Map<string, string>;

/** Returns the plural forms that this product's counts need in a language. */
export function formsOf(language: string): string[];

/** Returns the parts of a plural key; undefined for a key without forms. */
export function pluralOf(
  english: ReadonlyMap<string, string>,
  key: string,
): { base: string; form: string } | undefined;

/** Returns the keys that a language must have, in the order of the English file. */
export function keysFor(english: ReadonlyMap<string, string>, language: string): string[];

/** Returns the missing and the superfluous keys of a catalogue. */
export function compare(
  source: Catalogue,
  translated: Catalogue,
  language: string,
): { missing: string[]; extra: string[] };

/** Returns the texts in the order of the English file, without those that English no longer has. */
export function inOrder(source: Catalogue, texts: ReadonlyMap<string, string>, language: string): Catalogue;
