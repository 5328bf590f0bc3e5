import { describe, expect, test } from 'vitest';

import { judge, playwrightReport, playwrightTimes, readUnsteady, summaryLine } from './test-results.mjs';
import type { Result } from './test-results.mjs';

const result = (title: string, state: Result['state'], message = ''): Result => ({
  file: 'a.test.ts',
  title,
  state,
  message,
});
const spec = (title: string, status: string, ...errors: object[]): object => ({
  title,
  file: 'e2e/x.spec.ts',
  tests: [{ status, results: [{ duration: 500, errors }, { duration: 0 }] }],
});
const UNSTEADY = readUnsteady(
  'file\ttitle\tsince\tcause\tremedy\na.test.ts\tgroup > slow\t2026-11-23\tbusy\ta clock\n\n',
);

/** Returns the counts and troubles of a run of two tests, the second of which is on the list. */
function withUnsteady(state: Result['state'], status: number): unknown {
  const results = [result('good', 'passed'), result('group > slow', state, 'late')];
  const { counts, troubles } = judge('runner', { results, errors: [] }, status, UNSTEADY);
  return [counts, troubles];
}

describe('the last line of a test run', () => {
  test('sums all runners', () => {
    const line = summaryLine([
      { passed: 3, failed: 0, skipped: 1, unsteady: 2 },
      { passed: 2, failed: 1, skipped: 0, unsteady: 0 },
    ]);
    expect(line).toBe('5 passed, 1 failed, 1 skipped, 2 unsteady');
  });

  test.each([
    ['no report', undefined, 0, /left no report/u],
    [
      'an exit status that no test explains',
      { results: [result('one', 'passed')], errors: [] },
      1,
      /status 1/u,
    ],
    [
      'a failed test and an exit status of 0',
      { results: [result('one', 'failed')], errors: [] },
      0,
      /status 0/u,
    ],
    ['no test at all', { results: [], errors: [] }, 0, /ran no test/u],
    [
      'what fails outside of tests',
      { results: [result('one', 'passed')], errors: ['no browser'] },
      1,
      /no browser/u,
    ],
  ])('%s is a failure with a reason', (_name, report, status, reason) => {
    const { counts, troubles } = judge('runner', report, status, []);
    expect(counts.failed).toBeGreaterThan(0);
    expect(troubles.join('\n')).toMatch(reason);
  });

  test('every test counts once, and what failed is named with the beginning of its message', () => {
    const results = [
      result('good', 'passed'),
      result('bad', 'failed', '\u001B[31mno\u001B[39m'),
      result('not now', 'skipped'),
    ];
    expect(judge('runner', { results, errors: [] }, 1, [])).toEqual({
      counts: { passed: 1, failed: 1, skipped: 1, unsteady: 0 },
      troubles: ['FAILED: a.test.ts: bad\nno'],
      results,
    });
  });

  test('a test on the list neither passes nor fails, and is named when it fails', () => {
    const one = { passed: 1, failed: 0, skipped: 0, unsteady: 1 };
    expect(withUnsteady('passed', 0)).toEqual([one, []]);
    expect(withUnsteady('failed', 1)).toEqual([one, ['UNSTEADY, failed: a.test.ts: group > slow\nlate']]);
    expect(withUnsteady('skipped', 0)).toEqual([{ passed: 1, failed: 0, skipped: 1, unsteady: 0 }, []]);
  });

  test('the list forgives nothing else', () => {
    const results = [result('group > slow', 'failed'), result('slow', 'failed')];
    const { counts, troubles } = judge('runner', { results, errors: ['no browser'] }, 1, UNSTEADY);
    expect(counts).toEqual({ passed: 0, failed: 2, skipped: 0, unsteady: 1 });
    expect(troubles.join('\n')).toMatch(/FAILED: a\.test\.ts: slow\n[^]*FAILED: no browser/u);
  });

  test('a row of the list whose test does not exist is a failure', () => {
    const { counts, troubles } = judge(
      'runner',
      { results: [result('slow', 'passed')], errors: [] },
      0,
      UNSTEADY,
    );
    expect(counts.failed).toBe(1);
    expect(troubles.join('\n')).toContain('does not exist: a.test.ts: group > slow');
  });

  test('browser tests are named with their groups and every error; one that needed a retry has failed', () => {
    const both = [
      { message: 'timeout' },
      { message: 'click: closed', location: { file: 'e2e/x.spec.ts', line: 7 } },
    ];
    const suites = [
      {
        file: 'e2e/x.spec.ts',
        title: 'e2e/x.spec.ts',
        specs: [spec('good', 'expected'), spec('not now', 'skipped')],
        suites: [
          {
            title: 'group',
            specs: [spec('late', 'flaky', { message: 'too late' }), spec('bad', 'unexpected', ...both)],
          },
        ],
      },
    ];
    const { results, errors } = playwrightReport({ errors: [{ message: 'no browser' }], suites }, 'test');
    expect(results.map(({ file, title, state, message }) => [file, title, state, message])).toEqual([
      ['test/e2e/x.spec.ts', 'good', 'passed', ''],
      ['test/e2e/x.spec.ts', 'not now', 'skipped', ''],
      ['test/e2e/x.spec.ts', 'group > late', 'failed', 'needed a retry: too late'],
      ['test/e2e/x.spec.ts', 'group > bad', 'failed', 'timeout\nclick: closed\n    at x.spec.ts:7'],
    ]);
    expect(errors).toEqual(['playwright: no browser']);
    expect(playwrightTimes({ suites })).toEqual([['e2e/x.spec.ts', 2]]);
  });
});
