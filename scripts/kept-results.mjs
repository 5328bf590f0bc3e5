import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT, inProject } from './project.mjs';

/** @typedef {import('./test-results.mjs').Result} Result */
/**
 * `commit` is null without git; `dirty`: whether the tree has uncommitted changes.
 * @typedef {{ commit: string | null, dirty: boolean }} Stamp
 */
/** The last run of one suite. @typedef {Stamp & { suite: string, at: string, results: Omit<Result, 'message'>[] }} KeptRun */

const FOLDER = inProject('tmp', 'test-results');

/** Returns the current state of the project's folder. @returns {Stamp} */
export function stamp() {
  try {
    return { commit: git('rev-parse', 'HEAD'), dirty: git('status', '--porcelain') !== '' };
  } catch {
    return { commit: null, dirty: true };
  }
}

/** @param {string[]} args */
function git(...args) {
  const options = {
    cwd: PROJECT,
    encoding: /** @type {const} */ ('utf8'),
    stdio: /** @type {const} */ ('pipe'),
  };
  return execFileSync('git', args, options).trim();
}

/**
 * Forgets the last run of a suite, because a run that was started but did not end must not leave older proofs.
 * @param {string} suite
 */
export function forgetRun(suite, folder = FOLDER) {
  rmSync(join(folder, `${suite}.json`), { force: true });
}

/**
 * Stores the result of every test of a suite, for `npm run requirements`.
 * @param {string} suite @param {Stamp} of the start of the run @param {readonly Result[]} results
 */
export function keepRun(suite, { commit, dirty }, results, folder = FOLDER) {
  mkdirSync(folder, { recursive: true });
  const kept = results.map(({ file, title, state }) => ({ file, title, state }));
  const run = { suite, commit, dirty, at: new Date().toISOString(), results: kept };
  writeFileSync(join(folder, `${suite}.json`), `${JSON.stringify(run, null, 1)}\n`);
}

/** Returns the last run of every suite that has one. @returns {KeptRun[]} */
export function keptRuns(folder = FOLDER) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
