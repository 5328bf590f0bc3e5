#!/usr/bin/env node
import { MALLOC_SETTINGS, NODE_FLAGS } from './lean-node.mjs';
import { become, runForeground } from './processes.mjs';
import { pinnedNode, runScript } from './project.mjs';
import { programFile } from './setup-server.mjs';
import { setUp } from './setup.mjs';

/** Sets up what is missing and runs the whole product in the foreground. */
await runScript(async () => {
  await setUp();
  Object.assign(process.env, { ...MALLOC_SETTINGS, ...process.env });
  const args = [...NODE_FLAGS, programFile('server')];
  // A terminal sends Ctrl-C to every process of a group, and npm sends it again: on a terminal, a parent process
  // shields the product from that.
  if (!process.stdin.isTTY) become(pinnedNode(), args);
  await runForeground(pinnedNode(), args);
});
