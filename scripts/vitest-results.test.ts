import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inProject } from './project.mjs';
import type { Report } from './test-results.mjs';

/** Test files with every possible outcome of a test. */
const FILES = {
  'tests.test.ts': `
    describe('group', () => {
      test('good', () => {});
      test('bad', () => { throw new Error('no'); });
      test.skip('not now', () => {});
    });
    let tries = 0;
    test('at last', { retry: 1 }, () => { tries += 1; if (tries === 1) throw new Error('too early'); });`,
  'hook.test.ts': `
    describe('prepared', () => {
      beforeAll(() => { throw new Error('not prepared'); });
      test('never begun', () => {});
    });`,
  'unhandled.test.ts': `
    test('looks good', () => { void Promise.reject(new Error('nobody caught it')); });`,
  'broken.test.ts': `import './not-there.ts';`,
  'empty.test.ts': '',
};

let folder: string;
let report: Report;

beforeAll(() => {
  mkdirSync(inProject('tmp'), { recursive: true });
  folder = mkdtempSync(inProject('tmp', 'vitest-results-'));
  for (const [name, source] of Object.entries(FILES))
    writeFileSync(
      join(folder, name),
      `import { beforeAll, describe, test } from 'vitest';\nvoid [beforeAll, describe, test];\n${source}\n`,
    );
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
  const file = join(folder, 'results.json');
  const args = ['run', '--root', folder, `--reporter=${inProject('scripts', 'vitest-results.mjs')}`];
  spawnSync(process.execPath, [inProject('node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, TEST_RESULTS: file },
  });
  report = JSON.parse(readFileSync(file, 'utf8')) as Report;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every test is named with its file and group, and one that needed a retry has failed', () => {
  const states = report.results.map(({ file, title, state }) => `${basename(file)}: ${title}: ${state}`);
  expect(states.toSorted()).toEqual([
    'hook.test.ts: prepared > never begun: skipped',
    'tests.test.ts: at last: failed',
    'tests.test.ts: group > bad: failed',
    'tests.test.ts: group > good: passed',
    'tests.test.ts: group > not now: skipped',
    'unhandled.test.ts: looks good: passed',
  ]);
  expect(report.results[0]?.file).toMatch(/^tmp\/vitest-results-[^/]+\/[a-z]+\.test\.ts$/u);
  expect(report.results.find(({ title }) => title === 'at last')?.message).toMatch(
    /needed a retry: .*too early/u,
  );
});

test.each([
  ['a hook that fails', /hook\.test\.ts: not prepared/u],
  ['an error that no test caught', /nobody caught it/u],
  ['a file that cannot be loaded', /broken\.test\.ts: .*not-there/u],
  ['a file without tests', /empty\.test\.ts: /u],
])('%s is an error of the run', (_name, error) => {
  expect(report.errors.some((message) => error.test(message))).toBe(true);
});
