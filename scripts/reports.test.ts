import { describe, expect, test } from 'vitest';

import { provedIn, readPromises, tally } from './proved-ids.mjs';
import {
  countPlaywright,
  countVitest,
  judge,
  playwrightTimes,
  playwrightTroubles,
  summaryLine,
  vitestTroubles,
} from './test-results.mjs';

const one = (fullName: string, status: string, ...failureMessages: string[]): object => ({
  fullName,
  status,
  failureMessages,
});
const spec = (duration: number): object => ({ tests: [{ results: [{ duration }] }] });

describe('the last line of a test run', () => {
  test('sums all runners', () => {
    const line = summaryLine([
      { passed: 3, failed: 0, skipped: 1 },
      { passed: 2, failed: 1, skipped: 0 },
    ]);
    expect(line).toBe('5 passed, 1 failed, 1 skipped');
  });

  test('a file that cannot be loaded is a failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  test('a browser test that passed at the second try has passed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 6, failed: 2, skipped: 2 });
  });

  test.each([
    ['no report', undefined, 0],
    ['an error outside of the tests', { passed: 3, failed: 0, skipped: 0 }, 1],
    ['no test at all', { passed: 0, failed: 0, skipped: 0 }, 0],
  ])('%s is a failure with a reason', (_name, counts, status) => {
    const verdict = judge('runner', counts, status);
    expect(verdict.counts.failed).toBe(1);
    expect(verdict.complaint).toMatch(/^runner /u);
  });

  test('a good run has nothing to complain about', () => {
    const counts = { passed: 3, failed: 0, skipped: 0 };
    expect(judge('runner', counts, 0)).toEqual({ counts });
  });

  test('what did not pass at once is named with the beginning of its message', () => {
    const testResults = [
      { status: 'failed', name: 'a.test.ts', message: 'no such module', assertionResults: [] },
      {
        status: 'failed',
        assertionResults: [
          one('good', 'passed'),
          one('slow', 'passed', 'in time?'),
          one('bad', 'failed', '\u001B[31mno\u001B[39m'),
        ],
      },
    ];
    expect(vitestTroubles({ testResults })).toEqual([
      'FAILED: a.test.ts\nno such module',
      'passed at the second try: slow\nin time?',
      'FAILED: bad\nno',
    ]);
    const flaky = {
      title: 'logs in',
      tests: [{ status: 'flaky', results: [{ error: { message: 'late' } }, {}] }],
    };
    const good = { title: 'good', tests: [{ status: 'expected', results: [{}] }] };
    const suites = [{ file: 'x.spec.ts', specs: [good], suites: [{ file: 'x.spec.ts', specs: [flaky] }] }];
    expect(playwrightTroubles({ errors: [{ message: 'no browser' }], suites })).toEqual([
      'FAILED: playwright\nno browser',
      'passed at the second try: x.spec.ts: logs in\nlate',
    ]);
  });

  test('the time of a browser test file is the sum of its tests', () => {
    const report = {
      suites: [{ file: 'login.spec.ts', specs: [spec(500)], suites: [{ specs: [spec(1_000)] }] }],
    };
    expect(playwrightTimes(report)).toEqual([['login.spec.ts', 1.5]]);
  });
});

describe('proofs of promises', () => {
  test('ids count in titles of tests only', () => {
    const source = `
      // test('[NO-01] in a comment of its own line does not run'
      test('[YES-01] plain', () => {});
      it.each([1, 2])("[YES-02] [A-YES-03] two", () => {});
      test.runIf(isRoot())(\`[F-yes-04] template\`, () => {});
      describe('[YES-05] group', () => {});
      const text = '[NO-02]';
      log('[NO-03]');`.replace("// test('", '// ');
    expect(provedIn(source)).toEqual(['YES-01', 'YES-02', 'A-YES-03', 'F-yes-04', 'YES-05']);
  });

  test('rows are counted per area; attacks and faults keep their letter', () => {
    const promises = [
      ...readPromises('id\tarea\trequirement\nINBOX-01\tinbox\tone\nINBOX-02\tinbox\ttwo\n'),
      ...readPromises('id\tarea\tentry\nA-AUTH-01\tAUTH\tlogin\n'),
      ...readPromises('id\tfault\tstep\nF-db-04\tkilled\tupgrade\n'),
    ];
    expect(tally(promises, new Set(['INBOX-02', 'F-db-04']))).toEqual([
      { area: 'inbox', total: 2, proved: 1, unproved: ['INBOX-01'] },
      { area: 'A-AUTH', total: 1, proved: 0, unproved: ['A-AUTH-01'] },
      { area: 'F-db', total: 1, proved: 1, unproved: [] },
    ]);
  });
});
