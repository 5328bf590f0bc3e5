import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { languageCode } from '#server/kit/value-types.ts';
import { readWords, updateWords } from './brand-words.store.ts';

/** Words of a language by their dotted key, such as `login.title`. */
export type Words = Readonly<Record<string, string>>;

/** The result of a change of words. */
export type WordsChange = { kind: 'ok'; count: number } | { kind: 'refused'; reason: string };

/** Maximum length of a text; longer ones fit nowhere on a page. */
const MAX_WORDS = 1_000;
const MAX_ENTRIES = 500;
const TOO_MANY = `More than ${MAX_ENTRIES} words are another product.`;
/**
 * Keys of texts that the server itself writes in the product's own words: what mails and errors promise must be true
 * for every brand.
 */
const SERVER_SAYS = /^(?:mail|errors|cover)\./;
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F]/;

/** Sets a brand's own words in one language; an empty list restores the product's own words. */
export async function setWords(
  database: Database,
  change: { brandId: number; language: string; words: Words; catalogue: Words },
): Promise<WordsChange> {
  const entries = Object.entries(change.words);
  if (entries.length > MAX_ENTRIES) return refused(TOO_MANY);
  for (const [key, text] of entries) {
    const fault = faultOf(key, text, change.catalogue[key]);
    if (fault) return refused(fault);
  }
  const { brandId, language, words } = change;
  const done = await database.transaction(async (tx) => {
    if (!(await updateWords(tx, brandId, language, words))) return false;
    await noteWords(tx, brandId, language, Object.keys(words));
    return true;
  });
  return done ? { kind: 'ok', count: entries.length } : refused(`There is no brand ${brandId}.`);
}

/** Sets one of a brand's own words, or restores the product's own if `text` is null. */
export async function changeWord(
  database: Database,
  change: { brandId: number; language: string; key: string; text: string | null; catalogue: Words },
): Promise<WordsChange> {
  const { brandId, language, key, text, catalogue } = change;
  const fault = text === null ? null : faultOf(key, text, catalogue[key]);
  if (fault) return refused(fault);
  return await database.transaction(async (tx) => {
    const known = await readWords(tx, brandId, language, { lock: true });
    if (!known) return refused(`There is no brand ${brandId}.`);
    const { [key]: _, ...others } = known;
    const words = text === null ? others : { ...others, [key]: text };
    const count = Object.keys(words).length;
    if (count > MAX_ENTRIES) return refused(TOO_MANY);
    await updateWords(tx, brandId, language, words);
    await noteWords(tx, brandId, language, [key]);
    return { kind: 'ok', count };
  });
}

async function noteWords(tx: Db, brandId: number, language: string, keys: readonly string[]): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    action: 'brand.words',
    object: `brand/${brandId}`,
    detail: { language, keys: keys.slice(0, 50) },
  });
}

/**
 * Returns the words of pages in a language: its own over the English ones, by key. Null if the language does not exist.
 */
export async function loadCatalogue(folder: string, language: string): Promise<Words | null> {
  if (!languageCode.safeParse(language).success) return null;
  const read = async (name: string): Promise<Words> =>
    flatWords(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as object);
  try {
    return { ...(await read('en')), ...(await read(language)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether a brand may change the words of this key. */
export function isBrandable(key: string): boolean {
  return !SERVER_SAYS.test(key);
}

function faultOf(key: string, text: unknown, own: string | undefined): string | null {
  if (own === undefined) return `The pages know no words “${key}”.`;
  if (SERVER_SAYS.test(key)) return `“${key}” can’t be changed: mails, errors and cover pages say it.`;
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_WORDS || CONTROL.test(text))
    return `“${key}” must be one to ${MAX_WORDS} characters of text.`;
  const more = marksOf(text).filter((mark) => !marksOf(own).includes(mark));
  return more.length > 0 ? `“${key}” can’t name ${more.join(', ')}: nothing fills it there.` : null;
}

/** Returns the placeholders and tags in a text. New ones are refused, because they would appear literally. */
function marksOf(text: string): string[] {
  return text.match(/\{\{[^}]*\}\}|<\/?[a-z]+\s*\/?>|\$t\(/gi) ?? [];
}

/** Flattens the words of a nested file to dotted keys; a list of such keys stays as it is. */
export function flatWords(tree: object, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(tree) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null)
      Object.assign(flat, flatWords(value, `${prefix}${name}.`));
    else flat[prefix + name] = value as string;
  }
  return flat;
}

function refused(reason: string): WordsChange {
  return { kind: 'refused', reason };
}
