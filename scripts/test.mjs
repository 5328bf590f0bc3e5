#!/usr/bin/env node
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { runStep } from './processes.mjs';
import { SetupError, inProject, pinnedNode, runScript, say } from './project.mjs';
import { setUp } from './setup.mjs';
import {
  countPlaywright,
  countVitest,
  judge,
  playwrightTimes,
  playwrightTroubles,
  summaryLine,
  vitestTroubles,
} from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Counts} Counts */
/** @typedef {(reports: string) => Promise<{ counts: Counts, complaint?: string, troubles: string[] }>} Runner */

/** What `npm test`, `npm run test:faults`, `test:cluster` and `screenshots` run. @type {Record<string, Runner[]>} */
const SUITES = {
  quick: [vitest(), playwright('e2e')],
  faults: [vitest('vitest.faults.config.ts'), vitest('vitest.alone.config.ts')],
  cluster: [vitest('vitest.cluster.config.ts'), playwright('e2e', { E2E_CLUSTER: '1' })],
  screenshots: [playwright('screenshots')],
};

await runScript(async () => {
  const name = process.argv[2] ?? 'quick';
  const runners = SUITES[name];
  if (!runners)
    throw new SetupError(`There is no suite ${name}; there are ${Object.keys(SUITES).join(', ')}.`);
  await setUp({ tests: true, cluster: name === 'cluster' });
  const reports = mkdtempSync(join(tmpdir(), 'f2e-reports-'));
  /** @type {Counts[]} */
  const all = [];
  /** @type {string[]} */
  const troubles = [];
  try {
    for (const run of runners) {
      const { counts, complaint, troubles: found } = await run(reports);
      troubles.push(...found, ...(complaint ? [complaint] : []));
      all.push(counts);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  noteTroubles(troubles);
  if (all.some(({ failed }) => failed > 0)) process.exitCode = 1;
  process.stdout.write(`${summaryLine(all)}\n`);
});

/**
 * Says again what did not pass at once, and adds it to the file that TEST_TROUBLES names: whoever runs several suites
 * shows it at the very end.
 * @param {readonly string[]} troubles
 */
function noteTroubles(troubles) {
  for (const trouble of troubles) say(trouble);
  const file = process.env['TEST_TROUBLES'];
  if (file && troubles.length > 0) appendFileSync(file, `${troubles.join('\n')}\n`);
}

/** @param {string} [config] @returns {Runner} */
function vitest(config) {
  return async (reports) => {
    const file = join(reports, 'vitest.json');
    const program = inProject('node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const status = await runNode([program, 'run', ...(config ? ['--config', config] : []), ...reporters]);
    const report = readReport(file);
    const judgement = judge('vitest', report && countVitest(report), status);
    return { ...judgement, troubles: report ? vitestTroubles(report) : [] };
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
    const judgement = judge('playwright', report && countPlaywright(report), status);
    return { ...judgement, troubles: report ? playwrightTroubles(report) : [] };
  };
}

/** Tests bring their own settings: those of the person who runs them must not change what is tested. @param {string[]} args @param {NodeJS.ProcessEnv} [extra] */
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
    return undefined; // The runner died before it could write one, which judge reports.
  }
}
