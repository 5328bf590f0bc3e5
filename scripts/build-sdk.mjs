#!/usr/bin/env node
import { copyFileSync, rmSync } from 'node:fs';

import { runForeground } from './processes.mjs';
import { inProject, runScript } from './project.mjs';

/** Prepares packages/sdk for packing: JavaScript and declarations in dist, and the license. */
await runScript(async () => {
  const sdk = inProject('packages', 'sdk');
  rmSync(`${sdk}/dist`, { recursive: true, force: true });
  copyFileSync(inProject('LICENSE'), `${sdk}/LICENSE`);
  const tsc = inProject('node_modules', '.bin', 'tsc');
  await runForeground(tsc, ['-p', `${sdk}/tsconfig.json`, '--noEmit', 'false']);
});
