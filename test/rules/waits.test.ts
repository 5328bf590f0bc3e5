import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/** The only places that define how long a test waits, and this rule. */
const EXEMPT = ['test/patience.ts', 'src/web/ui/render-for-test.tsx', 'test/rules/waits.test.ts'];

const files = globSync('{src,test,scripts,bin,fuzz}/**/*.{ts,tsx}', { cwd: PROJECT }).filter(
  (path) => !path.startsWith('test/e2e/') && !EXEMPT.includes(path),
);

it('no wait of a test has a limit of its own: a machine that is busy for a second is no fault', () => {
  const limited = /\bvi\.wait(?:For|Until)\(|\.poll\((?:[^;]*?)\btimeout:/u;
  expect(files.filter((path) => limited.test(readFileSync(join(PROJECT, path), 'utf8')))).toEqual([]);
  expect(files.length).toBeGreaterThan(1_000);
});

it('no test takes what another one does for its own: their databases are on one server', () => {
  const others = /from pg_(?:locks|stat_activity)\b(?! where pid = )(?![^;]*?current_database\(\))/u;
  const tests = files.filter((path) => /\.test\.tsx?$|^test\//u.test(path));
  // These have a server of their own.
  const shared = tests.filter((path) => !/^test\/(?:cluster|faults|chaos)\//u.test(path));
  expect(shared.filter((path) => others.test(readFileSync(join(PROJECT, path), 'utf8')))).toEqual([]);
});
