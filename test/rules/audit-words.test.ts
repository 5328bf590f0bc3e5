import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import english from '../../locales/operator/en.json' with { type: 'json' };

const ROOT = new URL('../../', import.meta.url).pathname;

/** Places where the name of an action occurs: as an argument of `audit`, as a field, or in the type of a parameter. */
const PLACES = [
  /\baudit\w*\([^;]{0,200}?'([a-z-]+\.[a-z-]+)'/gu,
  /\baction: '([a-z-]+\.[a-z-]+)'/gu,
  /\baction: '[a-z.-]+' \| '([a-z-]+\.[a-z-]+)'/gu,
];

const SOURCES = globSync('src/{server,operator}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'));

it('every act of the audit log has words in the operator console', () => {
  const acts = new Set(
    SOURCES.flatMap((text) =>
      PLACES.flatMap((place) => [...text.matchAll(place)].map(([, act = '']) => act)),
    ),
  );
  expect(acts.size).toBeGreaterThan(150);
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = english.operator.act;
  const silent = [...acts].filter((act) => {
    const [area = '', verb = ''] = act.split('.');
    return words[area]?.[verb] === undefined;
  });
  expect(silent).toEqual([]);
});

it('every kind of thing that the audit log names has a word, too', () => {
  const kinds = new Set(
    SOURCES.flatMap((text) => [...text.matchAll(/\bobject: `([a-z_-]+)\/\$/gu)].map(([, kind = '']) => kind)),
  );
  expect(kinds.size).toBeGreaterThan(15);
  expect([...kinds].filter((kind) => !Object.hasOwn(english.operator.audit.kind, kind))).toEqual([]);
});
