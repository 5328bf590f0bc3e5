import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BROWSER_TESTS = join(import.meta.dirname, '../e2e');

/** The number of an account that a file uses, in a constant. */
const ACCOUNT = /^const [A-Z]+ = '(\d{10})';/gmu;
/** Demonstration accounts, which tests leave unchanged. */
const DEMONSTRATION = ['2125550100', '2125550101', '2125550150'];

it('no two files of browser tests use one account: either would find what the other has left', () => {
  const files = globSync('*.spec.ts', { cwd: BROWSER_TESTS });
  const users = new Map<string, string[]>();
  for (const file of files)
    for (const [, number = ''] of readFileSync(join(BROWSER_TESTS, file), 'utf8').matchAll(ACCOUNT))
      users.set(number, [...(users.get(number) ?? []), file]);
  for (const number of DEMONSTRATION) users.delete(number);
  expect(users.size).toBeGreaterThan(20);
  expect([...users].filter(([, of]) => of.length > 1)).toEqual([]);
});
