#!/usr/bin/env node
import { runAttached } from '../scripts/processes.mjs';
import { hasPinnedNode, pinnedNode, runScript } from '../scripts/project.mjs';
import { programFile } from '../scripts/setup-server.mjs';
import { setUpPackages } from '../scripts/setup.mjs';

/**
 * The operator command under the pinned Node: same arguments, input, signals and status. Works with any Node from 20
 * on.
 */
await runScript(async () => {
  if (!hasPinnedNode()) await setUpPackages();
  await runAttached(pinnedNode(), [programFile('f2e'), ...process.argv.slice(2)]);
});
