#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

import { PROJECT, inProject, pinnedNode, runScript, say } from './project.mjs';
import { setUpPackages } from './setup.mjs';

/** All static checks of the code, run in parallel; they take less than a minute. */
const CHECKS = {
  'types: server': ['tsc', '-p', 'tsconfig.json'],
  'types: contract': ['tsc', '-p', 'src/contract/tsconfig.json'],
  'types: web': ['tsc', '-p', 'src/web/tsconfig.json'],
  'types: browser tests': ['tsc', '-p', 'test/e2e/tsconfig.json'],
  lint: ['oxlint', '--type-aware'],
  format: ['oxfmt', '--check'],
  boundaries: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'test', 'bin', 'scripts', 'fuzz'],
  'unused code': ['knip'],
};

await runScript(async () => {
  await setUpPackages();
  const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => check(name, command)));
  if (results.some((passed) => !passed)) process.exitCode = 1;
});

/**
 * Prints one line if the check passes, otherwise all output of the tool.
 * @param {string} name @param {readonly string[]} command
 */
async function check(name, [tool = '', ...args]) {
  const began = performance.now();
  const env = { ...process.env, PATH: `${dirname(pinnedNode())}:${process.env['PATH'] ?? ''}` };
  const child = spawn(inProject('node_modules', '.bin', tool), args, { cwd: PROJECT, env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0) say(output.trimEnd());
  return status === 0;
}
