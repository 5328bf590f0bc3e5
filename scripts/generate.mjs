#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';

import { runForeground } from './processes.mjs';
import { inProject, isPinnedNode, pinnedNode, runScript } from './project.mjs';
import { setUpPackages } from './setup.mjs';

/**
 * Writes the files generated from code: openapi.json and openapi-v1.json, .env.example and docs/log-events.md. Tests
 * check that they are current. `-- release` also stores the public API as the one that later versions must not break.
 */
await runScript(async () => {
  if (!isPinnedNode()) {
    await setUpPackages();
    await runForeground(pinnedNode(), [inProject('scripts', 'generate.mjs'), ...process.argv.slice(2)]);
    return;
  }
  const { describeCalls } = await import('#server/kit/openapi.ts');
  const { describeSettings } = await import('#server/config/config.ts');
  const { describeApi } = await import('#server/features/gateways/public-api/reference/describe-api.ts');
  const { shapeOf, writeShape } = await import('#server/features/gateways/public-api/reference/api-shape.ts');
  const { loadMessages } = await import('#server/kit/messages.ts');
  const { problemSentence } = await import('#server/kit/respond-problem.ts');
  const { describeLogEvents } = await import('#server/kit/describe-log-events.ts');
  const { describeSdk } = await import('#contract/sdk/describe-sdk.ts');
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  writeFileSync(inProject('openapi.json'), `${JSON.stringify(describeCalls(version), null, 2)}\n`);
  const api = describeApi(problemSentence(await loadMessages(inProject('locales'))));
  writeFileSync(inProject('openapi-v1.json'), `${JSON.stringify(api, null, 2)}\n`);
  if (process.argv.includes('release'))
    writeFileSync(inProject('docs', 'api', 'released.json'), writeShape(shapeOf(api)));
  writeFileSync(inProject('.env.example'), describeSettings());
  writeFileSync(inProject('docs', 'log-events.md'), describeLogEvents());
  const sdk = inProject('packages', 'sdk', 'src', 'api.ts');
  writeFileSync(sdk, describeSdk());
  await runForeground(inProject('node_modules', '.bin', 'oxfmt'), [sdk]);
});
