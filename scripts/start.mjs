#!/usr/bin/env node
import { runForeground } from './processes.mjs';
import { inProject, pinnedNode, runScript } from './project.mjs';
import { setUp } from './setup.mjs';

/** Sets up what is missing and runs the whole product in the foreground. */
await runScript(async () => {
  await setUp();
  await runForeground(pinnedNode(), [inProject('src', 'server', 'main.ts')]);
});
