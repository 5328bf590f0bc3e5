import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';

import { updateWords } from './brand-words.store.ts';

/** Words of a language by their key with dots, such as `login.title`. */
export type Words = Readonly<Record<string, string>>;

/** How a change of words ended. */
export type WordsChange = { kind: 'ok'; count: number } | { kind: 'refused'; reason: string };

/** Longer ones fit no place that a page has for them. */
const MAX_WORDS = 1_000;
const MAX_ENTRIES = 500;
/** Mails and errors are said by the server in the product's own words: what they promise must hold for every brand. */
const SERVER_SAYS = /^(?:mail|errors|cover)\./;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F]/;

/** Makes a brand say something differently in one language; an empty list gives it the product's own words back. */
export async function setWords(
  database: Database,
  change: { brandId: number; language: string; words: Words; catalogue: Words },
): Promise<WordsChange> {
  const entries = Object.entries(change.words);
  if (entries.length > MAX_ENTRIES) return refused(`More than ${MAX_ENTRIES} words are another product.`);
  for (const [key, text] of entries) {
    const fault = faultOf(key, text, change.catalogue[key]);
    if (fault) return refused(fault);
  }
  const { brandId, language, words } = change;
  const done = await database.transaction(async (tx) => {
    if (!(await updateWords(tx, brandId, language, words))) return false;
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'brand.words',
      object: `brand/${brandId}`,
      detail: { language, keys: entries.map(([key]) => key).slice(0, 50) },
    });
    return true;
  });
  return done ? { kind: 'ok', count: entries.length } : refused(`There is no brand ${brandId}.`);
}

function faultOf(key: string, text: unknown, own: string | undefined): string | null {
  if (own === undefined) return `The pages know no words “${key}”.`;
  if (SERVER_SAYS.test(key)) return `“${key}” can’t be changed: mails, errors and cover pages say it.`;
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_WORDS || CONTROL.test(text))
    return `“${key}” must be one to ${MAX_WORDS} characters of text.`;
  const more = marksOf(text).filter((mark) => !marksOf(own).includes(mark));
  return more.length > 0 ? `“${key}” can’t name ${more.join(', ')}: nothing fills it there.` : null;
}

/** What is filled in, and where emphasis and links stand: new ones would stay visible as they are written. */
function marksOf(text: string): string[] {
  return text.match(/\{\{[^}]*\}\}|<\/?[a-z]+\s*\/?>|\$t\(/gi) ?? [];
}

/** Words of a nested file by their keys with dots; a list of such keys stays as it is. */
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
