#!/usr/bin/env node
import { runScript } from './project.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { buildServer } from './setup-server.mjs';
import { buildWeb } from './setup-web.mjs';
import { setUpPackages } from './setup.mjs';

/** Builds the service and the pages, also when nothing changed. */
await runScript(async () => {
  await setUpPackages();
  await withSetupLock(buildServer);
  await withSetupLock(buildWeb);
});
