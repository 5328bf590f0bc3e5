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
