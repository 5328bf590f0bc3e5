import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder a script is started from. */
export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts path inside the project */
export function inProject(...parts) {
  return join(PROJECT, ...parts);
}

/** The lockfile as it is named in the repository. */
export const LOCKFILE = 'package-lock.json';

/**
 * The lockfile of a project: npm leaves it out of every package, where the same file travels as npm-shrinkwrap.json.
 * @param {string} [project] another place, for tests
 */
export function lockFile(project = PROJECT) {
  const own = join(project, LOCKFILE);
  return existsSync(own) ? own : join(project, 'npm-shrinkwrap.json');
}

/** Where the lockfile puts the Node that runs the product. */
export function pinnedNode() {
  return inProject('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
}

/** True when this process runs on it, also where node_modules is a link to another folder. */
export function isPinnedNode() {
  return hasPinnedNode() && process.execPath === realpathSync(pinnedNode());
}

/** True when a set-up has brought the packages. */
export function hasPinnedNode() {
  return existsSync(pinnedNode());
}

/** Progress goes to stderr: stdout belongs to the product's ready line and to results. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** What a person has to do; shown as one sentence without a stack. */
export class SetupError extends Error {}

/** The oldest Node that can start us; the product itself runs on the one of the lockfile. */
const OLDEST_NODE = 20;

/** Throws a SetupError on a Node that would fail somewhere later, with a stack that helps nobody. @param {string} version */
export function requireNode(version) {
  if (Number.parseInt(version, 10) < OLDEST_NODE)
    throw new SetupError(
      `Node ${OLDEST_NODE} or newer is needed to start, and this is Node ${version}: docs/install.md says how to get it.`,
    );
}

/**
 * Ends the process with the sentence of a SetupError; any other error is a fault of ours and keeps its stack. Whatever
 * Node starts from here keeps the code that it has compiled beside the packages (module.enableCompileCache), where whoever
 * may write could change the packages too: a command then starts in two thirds of the time.
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
