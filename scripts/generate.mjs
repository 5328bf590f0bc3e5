#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';

import { runForeground } from './processes.mjs';
import { inProject, pinnedNode, runScript } from './project.mjs';
import { setUpPackages } from './setup.mjs';

/** Writes the files that are made from code. Tests keep them fresh. */
await runScript(async () => {
  if (process.execPath !== pinnedNode()) {
    await setUpPackages();
    await runForeground(pinnedNode(), [inProject('scripts', 'generate.mjs')]);
    return;
  }
  const { describeCalls } = await import('#server/kit/openapi.ts');
  const { describeSettings } = await import('#server/config/config.ts');
  const { describeLogEvents } = await import('#server/kit/describe-log-events.ts');
  const { describeSdk } = await import('#contract/sdk/describe-sdk.ts');
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  writeFileSync(inProject('openapi.json'), `${JSON.stringify(describeCalls(version), null, 2)}\n`);
  writeFileSync(inProject('.env.example'), describeSettings());
  writeFileSync(inProject('docs', 'log-events.md'), describeLogEvents());
  const sdk = inProject('packages', 'sdk', 'src', 'api.ts');
  writeFileSync(sdk, describeSdk());
  await runForeground(inProject('node_modules', '.bin', 'oxfmt'), [sdk]);
});
