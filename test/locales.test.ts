import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { errorStatus } from '#contract/all-calls.ts';

const LOCALES = join(import.meta.dirname, '../locales');
const SOURCES = join(import.meta.dirname, '../src');

describe('locales', async () => {
  const english = flatten(JSON.parse(await readFile(join(LOCALES, 'en.json'), 'utf8')) as object);

  it('every error that a call can answer with has a sentence', () => {
    const missing = Object.keys(errorStatus).filter((code) => !english.has(`errors.${code}`));
    expect(missing).toEqual([]);
  });

  it('every key that the code names exists, and every key is named', async () => {
    const code = await readSources();
    const named = new Set(
      [...code.matchAll(/['"`]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_${}]+)+)['"`]/g)].map(([, key]) => key ?? ''),
    );
    const dynamic = [...named]
      .filter((key) => key.includes('${'))
      .map((key) => key.slice(0, key.indexOf('${')));
    const unused = [...english.keys()].filter((key) => {
      const base = key.replace(/_(?:one|other|zero|few|many|two)$/, '');
      return !named.has(base) && !dynamic.some((prefix) => key.startsWith(prefix));
    });
    expect(unused).toEqual([]);
    const called = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
    const missing = called.filter((key) => !english.has(key) && !english.has(`${key}_other`));
    expect(missing).toEqual([]);
  });

  it('languages.json names exactly the languages that have a file', async () => {
    const listed = JSON.parse(await readFile(join(LOCALES, 'languages.json'), 'utf8')) as { code: string }[];
    const files = (await readdir(LOCALES))
      .filter((file) => file !== 'languages.json')
      .map((file) => file.replace('.json', ''));
    expect(listed.map(({ code }) => code).toSorted()).toEqual(files.toSorted());
  });
});

function flatten(tree: object, prefix = ''): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [name, value] of Object.entries(tree) as [string, string | object][]) {
    if (typeof value === 'string') keys.set(prefix + name, value);
    else for (const [key, text] of flatten(value, `${prefix}${name}.`)) keys.set(key, text);
  }
  return keys;
}

async function readSources(): Promise<string> {
  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  return (await Promise.all(files.map(async (file) => await readFile(join(SOURCES, file), 'utf8')))).join(
    '\n',
  );
}
