import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../start-product.ts';

const MIGRATIONS = 'src/engine/database/migrations';
const LOCK = 'package-lock.json';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

/** Returns the schema files of a commit, in order. */
function schemaOf(commit: string): string[] {
  return git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`).trim().split('\n').toSorted();
}

/**
 * Returns the newest commit whose schema is an earlier state of ours: files added in an order other than their numbers
 * were never released in between. Undefined without history.
 */
function commitBefore(): string | undefined {
  try {
    const ours = schemaOf('HEAD');
    const commits = git('log', '--format=%H', '--diff-filter=A', '--', MIGRATIONS).trim().split('\n');
    return commits
      .map((commit) => git('rev-parse', `${commit}^`).trim())
      .find((commit) => {
        const theirs = schemaOf(commit);
        return theirs.length < ours.length && theirs.every((file, place) => file === ours[place]);
      });
  } catch {
    return undefined; // Unpacked from a package, or a copy without its history.
  }
}

/** Returns why the previous version cannot run here; null if it can. */
export function whyNoVersionBefore(): string | null {
  const commit = commitBefore();
  if (commit === undefined) return 'the history of the repository is needed';
  return git('show', `${commit}:${LOCK}`) === readFileSync(join(PROJECT, LOCK), 'utf8')
    ? null
    : 'its packages are others than those that are installed';
}

/**
 * Unpacks the sources of the version before the newest schema, as another machine would still run them. It serves our
 * pages, which are just files to it. Returns its folder.
 */
export function unpackVersionBefore(folder: string): string {
  const project = join(folder, 'before');
  mkdirSync(project);
  const archive = execFileSync('git', ['archive', '--format=tar', commitBefore() ?? 'HEAD'], {
    cwd: PROJECT,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['--extract', '--directory', project], { input: archive });
  symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
  cpSync(join(PROJECT, 'dist'), join(project, 'dist'), { recursive: true });
  return project;
}
