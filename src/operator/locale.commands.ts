import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command } from 'commander';

import { SOURCE, compare } from '../../scripts/locale-keys.mjs';
import type { Catalogue } from '../../scripts/locale-keys.mjs';
import type { Act, ActOptions } from './act.ts';

const LOCALES = join(import.meta.dirname, '../../locales');

/** Not a language: the file with the names of the languages. */
const INDEX = 'languages.json';

/** locale check */
export function addLocaleCommands(program: Command, act: Act): void {
  const locale = program.command('locale').description('Languages of pages and mails');
  locale
    .command('check')
    .description('Texts that a language lacks, or has too much; ends with 1 when one is missing')
    .action(async (options: ActOptions) => {
      await act(options, async () => {
        const languages = await checkLanguages();
        return {
          json: { languages },
          rows: languages.map(({ language, missing, extra }) => ({
            language,
            missing: missing.length,
            extra: extra.length,
            first: missing[0] ?? extra[0] ?? '',
          })),
          good: languages.every(({ missing }) => missing.length === 0),
        };
      });
    });
}

async function checkLanguages(): Promise<{ language: string; missing: string[]; extra: string[] }[]> {
  const source = await read(`${SOURCE}.json`);
  const files = (await readdir(LOCALES))
    .filter((file) => file.endsWith('.json') && file !== INDEX)
    .toSorted();
  return await Promise.all(
    files.map(async (file) => {
      const language = file.replace('.json', '');
      return { language, ...compare(source, await read(file), language) };
    }),
  );
}

async function read(file: string): Promise<Catalogue> {
  return JSON.parse(await readFile(join(LOCALES, file), 'utf8')) as Catalogue;
}
