#!/usr/bin/env node
import { pathToFileURL } from 'node:url';

import { runForeground } from './processes.mjs';
import { SetupError, inProject, isPinnedNode, pinnedNode, runScript, say } from './project.mjs';
import { setUpPackages } from './setup.mjs';

/** Fuzzes parsers: `npm run fuzz -- [--seconds 60] [--jobs 1] [--seed n] [--replay file] [target…]` (CONTRIBUTING.md). */
await runScript(async () => {
  const args = process.argv.slice(2);
  if (!isPinnedNode()) {
    await setUpPackages();
    await runForeground(pinnedNode(), [inProject('scripts', 'fuzz.mjs'), ...args]);
    return;
  }
  const { fuzzCommand } = await import(pathToFileURL(inProject('fuzz', 'command.ts')).href);
  try {
    if (!(await fuzzCommand(args, say))) process.exitCode = 1;
  } catch (error) {
    throw error instanceof TypeError ? new SetupError(error.message) : error;
  }
});
