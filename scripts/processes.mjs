import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';

import { PROJECT, say } from './project.mjs';

/** Signals that ask a program to stop. */
export const STOP_SIGNALS = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Runs one step to its end and returns its exit status. Its output goes to stderr. A signal that stops this process is
 * passed on to it, so that an interrupted setup leaves no npm or apt behind.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdout?: 'stderr' | 'stdout' }} [options]
 * @returns {Promise<number>}
 */
export async function runStep(file, args, { env = process.env, stdout = 'stderr' } = {}) {
  const child = spawn(file, args, { cwd: PROJECT, env, stdio: ['ignore', stdout === 'stdout' ? 1 : 2, 2] });
  let stoppedBy = /** @type {keyof typeof constants.signals | undefined} */ (undefined);
  const stop = passSignals((signal) => {
    stoppedBy = signal;
    child.kill(signal);
  });
  const status = await endOf(child);
  stop();
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
  return status;
}

/** Runs a step and collects its output. @param {string} file @param {readonly string[]} args */
export function capture(file, args) {
  const { status, stdout } = spawnSync(file, args, {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { status: status ?? 1, stdout: stdout ?? '' };
}

/**
 * Runs the product in the foreground and ends with its status, leaving no process behind. The product gets its own
 * process group, because the terminal sends Ctrl-C to every process of a group and the product would receive it twice.
 * If this process is killed and cannot pass the signal on, the kernel tells the product to stop.
 * @param {string} file
 * @param {readonly string[]} args
 */
export async function runForeground(file, args) {
  const [program, ...rest] = withDeathSignal([file, ...args]);
  const child = spawn(program ?? file, rest, { cwd: PROJECT, stdio: 'inherit', detached: true });
  passSignals((signal) => child.kill(signal));
  process.exitCode = await endOf(child);
}

/**
 * Replaces this process with the program, which saves the memory of a parent that only waits. Returns if Node does not
 * support that (before 22.15 and 23.11).
 * @param {string} file
 * @param {readonly string[]} args
 */
export function become(file, args) {
  if (!process.execve) return;
  process.chdir(PROJECT);
  process.execve(file, [file, ...args], process.env);
}

/**
 * Runs a command that reads our terminal and therefore stays in our process group: Ctrl-C reaches it directly.
 * @param {string} file
 * @param {readonly string[]} args
 */
export async function runAttached(file, args) {
  const child = spawn(file, args, { stdio: 'inherit' });
  passSignals((signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
  process.exitCode = await endOf(child);
}

/** @param {string[]} command */
function withDeathSignal(command) {
  const has = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return has ? ['setpriv', '--pdeathsig', 'TERM', ...command] : command;
}

/** @param {(signal: NodeJS.Signals) => void} pass */
function passSignals(pass) {
  for (const signal of STOP_SIGNALS) process.on(signal, pass);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, pass);
  };
}

/**
 * Returns the status as shells report it: the exit status, or 128 plus the number of the signal.
 * @param {import('node:child_process').ChildProcess} child
 */
async function endOf(child) {
  /** @type {number} */
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      say(error.message);
      resolve(127);
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  return status;
}
