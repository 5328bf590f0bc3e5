import { stripVTControlCharacters } from 'node:util';

/** Maximum length of a message; a whole page tells no more than its beginning. */
const MESSAGE_CHARS = 600;

/**
 * The result of one test. `file` is its path in the project, `title` its name preceded by those of its groups.
 * @typedef {{ file: string, title: string, state: 'passed' | 'failed' | 'skipped' | 'unsteady', message: string }} Result
 */
/**
 * The report of one runner: its tests, and errors outside of tests.
 * @typedef {{ results: Result[], errors: string[] }} Report
 */
/** @typedef {{ passed: number, failed: number, skipped: number, unsteady: number }} Counts */
/** A row of docs/unsteady.tsv. @typedef {{ file: string, title: string }} Unsteady */

/**
 * Returns the tests of a Playwright JSON report. A test that passed only when it was retried counts as failed.
 * @param {any} report @param {string} folder that its files are relative to @returns {Report}
 */
export function playwrightReport(report, folder) {
  /** @param {any} suite @param {string[]} groups @returns {Result[]} */
  const testsOf = (suite, groups) => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ test) => ({
        file: `${folder}/${spec.file}`,
        title: [...groups, spec.title].join(' > '),
        ...playwrightOutcome(test),
      })),
    ),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => testsOf(inner, [...groups, inner.title])),
  ];
  return {
    results: report.suites.flatMap((/** @type {any} */ file) => testsOf(file, [])),
    errors: (report.errors ?? []).map((/** @type {any} */ error) => `playwright: ${error.message}`),
  };
}

/** @param {any} test @returns {Pick<Result, 'state' | 'message'>} */
function playwrightOutcome({ status, results, annotations = [] }) {
  if (status === 'skipped') return { state: 'skipped', message: '' };
  const failures = results.flatMap((/** @type {any} */ one) => one.errors ?? []).map(playwrightFailure);
  // What the page reported meanwhile (test/e2e/product.ts).
  const said = annotations.map((/** @type {any} */ { type, description }) => `${type}: ${description}`);
  const message = [...said, ...failures].join('\n');
  if (status === 'expected') return { state: 'passed', message };
  return { state: 'failed', message: status === 'flaky' ? `needed a retry: ${message}` : message };
}

/**
 * Describes one failure with its location: only the location shows at which step a test timed out.
 * @param {any} error
 */
function playwrightFailure({ message, location }) {
  const text = stripVTControlCharacters(message).slice(0, MESSAGE_CHARS);
  return location ? `${text}\n    at ${location.file.split('/').at(-1)}:${location.line}` : text;
}

/**
 * Reads the rows of docs/unsteady.tsv, whose first line names the columns.
 * @param {string} table @returns {Unsteady[]}
 */
export function readUnsteady(table) {
  const [, ...lines] = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [file = '', title = ''] = line.split('\t');
    return { file, title };
  });
}

/**
 * Returns the contribution of one runner. Running no tests is a failure, and so is a report that does not explain the
 * exit status. A test on the list of unsteady ones neither passes nor fails; a row whose test does not exist is a
 * failure.
 * @param {string} name @param {Report | undefined} report undefined when it left none @param {number} status
 * @param {readonly Unsteady[]} list
 * @returns {{ counts: Counts, troubles: string[], results: Result[] }}
 */
export function judge(name, report, status, list) {
  if (!report)
    return {
      counts: count([], 1),
      troubles: [`FAILED: ${name} left no report (status ${status})`],
      results: [],
    };
  const listed = (/** @type {Result} */ { file, title }) =>
    list.some((row) => row.file === file && row.title === title);
  const results = report.results.map((result) =>
    result.state !== 'skipped' && listed(result)
      ? { ...result, state: /** @type {const} */ ('unsteady') }
      : result,
  );
  const failing = report.results.filter(({ state }) => state === 'failed');
  const troubles = failing.map((result) =>
    trouble(
      listed(result) ? 'UNSTEADY, failed' : 'FAILED',
      `${result.file}: ${result.title}`,
      result.message,
    ),
  );
  const errors = [...report.errors, ...missing(report.results, list)];
  if (status !== 0 && failing.length === 0 && errors.length === 0)
    errors.push(`${name} ended with status ${status} although no test failed`);
  if (status === 0 && failing.length > 0) errors.push(`${name} ended with status 0 although a test failed`);
  if (results.every(({ state }) => state === 'skipped')) errors.push(`${name} ran no test`);
  troubles.push(...errors.map((error) => trouble('FAILED', error, '')));
  return { counts: count(results, errors.length), troubles, results };
}

/**
 * Returns rows about a file of this run that does not (or no longer) have such a test.
 * @param {readonly Result[]} results @param {readonly Unsteady[]} list
 */
function missing(results, list) {
  return list
    .filter(({ file }) => results.some((result) => result.file === file))
    .filter((row) => !results.some(({ file, title }) => file === row.file && title === row.title))
    .map(({ file, title }) => `docs/unsteady.tsv names a test that does not exist: ${file}: ${title}`);
}

/** @param {readonly Result[]} results @param {number} errors that are no test's @returns {Counts} */
function count(results, errors) {
  const counts = { passed: 0, failed: errors, skipped: 0, unsteady: 0 };
  for (const { state } of results) counts[state] += 1;
  return counts;
}

/** Returns the last line of every test command. @param {readonly Counts[]} all */
export function summaryLine(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((total, counts) => total + counts[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped, ${sum('unsteady')} unsteady`;
}

/**
 * Returns the seconds per file of a Playwright report; Vitest prints its own.
 * @param {any} report @returns {[string, number][]}
 */
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

/**
 * Describes a test that did not pass; printed at the end of a run, where it is easy to find after thousands of lines.
 * @param {string} kind @param {string} name @param {string} message
 */
function trouble(kind, name, message) {
  const plain = stripVTControlCharacters(message).slice(0, 4 * MESSAGE_CHARS);
  return `${kind}: ${stripVTControlCharacters(name)}\n${plain}`.trimEnd();
}
