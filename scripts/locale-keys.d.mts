/** Texts of a language, by feature. */
export interface Catalogue {
  [name: string]: string | Catalogue;
}

/** The language that all others are translated from. */
export const SOURCE: 'en';

/** Every text of a catalogue by its full key. */
export function flatten(tree: Catalogue, prefix?: string): Map<string, string>;

/** The plural forms that counts of this product need in a language. */
export function formsOf(language: string): string[];

/** The parts of a plural key; undefined for a key that has no forms. */
export function pluralOf(
  english: ReadonlyMap<string, string>,
  key: string,
): { base: string; form: string } | undefined;

/** The keys that a language must have, in the order of the English file. */
export function keysFor(english: ReadonlyMap<string, string>, language: string): string[];

/** What a catalogue lacks and what it has too much. */
export function compare(
  source: Catalogue,
  translated: Catalogue,
  language: string,
): { missing: string[]; extra: string[] };

/** Texts in the order of the English file; what English no longer has is left out. */
export function inOrder(source: Catalogue, texts: ReadonlyMap<string, string>, language: string): Catalogue;
