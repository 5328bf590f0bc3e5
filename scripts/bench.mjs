#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { STOP_SIGNALS, runForeground } from './processes.mjs';
import { SetupError, inProject, isPinnedNode, pinnedNode, runScript, say } from './project.mjs';
import { setUp } from './setup.mjs';

/** A benchmark that takes longer is stuck: it is killed, and the following ones still run. */
const LIMIT_MINUTES = 30;
/** Compares with a release, which must be named: runs only if requested by name. */
const ONLY_BY_NAME = ['gate'];

/**
 * Runs bench/<name>.bench.ts under the Node that the product runs on. A name also selects benchmarks that begin with
 * it: `mail` runs both mail-in and mail-out. Without names, all run. Several run in one process each, so that one that
 * fails or hangs does not prevent the others.
 */
await runScript(async () => {
  if (!isPinnedNode()) {
    await setUp();
    await runForeground(pinnedNode(), [inProject('scripts', 'bench.mjs'), ...process.argv.slice(2)]);
    return;
  }
  const known = readdirSync(inProject('bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length));
  const asked = process.argv.slice(2);
  const names =
    asked.length > 0
      ? asked.flatMap((prefix) => named(prefix, known))
      : known.filter((name) => !ONLY_BY_NAME.includes(name));
  const [only, another] = names;
  if (only !== undefined && another === undefined) return await run(only);
  const failed = [];
  for (const name of names) if (!(await runApart(name))) failed.push(name);
  if (failed.length > 0) throw new SetupError(`These benchmarks failed: ${failed.join(', ')}.`);
});

/** @param {string} name */
async function run(name) {
  say(`bench ${name}`);
  const { run: measure } = await import(pathToFileURL(inProject('bench', `${name}.bench.ts`)).href);
  const begun = performance.now();
  await measure();
  say(`bench ${name} took ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/**
 * Whether the benchmark ended successfully and in time.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function runApart(name) {
  const child = spawn(process.execPath, [inProject('scripts', 'bench.mjs'), name], {
    stdio: 'inherit',
    detached: true,
  });
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => process.kill(-(child.pid ?? 0), signal);
  const limit = setTimeout(() => {
    say(`bench ${name} took more than ${LIMIT_MINUTES} minutes and was ended`);
    end('SIGKILL');
  }, LIMIT_MINUTES * 60_000);
  for (const signal of STOP_SIGNALS) process.once(signal, end);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  for (const signal of STOP_SIGNALS) process.removeListener(signal, end);
  return status === 0;
}

/** @param {string} prefix @param {readonly string[]} known */
function named(prefix, known) {
  const found = known.filter((name) => name === prefix || name.startsWith(`${prefix}-`));
  if (found.length === 0)
    throw new SetupError(`There is no benchmark ${prefix}; there are ${known.join(', ')}.`);
  return found;
}
