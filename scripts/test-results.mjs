import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of a Vitest JSON report. A file that cannot even be loaded has no tests to fail, so it counts as one.
 * @param {any} report @returns {Counts}
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts of a Playwright JSON report. A test that passed only at the second try has passed: a fault fails twice.
 * @param {any} report @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

/**
 * What one runner contributes: its report and its exit status must agree, and nothing tested is a failure.
 * @param {string} name @param {Counts | undefined} counts undefined when it left no report @param {number} status
 * @returns {{ counts: Counts, complaint?: string }}
 */
export function judge(name, counts, status) {
  if (!counts)
    return complain({ passed: 0, failed: 0, skipped: 0 }, `${name} left no report (status ${status})`);
  if (counts.failed > 0) return { counts };
  if (status !== 0) return complain(counts, `${name} ended with status ${status} although no test failed`);
  if (counts.passed === 0) return complain(counts, `${name} ran no test`);
  return { counts };
}

/** @param {Counts} counts @param {string} complaint */
function complain(counts, complaint) {
  return { counts: { ...counts, failed: counts.failed + 1 }, complaint };
}

/** The last line of every test command. @param {readonly Counts[]} all */
export function summaryLine(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((total, counts) => total + counts[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}

/** Seconds per file of a Playwright report; Vitest prints its own. @param {any} report @returns {[string, number][]} */
export function playwrightTimes(report) {
  return report.suites.map((/** @type {any} */ suite) => [suite.file, milliseconds(suite) / 1000]);
}

/** @param {any} suite @returns {number} */
function milliseconds(suite) {
  let total = 0;
  for (const spec of suite.specs ?? []) {
    for (const test of spec.tests) for (const result of test.results) total += result.duration;
  }
  for (const inner of suite.suites ?? []) total += milliseconds(inner);
  return total;
}

/** A message of a whole page tells no more than its beginning. */
const MESSAGE_CHARS = 600;

/**
 * What did not pass at once, a text each: the name, whether it passed at the second try, and how it began to fail. They
 * stand at the end of a run, where they are found after thousands of lines.
 * @param {any} report of Vitest @returns {string[]}
 */
export function vitestTroubles(report) {
  return report.testResults.flatMap((/** @type {any} */ file) => [
    ...(file.assertionResults.length === 0 && file.status === 'failed'
      ? [trouble(file.name, 'failed', file.message)]
      : []),
    ...file.assertionResults
      .filter((/** @type {any} */ one) => one.status === 'failed' || one.failureMessages?.length > 0)
      .map((/** @type {any} */ one) => trouble(one.fullName, one.status, one.failureMessages?.[0])),
  ]);
}

/** As vitestTroubles. @param {any} report of Playwright @returns {string[]} */
export function playwrightTroubles(report) {
  return [
    ...(report.errors ?? []).map((/** @type {any} */ error) =>
      trouble('playwright', 'failed', error.message),
    ),
    ...report.suites.flatMap(suiteTroubles),
  ];
}

/** @param {any} suite @returns {string[]} */
function suiteTroubles(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky')
      .map((/** @type {any} */ test) => {
        const error = test.results.find((/** @type {any} */ result) => result.error)?.error;
        return trouble(
          `${suite.file}: ${spec.title}`,
          test.status === 'flaky' ? 'passed' : 'failed',
          error?.message,
        );
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(suiteTroubles)];
}

/** @param {string} name @param {string} status @param {string | undefined} message */
function trouble(name, status, message = '') {
  const plain = stripVTControlCharacters(message).slice(0, MESSAGE_CHARS);
  return `${status === 'passed' ? 'passed at the second try' : 'FAILED'}: ${name}\n${plain}`.trimEnd();
}
