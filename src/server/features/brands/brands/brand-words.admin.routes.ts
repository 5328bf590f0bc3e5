import { WORDS_SHOWN, operatorBrandWord, operatorBrandWords } from '#contract/brands/brands.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, refusal } from '#server/kit/operator-refusal.ts';

import { readWords } from './brand-words.store.ts';
import { changeWord, isBrandable, loadCatalogue } from './brand-words.ts';
import type { Words } from './brand-words.ts';

/** Dependencies of the brands' words. */
export interface WordsAdmin {
  database: Database;
  /** The folder of the product's own words. */
  locales: string;
  /** Languages that this installation has. */
  languages: readonly string[];
}

/** Mounts the console's calls for the brands' words. */
export function mountBrandWordsAdmin(app: App, { database, locales, languages }: WordsAdmin): void {
  const catalogueOf = async (language: string): Promise<Words> => {
    const words = languages.includes(language) ? await loadCatalogue(locales, language) : null;
    if (!words) throw refusal(`This installation has no language “${language}”.`);
    return words;
  };

  mount(app, operatorBrandWords, async ({ query: { hid, language, search } }) => {
    const [catalogue, own] = await Promise.all([
      catalogueOf(language),
      readWords(database.db, hid, language),
    ]);
    if (!own) throw refusal(`There is no brand ${hid}.`);
    const found = matching({ ...catalogue, ...pick(own, catalogue) }, own, search.trim().toLowerCase());
    const rows = found
      .slice(0, WORDS_SHOWN)
      .map((key) => ({ key, text: catalogue[key] ?? '', own: own[key] ?? null }));
    return { languages: [...languages], rows, more: found.length > WORDS_SHOWN };
  });

  mount(app, operatorBrandWord, async ({ body: { hid, language, key, text } }) => {
    const catalogue = await catalogueOf(language);
    allowed(await changeWord(database, { brandId: hid, language, key, text, catalogue }));
    return done;
  });
}

/**
 * Returns the keys to list: without a search those the brand has changed, with one all whose text or key contains it.
 */
function matching(shown: Words, own: Words, search: string): string[] {
  if (search === '') return Object.keys(own).toSorted();
  return Object.entries(shown)
    .filter(([key, text]) => isBrandable(key) && `${key}\n${text}`.toLowerCase().includes(search))
    .map(([key]) => key)
    .toSorted((a, b) => Number(b in own) - Number(a in own));
}

/** Returns a brand's words whose keys the product still uses. */
function pick(own: Words, catalogue: Words): Words {
  return Object.fromEntries(Object.entries(own).filter(([key]) => key in catalogue));
}
