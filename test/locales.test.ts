import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { errorStatus } from '#contract/error-status.ts';
import { PROBLEM_DETAILS } from '#contract/v1/problems.ts';

import { flatten } from '../scripts/locale-keys.mjs';
import { literalTexts } from './literal-texts.ts';

const LOCALES = join(import.meta.dirname, '../locales');
const SOURCES = join(import.meta.dirname, '../src');

/** Pages only for developers, in no product. */
const FOR_DEVELOPERS = /ui\/(?:ui-)?gallery/;

/** Names of keys and of products, the same in every language. */
const NAMES = new Set(['Alt', 'Shift', 'Enter', 'Esc', 'Fax-to-Email']);

const PLURAL = /_(?:one|other|zero|few|many|two)$/;

describe('locales', async () => {
  const written = await readFile(join(LOCALES, 'en.json'), 'utf8');
  const consoleWords = await readFile(join(LOCALES, 'operator/en.json'), 'utf8');
  const english = new Map(
    [written, consoleWords].flatMap((text) => [
      ...flatten(JSON.parse(text) as Parameters<typeof flatten>[0]),
    ]),
  );
  const sources = await readSources();
  const code = sources.map(({ text }) => text).join('\n');

  it('every error that a call can answer with has a sentence', () => {
    // Errors that only programs get have their texts in the contract of the public API.
    const missing = Object.keys(errorStatus).filter(
      (error) => !english.has(`errors.${error}`) && !Object.hasOwn(PROBLEM_DETAILS, error),
    );
    expect(missing).toEqual([]);
  });

  it('every key that the code names exists, and every key is named', () => {
    const named = new Set(
      [...code.matchAll(/['"`]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_${}]+)+)['"`]/g)].map(([, key]) => key ?? ''),
    );
    const dynamic = [...named]
      .filter((key) => key.includes('${'))
      .map((key) => key.slice(0, key.indexOf('${')));
    const unused = [...english.keys()].filter((key) => {
      const base = key.replace(PLURAL, '');
      return !named.has(base) && !dynamic.some((prefix) => key.startsWith(prefix));
    });
    expect(unused).toEqual([]);
    const called = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
    const missing = called.filter((key) => !english.has(key) && !english.has(`${key}_other`));
    expect(missing).toEqual([]);
  });

  it('[I18N-05] no text for people stands in the code instead of the locales', () => {
    const literal = sources
      .filter(({ file }) => file.endsWith('.tsx') || (file.startsWith('web/') && file.endsWith('.ts')))
      .filter(({ file }) => !FOR_DEVELOPERS.test(file))
      .flatMap(({ file, text }) =>
        literalTexts(file, text)
          .filter((found) => !NAMES.has(found.text))
          .map((found) => `${file}:${found.line} ${found.text}`),
      );
    expect(literal).toEqual([]);
  });

  it('the scan finds texts wherever people would read them', () => {
    const found = literalTexts(
      'page.tsx',
      `const page = (ok) => <p title="A title">Between tags {ok ? 'Yes, done' : t('key')} {\`count \${ok}\`}</p>;
       growl.error('It failed');
       const fine = <b className="btn p" id="here" {...{ label: t('a.b') }}>{t('a.b')} · 1/5 –</b>;`,
    );
    expect(found.map(({ text }) => text).toSorted()).toEqual(
      ['A title', 'Between tags', 'It failed', 'Yes, done', 'count'].toSorted(),
    );
  });

  it('languages.json names exactly the languages that have a file', async () => {
    const listed = JSON.parse(await readFile(join(LOCALES, 'languages.json'), 'utf8')) as { code: string }[];
    const files = (await readdir(LOCALES))
      .filter((file) => file.endsWith('.json') && file !== 'languages.json')
      .map((file) => file.replace('.json', ''));
    expect(listed.map(({ code: language }) => language).toSorted()).toEqual(files.toSorted());
  });
});

async function readSources(): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|-for-test\.tsx$/.test(file),
  );
  return await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(SOURCES, file), 'utf8') })),
  );
}
