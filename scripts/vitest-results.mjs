import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { PROJECT } from './project.mjs';

/** @typedef {import('./test-results.mjs').Result} Result */

/**
 * A Vitest reporter that writes the result of every test to the file that TEST_RESULTS names. Unlike Vitest's own JSON
 * it includes errors outside of tests, and counts a test that passed only when retried as failed.
 */
export default class ResultsReporter {
  /** @param {readonly any[]} modules @param {readonly { message?: string, stack?: string }[]} unhandled */
  onTestRunEnd(modules, unhandled) {
    const errors = unhandled.map(({ message, stack }) => stack ?? message ?? 'unknown error');
    /** @type {Result[]} */
    const results = [];
    for (const module of modules) {
      const file = relative(PROJECT, module.moduleId);
      const suites = [module, ...module.children.allSuites()];
      for (const error of suites.flatMap((suite) => suite.errors())) errors.push(`${file}: ${error.message}`);
      const tests = [...module.children.allTests()];
      if (tests.length === 0 && module.state() !== 'skipped') errors.push(`${file}: no test was found`);
      for (const test of tests) results.push({ file, title: test.fullName, ...outcome(test) });
    }
    writeFileSync(String(process.env['TEST_RESULTS']), JSON.stringify({ results, errors }));
  }
}

/** @param {any} test @returns {Pick<Result, 'state' | 'message'>} */
function outcome(test) {
  const { state, errors = [] } = test.result();
  const message = errors[0]?.stack ?? errors[0]?.message ?? '';
  if (state === 'pending') return { state: 'failed', message: 'did not end' };
  if (test.diagnostic()?.retryCount > 0) return { state: 'failed', message: `needed a retry: ${message}` };
  return { state, message };
}
