#!/usr/bin/env node
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT, SetupError, inProject, runScript, say } from './project.mjs';
import { provedIn, readPromises, tally } from './proved-ids.mjs';

/** What the product promises: its requirements, the attacks it withstands, the faults it survives. */
const TABLES = ['requirements.tsv', 'abuse.tsv', 'faults.tsv'];

const TEST_FILE = /\.(?:test\.tsx?|spec\.ts|shot\.ts)$/u;

/**
 * Says which promises a test proves, by the ids in test titles.
 * Arguments: areas to show; `--json` prints one document. An id that no table knows is an error: a slip of the pen
 * would otherwise look like a proof.
 */
await runScript(async () => {
  const args = process.argv.slice(2);
  const areas = args.filter((arg) => !arg.startsWith('--'));
  const promises = TABLES.flatMap((name) => readPromises(readFileSync(inProject('docs', name), 'utf8')));
  const places = findProofs();
  const known = new Set(promises.map(({ id }) => id));
  const unknown = [...places]
    .filter(([id]) => !known.has(id))
    .map(([id, files]) => `${id} in ${files.join(', ')}`);
  const rows = tally(promises, new Set(places.keys()));
  const shown = areas.length > 0 ? rows.filter(({ area }) => areas.includes(area)) : rows;
  if (shown.length === 0)
    throw new SetupError(`No such area; there are ${rows.map(({ area }) => area).join(', ')}.`);
  const total = shown.reduce((sum, row) => sum + row.total, 0);
  const proved = shown.reduce((sum, row) => sum + row.proved, 0);
  if (args.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ proved, total, areas: shown, unknown })}\n`);
  } else {
    for (const row of shown) printArea(row);
    process.stdout.write(`${proved} of ${total} proved\n`);
  }
  if (unknown.length > 0)
    throw new SetupError(`Tests name ids that no table in docs/ has: ${unknown.join('; ')}`);
});

/** @param {{ area: string, total: number, proved: number, unproved: string[] }} row */
function printArea({ area, total, proved, unproved }) {
  process.stdout.write(
    `${area}: ${proved}/${total}${unproved.length > 0 ? `  missing ${unproved.join(' ')}` : ''}\n`,
  );
}

/** Which test files name an id. @returns {Map<string, string[]>} */
function findProofs() {
  const found = new Map();
  for (const folder of ['src', 'test', 'bin', 'scripts']) {
    if (!existsSync(inProject(folder))) continue;
    for (const name of readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })) {
      if (!TEST_FILE.test(name)) continue;
      const file = join(folder, name);
      for (const id of provedIn(readFileSync(join(PROJECT, file), 'utf8'))) {
        found.set(id, [...new Set([...(found.get(id) ?? []), file])]);
      }
    }
  }
  if (found.size === 0) say('no test names an id yet');
  return found;
}
