#!/usr/bin/env node
import { runForeground } from './processes.mjs';
import { pinnedNode, runScript } from './project.mjs';
import { programFile } from './setup-server.mjs';
import { setUp } from './setup.mjs';

/** Sets up what is missing and runs the whole product in the foreground. */
await runScript(async () => {
  await setUp();
  await runForeground(pinnedNode(), [programFile('server')]);
});
