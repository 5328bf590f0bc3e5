#!/usr/bin/env node
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { runForeground } from './processes.mjs';
import { SetupError, inProject, pinnedNode, runScript, say } from './project.mjs';
import { setUp } from './setup.mjs';

/** Runs bench/<name>.bench.ts, all of them when none is named, under the Node that the product runs on. */
await runScript(async () => {
  if (process.execPath !== pinnedNode()) {
    await setUp();
    await runForeground(pinnedNode(), [inProject('scripts', 'bench.mjs'), ...process.argv.slice(2)]);
    return;
  }
  const known = readdirSync(inProject('bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length));
  const names = process.argv.length > 2 ? process.argv.slice(2) : known;
  for (const name of names) {
    if (!known.includes(name))
      throw new SetupError(`There is no benchmark ${name}; there are ${known.join(', ')}.`);
    say(`bench ${name}`);
    const { run } = await import(pathToFileURL(inProject('bench', `${name}.bench.ts`)).href);
    await run();
  }
});
