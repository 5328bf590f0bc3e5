import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError } from './project.mjs';

/**
 * One property of a model under some switches. `live` searches for endless runs instead of bad states.
 * @typedef {{ property: string, switches?: readonly string[], live?: boolean }} Check
 *
 * The result of a search: `incomplete` if a limit of the search, and not the model, ended it.
 * @typedef {{ verdict: 'holds' | 'violated' | 'incomplete', states: number, depth: number, output: string }} Search
 */

/** Longer runs than this are reported as incomplete. */
const MAX_DEPTH = 200_000;

/** Memory limit of a search, in megabytes; a search that needs more is reported as incomplete. */
const MAX_MEGABYTES = 2_048;

/** Memory for fair runs, which need a bit for each process: this many bytes allow 8 times as many processes, less 2. */
const FAIRNESS_BYTES = 4;

/**
 * Builds the program that searches a model under some switches; it can check each property of the model.
 * @param {string} model its file
 * @param {Pick<Check, 'switches' | 'live'>} check
 * @param {string} folder an empty place to work in
 * @param {string} [optimization] a search of seconds is not worth a long compilation
 * @returns {Promise<string>} the program
 */
export async function makeSearch(model, { switches = [], live = false }, folder, optimization = '-O2') {
  mkdirSync(folder, { recursive: true });
  await must(folder, 'spin', ['-a', ...switches.map((name) => `-D${name}`), model]);
  const kind = live ? [`-DNFAIR=${FAIRNESS_BYTES}`] : ['-DSAFETY'];
  const memory = [`-DMEMLIM=${MAX_MEGABYTES}`, '-DCOLLAPSE', '-DNOREDUCE'];
  await must(folder, 'gcc', [optimization, '-w', ...kind, ...memory, '-o', 'pan', 'pan.c']);
  return join(folder, 'pan');
}

/**
 * Searches every reachable state of the model for a violation of the property.
 * @param {string} program of makeSearch, with the same switches
 * @param {Check} check
 * @param {string} folder where a trail is left
 * @returns {Promise<Search>}
 */
export async function search(program, { property, live = false }, folder) {
  mkdirSync(folder, { recursive: true });
  // A permanently dead worker may rightly stop, so blocked states are no errors (-E). That nothing is stuck is a
  // separate property, checked for runs in which every process that can act eventually does (-f).
  const args = ['-E', `-m${MAX_DEPTH}`, ...(live ? ['-a', '-f'] : []), '-N', property];
  const { output } = await run(folder, program, args);
  return { ...judge(output), output };
}

/**
 * Reads the report of a search.
 * @param {string} output
 * @returns {Pick<Search, 'verdict' | 'states' | 'depth'>}
 */
export function judge(output) {
  const [, depth, errors] = /depth reached (\d+), errors: (\d+)/u.exec(output) ?? [];
  const states = Number(/^\s*(\d+) states, stored/mu.exec(output)?.[1] ?? 0);
  const cut = /max search depth too small|out of memory|reached -DMEMLIM|VECTORSZ|Search not completed/u.test(
    output,
  );
  const verdict =
    errors === undefined ? 'incomplete' : errors !== '0' ? 'violated' : cut ? 'incomplete' : 'holds';
  return { verdict, states, depth: Number(depth ?? 0) };
}

/** @param {string} folder @param {string} file @param {string[]} args */
async function must(folder, file, args) {
  const { status, output } = await run(folder, file, args);
  if (status !== 0) throw new SetupError(`${file} ${args.join(' ')} failed in ${folder}:\n${output}`);
}

/** @param {string} folder @param {string} file @param {string[]} args @returns {Promise<{ status: number | null, output: string }>} */
async function run(folder, file, args) {
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: null, output: error.message }));
    child.once('close', (status) => resolve({ status, output }));
  });
}
