#!/usr/bin/env node
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { forgetRun, keepRun, stamp } from './kept-results.mjs';
import { runStep } from './processes.mjs';
import { SetupError, inProject, pinnedNode, runScript, say } from './project.mjs';
import { setUp } from './setup.mjs';
import { judge, playwrightReport, playwrightTimes, readUnsteady, summaryLine } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Counts} Counts */
/** @typedef {import('./test-results.mjs').Report} Report */
/** @typedef {import('./test-results.mjs').Result} Result */
/** @typedef {(reports: string) => Promise<{ name: string, report: Report | undefined, status: number }>} Runner */

/**
 * What `npm test`, `npm run test:faults`, `test:lines`, `test:cluster` and `screenshots` run.
 * @type {Record<string, Runner[]>}
 */
const SUITES = {
  quick: [vitest(), playwright('e2e')],
  faults: [vitest('vitest.faults.config.ts'), vitest('vitest.alone.config.ts')],
  lines: [vitest('vitest.lines.config.ts')],
  cluster: [vitest('vitest.cluster.config.ts'), playwright('e2e', { E2E_CLUSTER: '1' })],
  screenshots: [playwright('screenshots')],
};

await runScript(async () => {
  const name = process.argv[2] ?? 'quick';
  const runners = SUITES[name];
  if (!runners)
    throw new SetupError(`There is no suite ${name}; there are ${Object.keys(SUITES).join(', ')}.`);
  const unsteady = unsteadyTests();
  await setUp({ tests: true, cluster: name === 'cluster', lines: name === 'lines' });
  const tested = stamp();
  forgetRun(name);
  const reports = mkdtempSync(join(tmpdir(), 'f2e-reports-'));
  /** @type {Counts[]} */
  const all = [];
  /** @type {string[]} */
  const troubles = [];
  /** @type {Result[]} */
  const results = [];
  try {
    for (const run of runners) {
      const { name: runner, report, status } = await run(reports);
      const judged = judge(runner, report, status, unsteady);
      troubles.push(...judged.troubles);
      results.push(...judged.results);
      all.push(judged.counts);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  keepRun(name, tested, results);
  noteTroubles(troubles);
  if (all.some(({ failed }) => failed > 0)) process.exitCode = 1;
  noteCounts(all);
  process.stdout.write(`${summaryLine(all)}\n`);
});

/** Returns the tests that may fail (docs/unsteady.tsv). */
function unsteadyTests() {
  const rows = readUnsteady(readFileSync(inProject('docs', 'unsteady.tsv'), 'utf8'));
  const gone = rows.find(({ file }) => !existsSync(inProject(file)));
  if (gone) throw new SetupError(`docs/unsteady.tsv names a file that does not exist: ${gone.file}`);
  return rows;
}

/**
 * Prints again what did not pass, and adds it to the file that TEST_TROUBLES names: a caller that runs several suites
 * shows it at the very end.
 * @param {readonly string[]} troubles
 */
function noteTroubles(troubles) {
  for (const trouble of troubles) say(trouble);
  const file = process.env['TEST_TROUBLES'];
  if (file && troubles.length > 0) appendFileSync(file, `${troubles.join('\n')}\n`);
}

/** Adds the counts to the file that TEST_COUNTS names, for the sum of several suites. @param {readonly Counts[]} all */
function noteCounts(all) {
  const file = process.env['TEST_COUNTS'];
  if (file)
    for (const { passed, failed, skipped } of all) appendFileSync(file, `${passed} ${failed} ${skipped}\n`);
}

/** @param {string} [config] @returns {Runner} */
function vitest(config) {
  return async (reports) => {
    const file = join(reports, 'vitest.json');
    rmSync(file, { force: true });
    const program = inProject('node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${inProject('scripts', 'vitest-results.mjs')}`];
    const args = [program, 'run', ...(config ? ['--config', config] : []), ...reporters];
    const status = await runNode(args, { TEST_RESULTS: file });
    return { name: 'vitest', report: readReport(file), status };
  };
}

/** @param {string} project @param {Record<string, string>} [env] @returns {Runner} */
function playwright(project, env = {}) {
  return async (reports) => {
    const file = join(reports, 'playwright.json');
    const program = inProject('node_modules', '@playwright', 'test', 'cli.js');
    const status = await runNode([program, 'test', `--project=${project}`, '--reporter=list,json'], {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    const report = readReport(file);
    for (const [name, seconds] of report ? playwrightTimes(report) : [])
      say(`${name} ${seconds.toFixed(1)} s`);
    return { name: 'playwright', report: report && playwrightReport(report, 'test'), status };
  };
}

/**
 * Runs Node without the F2E_ settings of the person who runs the tests: tests have their own, and others must not
 * change what is tested.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [extra]
 */
async function runNode(args, extra = {}) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('F2E_'));
  const env = {
    ...Object.fromEntries(own),
    ...extra,
    PATH: `${dirname(pinnedNode())}:${process.env['PATH'] ?? ''}`,
  };
  return await runStep(pinnedNode(), args, { env, stdout: 'stdout' });
}

/** @param {string} file @returns {any} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // The runner died before it could write a report, which `judge` reports.
  }
}
