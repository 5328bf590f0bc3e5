import { readFileSync } from 'node:fs';

/** A template as it is drawn and listed. */
export interface Template {
  id: number;
  /** The displayed name: a text of the brand, or a key of the locale files. */
  name: { text: string } | { key: string };
  /** A Typst program that uses the prelude of the document engine. */
  source: string;
}

const NAMES = ['classic', 'banner', 'letter', 'form', 'split', 'letterhead'] as const;

/** The templates that ship with the product; their ids never change, because accounts have chosen them. */
export const BUILT_IN_TEMPLATES: readonly Template[] = NAMES.map((name, index) => ({
  id: index + 1,
  name: { key: `coverPages.names.${name}` },
  source: readFileSync(new URL(`templates/${name}.typ`, import.meta.url), 'utf8'),
}));

/** The template of accounts that never chose one, and the replacement for a template that is gone. */
export const DEFAULT_TEMPLATE = BUILT_IN_TEMPLATES[0]!;
