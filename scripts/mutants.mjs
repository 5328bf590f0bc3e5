#!/usr/bin/env node
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { partOf } from './mutants-part.mjs';
import { runForeground } from './processes.mjs';
import { PROJECT, SetupError, inProject, isPinnedNode, pinnedNode, runScript, say } from './project.mjs';
import { setUp } from './setup.mjs';

/**
 * Code whose faults nobody would notice, and the tests that must detect a change in it.
 * @type {Record<string, { mutate: string[], tests: string[] }>}
 */
const AREAS = {
  'fax-page': {
    mutate: ['src/engine/documents/fax-page/*.ts'],
    tests: ['src/engine/documents/fax-page/*.test.ts'],
  },
  search: {
    mutate: ['src/server/features/mailbox/inbox/search-*.ts'],
    tests: [
      'src/server/features/mailbox/inbox/{fax-list,search,inbox}*.test.ts',
      'src/server/features/mailbox/inbox/page-text/*search*.test.ts',
      'src/server/features/mailbox/inbox/team/team-{lists,places}.test.ts',
      'test/search{,-filters}.laws.test.ts',
    ],
  },
  gate: {
    mutate: ['src/server/kit/{gate,scope}.ts'],
    tests: ['src/server/kit/gate.test.ts', 'test/gate.test.ts', 'test/access-matrix.test.ts'],
  },
  queue: {
    mutate: ['src/server/features/faxes/queue/*.store.ts'],
    tests: [
      'src/server/features/faxes/queue/*.test.ts',
      'src/operator/admin.test.ts',
      'test/operator-console.test.ts',
    ],
  },
};

/**
 * Changes the code of these areas in one place at a time and checks whether a test fails: `npm run mutants` for all
 * areas, `npm run mutants -- fax-page` for one. Prints the changes that survived, and each area's share of detected
 * ones. Takes minutes for fax-page and hours for the queue; makes one change at a time, so that other work can
 * continue. `--part 3/40` tries one fortieth of the changes, the same ones each time while the code is unchanged, so
 * that an area can be sampled or measured in stages.
 */
await runScript(async () => {
  if (!isPinnedNode()) {
    await setUp({ tests: true });
    await runForeground(pinnedNode(), [inProject('scripts', 'mutants.mjs'), ...process.argv.slice(2)]);
    return;
  }
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { part: { type: 'string', default: '1/1' } },
  });
  partOf(values.part);
  process.env['MUTANTS_PART'] = values.part;
  const scores = [];
  for (const name of names.length > 0 ? names : Object.keys(AREAS)) {
    const area = AREAS[name];
    if (!area) throw new SetupError(`There is no area ${name}; there are ${Object.keys(AREAS).join(', ')}.`);
    scores.push(`${name}: ${await scoreOf(area)}`);
  }
  for (const line of scores) say(line);
});

/** @param {{ mutate: string[], tests: string[] }} area */
async function scoreOf({ mutate, tests }) {
  const { Stryker } = await import('@stryker-mutator/core');
  process.chdir(PROJECT);
  // Its workers, and the processes they start, run on the product's Node.
  process.env['PATH'] = `${dirname(pinnedNode())}:${process.env['PATH'] ?? ''}`;
  process.env['MUTANTS_TESTS'] = tests.join('\n');
  // Property tests try the same random cases for every change.
  process.env['LAWS_SEED'] ??= '1';
  const stryker = new Stryker({
    mutate: [...mutate, '!**/*.test.ts'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', inProject('scripts', 'mutants-part.mjs')],
    checkers: ['part'],
    concurrency: 1,
    // Each change of a module's constant would run every test again in a separate process: two thirds of the time.
    ignoreStatic: true,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    tempDirName: 'tmp/mutants',
    // TypeScript 7 has no API with which Stryker could rewrite its settings, and nothing here needs that.
    tsconfigFile: 'none',
    ignorePatterns: ['/dist', '/docs', '/tmp'],
  });
  const mutants = await stryker.runMutationTest();
  /** @param {string[]} states */
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  const [failed, hung] = [count('Killed'), count('Timeout')];
  const [survived, unreached] = [count('Survived'), count('NoCoverage')];
  const tried = failed + hung + survived + unreached;
  const share = ((100 * (failed + hung)) / tried).toFixed(1);
  return `${share} % of ${tried} changes noticed (${failed} failed a test, ${hung} hung, ${survived} survived, ${unreached} not reached by a test), of ${tried + count('CompileError')}`;
}
