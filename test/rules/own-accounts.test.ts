import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BROWSER_TESTS = join(import.meta.dirname, '../e2e');

/** Numbers of accounts that browser tests make for themselves. */
const OWN_NUMBER = /\b21255506\d\d\b/gu;

it('no two files of browser tests use one account: either would find what the other has left', () => {
  const files = globSync('*.spec.ts', { cwd: BROWSER_TESTS });
  const users = new Map<string, string[]>();
  for (const file of files)
    for (const number of new Set(readFileSync(join(BROWSER_TESTS, file), 'utf8').match(OWN_NUMBER)))
      users.set(number, [...(users.get(number) ?? []), file]);
  expect(users.size).toBeGreaterThan(20);
  expect([...users].filter(([, of]) => of.length > 1)).toEqual([]);
});
