import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { SetupError, inProject, say } from './project.mjs';

/** Maximum wait for another setup; a first setup downloads a gigabyte. */
const WAIT_LIMIT_MS = 20 * 60_000;

/** Maximum time between creating the folder and writing the owner's pid, which usually takes an instant. */
const NAMELESS_LIMIT_MS = 5_000;

const RETRY_MS = 200;

/**
 * Allows one setup at a time, by a folder that only one process can create. It contains the pid, so that the folder of
 * a killed setup is recognized and removed.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [folder] another place, for tests
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, folder = inProject('tmp', 'setup.lock')) {
  mkdirSync(dirname(folder), { recursive: true });
  const deadline = Date.now() + WAIT_LIMIT_MS;
  let told = false;
  while (!tryTake(folder)) {
    if (Date.now() > deadline)
      throw new SetupError(`Another set-up holds ${folder}. Remove it if none is running.`);
    if (!told) say('waiting for another set-up of this project');
    told = true;
    await pause(RETRY_MS);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} folder */
function tryTake(folder) {
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isAbandoned(folder)) discard(folder);
    return false;
  }
}

/** @param {string} folder */
function isAbandoned(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    return pid > 0 && !isAlive(pid);
  } catch {
    // Has no pid yet, or was removed at this moment.
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    return age > NAMELESS_LIMIT_MS;
  }
}

/** Renames it first: of two processes that find it abandoned, only one succeeds. @param {string} folder */
function discard(folder) {
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
  } catch {
    return; // Another process was faster.
  }
  rmSync(aside, { recursive: true, force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
