import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LOCKFILE, PROJECT, inProject, lockFile } from './project.mjs';

/**
 * A folder of dist that is built from sources, with a stamp beside it that identifies those sources.
 * @typedef {object} BuiltFolder
 * @property {string} name
 * @property {readonly string[]} sources files and folders
 */

/** Whether it was built from the current sources. @param {BuiltFolder} folder */
export function isBuilt({ name, sources }) {
  const stamp = stampOf(name);
  return (
    existsSync(inProject('dist', name)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sourceHash(sources)
  );
}

/**
 * Builds beside the old folder and then swaps them, so that a running product never sees half a build.
 * @param {BuiltFolder} folder
 * @param {(fresh: string) => Promise<void>} run builds into a new folder
 */
export async function build({ name, sources }, run) {
  const hash = sourceHash(sources);
  const built = inProject('dist', name);
  const fresh = `${built}.new`;
  mkdirSync(inProject('dist'), { recursive: true });
  rmSync(fresh, { recursive: true, force: true });
  await run(fresh);
  rmSync(stampOf(name), { force: true });
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
  writeFileSync(stampOf(name), hash);
}

/** @param {string} name */
function stampOf(name) {
  return inProject('dist', `${name}.sha256`);
}

/** @param {readonly string[]} sources @param {string} [project] another place, for tests */
export function sourceHash(sources, project = PROJECT) {
  const digest = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(project, source)) {
      digest
        .update(`${file}\0`)
        .update(readFileSync(file === LOCKFILE ? lockFile(project) : join(project, file)))
        .update('\0');
    }
  }
  return digest.digest('hex');
}

/**
 * Lists files; tests and hidden files are not part of the build.
 * @param {string} project @param {string} path @returns {string[]}
 */
function filesUnder(project, path) {
  if (path === LOCKFILE) return existsSync(lockFile(project)) ? [path] : [];
  if (!existsSync(join(project, path))) return [];
  const entries = (() => {
    try {
      return readdirSync(join(project, path), { withFileTypes: true });
    } catch {
      return undefined; // A single file.
    }
  })();
  if (!entries) return [path];
  return entries
    .filter(({ name }) => !name.startsWith('.') && !/\.test\.tsx?$/u.test(name))
    .map((entry) => join(path, entry.name))
    .toSorted()
    .flatMap((child) => filesUnder(project, child));
}
