import { createInstance } from 'i18next';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { FastifyRequest } from 'fastify';

import { inSentence } from '#contract/kit/in-sentence.ts';
import { LANGUAGE_CODE, isolated } from '#contract/kit/language.ts';

/** Messages of the locale files, for the server's own responses. */
export interface Messages {
  /** Languages that this installation has, the default language first. */
  languages: readonly string[];
  /** Returns the message for a key such as `errors.NO_ROUTE`; in English if the language lacks it. */
  say(language: string, key: string, params?: Record<string, string | number>): string;
  /** Returns the message as written in the file, with its placeholders. */
  raw(language: string, key: string): string;
  /** Returns the language of a request: the first in Accept-Language that the installation has, else English. */
  languageOf(request: FastifyRequest): string;
}

/** Nobody reads more languages than this; the header could otherwise be endless. */
const MAX_PREFERENCES = 10;

/** Loads every locale file of a folder. */
export async function loadMessages(folder: string): Promise<Messages> {
  const files = (await readdir(folder)).filter((file) => LANGUAGE_CODE.test(file.replace(/\.json$/, '')));
  const resources = Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        file.replace(/\.json$/, ''),
        { translation: JSON.parse(await readFile(join(folder, file), 'utf8')) as object },
      ]),
    ),
  ) as Record<string, { translation: object }>;
  const i18n = createInstance();
  await i18n.init({ resources, fallbackLng: 'en', interpolation: { escapeValue: false } });
  const languages = Object.keys(resources).toSorted((a, b) => Number(b === 'en') - Number(a === 'en'));
  return {
    languages,
    say: (language, key, params = {}) =>
      i18n.t(key, { lng: language, ...kept(params, language, REFUSALS.test(key) ? inSentence : isolated) }),
    raw: (language, key) => i18n.t(key, { lng: language, skipInterpolation: true }),
    languageOf: (request) => preferred(request.headers['accept-language'] ?? '', languages),
  };
}

/**
 * Messages of refusals, which format fax numbers as pages do. In mails and on pages of a fax, values appear as they
 * were entered.
 */
const REFUSALS = /^(?:errors|mailIn)\./u;

/** Keeps numbers as numbers, because `count` selects the plural form. */
function kept(
  params: Record<string, string | number>,
  language: string,
  write: (value: string, language: string) => string,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? write(value, language) : value,
    ]),
  );
}

function preferred(header: string, languages: readonly string[]): string {
  const asked = header.split(',', MAX_PREFERENCES).map((part) => part.split(';', 1)[0]?.trim() ?? '');
  for (const tag of asked) {
    const match =
      languages.find((known) => known === tag) ??
      languages.find((known) => known === tag.slice(0, 2).toLowerCase());
    if (match) return match;
  }
  return 'en';
}
