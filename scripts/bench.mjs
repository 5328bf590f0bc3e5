#!/usr/bin/env node
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { runForeground } from './processes.mjs';
import { SetupError, inProject, isPinnedNode, pinnedNode, runScript, say } from './project.mjs';
import { setUp } from './setup.mjs';

/** Runs bench/<name>.bench.ts, with `mail` both mail-in and mail-out, all of them when none is named, under the Node that the product runs on. */
await runScript(async () => {
  if (!isPinnedNode()) {
    await setUp();
    await runForeground(pinnedNode(), [inProject('scripts', 'bench.mjs'), ...process.argv.slice(2)]);
    return;
  }
  const known = readdirSync(inProject('bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length));
  const names = process.argv.length > 2 ? process.argv.slice(2) : known;
  for (const name of names.flatMap((prefix) => named(prefix, known))) {
    say(`bench ${name}`);
    const { run } = await import(pathToFileURL(inProject('bench', `${name}.bench.ts`)).href);
    const begun = performance.now();
    await run();
    say(`bench ${name} took ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
});

/** @param {string} prefix @param {readonly string[]} known */
function named(prefix, known) {
  const found = known.filter((name) => name === prefix || name.startsWith(`${prefix}-`));
  if (found.length === 0)
    throw new SetupError(`There is no benchmark ${prefix}; there are ${known.join(', ')}.`);
  return found;
}
