import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whichever folder a script is started from. */
export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts path inside the project */
export function inProject(...parts) {
  return join(PROJECT, ...parts);
}

/** The lockfile's name in the repository. */
export const LOCKFILE = 'package-lock.json';

/**
 * Returns the path of a project's lockfile: npm excludes it from every package, which instead contains the same file as
 * npm-shrinkwrap.json.
 * @param {string} [project] another place, for tests
 */
export function lockFile(project = PROJECT) {
  const own = join(project, LOCKFILE);
  return existsSync(own) ? own : join(project, 'npm-shrinkwrap.json');
}

/** Returns the path of the Node that runs the product, as the lockfile installs it. */
export function pinnedNode() {
  return inProject('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
}

/** Whether this process runs on the pinned Node, even if node_modules is a link to another folder. */
export function isPinnedNode() {
  return hasPinnedNode() && process.execPath === realpathSync(pinnedNode());
}

/** Whether a setup has installed the packages. */
export function hasPinnedNode() {
  return existsSync(pinnedNode());
}

/** Prints progress to stderr, because stdout is for the product's ready line and for results. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An error with instructions for a person; printed as one sentence without a stack. */
export class SetupError extends Error {}

/** The oldest Node that can run the scripts; the product itself runs on the one of the lockfile. */
const OLDEST_NODE = 20;

/** Throws a SetupError for a Node that would fail later, with an unhelpful stack. @param {string} version */
export function requireNode(version) {
  if (Number.parseInt(version, 10) < OLDEST_NODE)
    throw new SetupError(
      `Node ${OLDEST_NODE} or newer is needed to start, and this is Node ${version}: docs/install.md says how to get it.`,
    );
}

/**
 * Runs a script. A SetupError ends the process with its sentence; any other error is a bug of ours and keeps its stack.
 * Every Node process started from here stores its compiled code beside the packages (module.enableCompileCache), where
 * anybody with write access could change the packages as well: a command then starts in two thirds of the time.
 */
export async function runScript(/** @type {() => Promise<void>} */ main) {
  try {
    requireNode(process.versions.node);
    process.env['NODE_COMPILE_CACHE'] ??= inProject('node_modules', '.cache', 'node-code');
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
