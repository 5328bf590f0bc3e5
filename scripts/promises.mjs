import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT, inProject } from './project.mjs';
import { namedIn, readParts, readPromises } from './proved-ids.mjs';

/** The tables of the product's promises: its requirements, the attacks it withstands, the faults it survives. */
const TABLES = ['requirements.tsv', 'abuse.tsv', 'faults.tsv'];

/** Tests and the code they share: test cases shared by several files contain ids, too. */
const SOURCE = /\.tsx?$/u;
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts|shot\.ts)$/u;

/** @param {string} name of a table in docs/ */
function read(name) {
  return readFileSync(inProject('docs', name), 'utf8');
}

/** Reads every row of the tables, and the parts that some rows have. */
export function promisesOf() {
  return {
    promises: TABLES.flatMap((name) => readPromises(read(name))),
    parts: readParts(read('proof-parts.tsv')),
  };
}

/**
 * Finds the files that name an id in the title of a test, and which of them are tests themselves.
 * @returns {Map<string, { files: string[], tests: string[] }>}
 */
export function namedInFiles() {
  /** @type {Map<string, { files: string[], tests: string[] }>} */
  const found = new Map();
  for (const folder of ['src', 'test', 'bin', 'scripts']) {
    if (!existsSync(inProject(folder))) continue;
    for (const name of readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })) {
      if (!SOURCE.test(name)) continue;
      const file = join(folder, name);
      for (const id of new Set(namedIn(readFileSync(join(PROJECT, file), 'utf8')))) {
        const entry = found.get(id) ?? { files: [], tests: [] };
        found.set(id, entry);
        entry.files.push(file);
        if (TEST_FILE.test(name)) entry.tests.push(file);
      }
    }
  }
  return found;
}
