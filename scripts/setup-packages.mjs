import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

import { runStep } from './processes.mjs';
import { SetupError, hasPinnedNode, inProject, lockFile, pinnedNode, say } from './project.mjs';

const STAMP = inProject('node_modules', '.f2e-setup.json');

/** @typedef {{ lock?: string, systemAttempt?: { missing: string, at: number } }} Stamp */

/**
 * Reads the notes of earlier setups; the file is in node_modules, so that it is removed with it.
 * @returns {Stamp}
 */
export function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {}; // Never set up, or interrupted: in both cases nothing is known.
  }
}

/** @param {Stamp} changes */
export function writeStamp(changes) {
  try {
    writeFileSync(STAMP, `${JSON.stringify({ ...readStamp(), ...changes }, undefined, 2)}\n`);
  } catch {
    // The packages belong to another user: the next setup checks again, which costs time but breaks nothing.
  }
}

/** Whether the packages of the lockfile are installed. */
export function packagesAreReady() {
  return (
    hasPinnedNode() && readStamp().lock === lockHash() && existsSync(inProject('node_modules', '.bin', 'f2e'))
  );
}

/** Installs exactly what the lockfile names, without running any install scripts. */
export async function providePackages() {
  if (packagesAreReady()) return;
  if (
    !hasPinnedNode() ||
    !lockfilesAgree(readLock(lockFile()), readLock(inProject('node_modules', '.package-lock.json')))
  ) {
    await install();
  }
  if (!hasPinnedNode()) {
    throw new SetupError(
      `There is no Node for ${process.platform} on ${process.arch} among the packages (${pinnedNode()} is missing). ` +
        'f2e runs on Linux with x64 or arm64.',
    );
  }
  linkCommand();
  writeStamp({ lock: lockHash() });
}

async function install() {
  say('installing npm packages (npm ci)');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const status = await runStep('npm', [
    'ci',
    '--ignore-scripts',
    '--engine-strict=false',
    '--include=dev',
    '--include=optional',
    ...quiet,
  ]);
  if (status !== 0) {
    throw new SetupError(
      'The npm packages could not be installed; npm says above why. Run again when it is solved.',
    );
  }
}

/** Creates the command that `npx f2e` finds; npm links the commands of dependencies, but not our own. */
function linkCommand() {
  const link = inProject('node_modules', '.bin', 'f2e');
  mkdirSync(inProject('node_modules', '.bin'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync('../../bin/f2e.mjs', link);
  try {
    chmodSync(inProject('bin', 'f2e.mjs'), 0o755);
  } catch {
    // A read-only or foreign project folder: the repository already has the right mode.
  }
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile())).digest('hex');
}

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }> }} Lock */

/**
 * Whether a package is made for exactly this kind of machine. Optional packages without such a mark come with those of
 * other machines.
 * @param {Lock['packages'][string]} entry
 */
function isForThisMachine({ os, cpu, libc = ['glibc'] }) {
  return (
    os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc.includes('glibc')
  );
}

/** @param {string} file @returns {Lock | undefined} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // Not installed yet.
  }
}

/**
 * Whether the installed packages match the lockfile. Packages that a person installed with npm need not be downloaded
 * again: npm keeps a list of them. Optional packages of other platforms may be absent.
 * @param {Lock | undefined} wanted
 * @param {Lock | undefined} installed
 */
export function lockfilesAgree(wanted, installed) {
  if (!wanted || !installed) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed.packages[path];
    if (!there) return entry.optional === true && !isForThisMachine(entry);
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}
