#!/usr/bin/env node
import { keptRuns, stamp } from './kept-results.mjs';
import { SetupError, runScript, say } from './project.mjs';
import { namedInFiles, promisesOf } from './promises.mjs';
import { lacks, proofsOf, tally } from './proved-ids.mjs';

/** @typedef {import('./kept-results.mjs').KeptRun} KeptRun */

/** The suites whose tests prove something, and the commands that run them. @type {Record<string, string>} */
const SUITES = {
  quick: 'npm test',
  faults: 'npm run test:faults',
  cluster: 'npm run test:cluster',
  screenshots: 'npm run screenshots',
};

/**
 * Reports which promises are proved: by tests that name them and that passed in the last run of their suite. Arguments:
 * areas to show; `--json` prints one document. An id that no table contains is an error, because a typo would otherwise
 * look like a proof.
 */
await runScript(async () => {
  const args = process.argv.slice(2);
  const areas = args.filter((arg) => !arg.startsWith('--'));
  const { promises, parts } = promisesOf();
  const named = namedInFiles();
  const runs = keptRuns();
  const proofs = proofsOf(runs);
  const unknown = unknownIds(promises, [...named.keys(), ...proofs.keys(), ...parts.map(({ id }) => id)]);
  if (unknown.length > 0)
    throw new SetupError(
      `Tests or docs/proof-parts.tsv name ids that no table in docs/ has: ${unknown.join('; ')}`,
    );
  if (runs.length === 0)
    throw new SetupError(
      `There are no test results yet, so nothing is proved: run ${Object.values(SUITES).join(', ')}.`,
    );
  for (const warning of warnings(runs)) say(warning);
  const rows = tally(promises, (promised) =>
    lacks(promised, {
      proofs: proofs.get(promised.id) ?? [],
      files: named.get(promised.id)?.tests ?? [],
      parts: parts.filter(({ id }) => id === promised.id),
    }),
  );
  const shown = areas.length > 0 ? rows.filter(({ area }) => areas.includes(area)) : rows;
  if (shown.length === 0)
    throw new SetupError(`No such area; there are ${rows.map(({ area }) => area).join(', ')}.`);
  const total = shown.reduce((sum, row) => sum + row.total, 0);
  const proved = shown.reduce((sum, row) => sum + row.proved, 0);
  if (args.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ proved, total, areas: shown, warnings: warnings(runs) })}\n`);
  } else {
    for (const row of shown) printArea(row);
    process.stdout.write(`${proved} of ${total} proved\n`);
  }
});

/** @param {readonly { id: string }[]} promises @param {readonly string[]} ids */
function unknownIds(promises, ids) {
  const known = new Set(promises.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !known.has(id));
}

/** Returns warnings about results that are less reliable than they look. @param {readonly KeptRun[]} runs */
function warnings(runs) {
  const now = stamp();
  const missing = Object.entries(SUITES).filter(([name]) => !runs.some(({ suite }) => suite === name));
  return [
    ...missing.map(([name, command]) => `warning: no results of ${name}: run ${command}`),
    ...runs.flatMap(({ suite, commit, dirty, at }) => [
      ...(commit !== now.commit
        ? [`warning: the results of ${suite} (${at}) are of another commit: ${commit ?? 'none'}`]
        : []),
      ...(dirty ? [`warning: the results of ${suite} (${at}) are of files that no commit has`] : []),
    ]),
    ...(now.dirty ? ['warning: there are changes that no commit has'] : []),
  ];
}

/** @param {{ area: string, total: number, proved: number, unproved: { id: string, why: readonly string[] }[] }} row */
function printArea({ area, total, proved, unproved }) {
  process.stdout.write(`${area}: ${proved}/${total}\n`);
  for (const { id, why } of unproved) process.stdout.write(`  ${id}\n    ${why.join('\n    ')}\n`);
}
