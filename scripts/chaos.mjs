#!/usr/bin/env node
import { inProject, pinnedNode, runScript } from './project.mjs';
import { runForeground } from './processes.mjs';
import { setUp } from './setup.mjs';

/**
 * Runs rounds of random faults on a whole installation: npm run chaos -- --minutes N, or --seed S to repeat one round.
 */
await runScript(async () => {
  await setUp({ tests: true, chaos: true });
  await runForeground(pinnedNode(), [inProject('test', 'chaos', 'run.ts'), ...process.argv.slice(2)]);
});
