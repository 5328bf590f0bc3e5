import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runStep } from './processes.mjs';
import { LOCKFILE, PROJECT, SetupError, inProject, lockFile, pinnedNode, say } from './project.mjs';

/** Everything that the pages are made of. */
const SOURCES = ['src/web', 'src/contract', 'locales', 'vite.config.ts', LOCKFILE];

const BUILT = inProject('dist', 'web');
const STAMP = inProject('dist', 'web.sha256');

/** True when dist/web was made from the sources as they are. */
export function webIsReady() {
  return (
    existsSync(join(BUILT, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash()
  );
}

/** Builds the pages when their sources changed. */
export async function provideWeb() {
  if (!webIsReady()) await buildWeb();
}

/** Builds beside the old pages and swaps, so that a running product never serves half a build. */
export async function buildWeb() {
  say('building the web pages (vite build)');
  const hash = sourceHash();
  const fresh = `${BUILT}.new`;
  mkdirSync(inProject('dist'), { recursive: true });
  rmSync(fresh, { recursive: true, force: true });
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const status = await runStep(pinnedNode(), [
    vite,
    'build',
    '--outDir',
    fresh,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]);
  if (status !== 0) throw new SetupError('The web pages could not be built; the messages above say why.');
  rmSync(STAMP, { force: true });
  rmSync(BUILT, { recursive: true, force: true });
  renameSync(fresh, BUILT);
  writeFileSync(STAMP, hash);
}

/** @param {readonly string[]} [sources] @param {string} [project] another place, for tests */
export function sourceHash(sources = SOURCES, project = PROJECT) {
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

/** Tests and hidden files are no part of the pages. @param {string} project @param {string} path @returns {string[]} */
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
