#!/usr/bin/env node
import { runScript } from './project.mjs';
import { canCompileFaxleg, provideFaxleg } from './setup-line.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { buildServer } from './setup-server.mjs';
import { buildWeb } from './setup-web.mjs';
import { setUpPackages } from './setup.mjs';

/**
 * Builds the service and the pages even if nothing changed, and the fax engine of SIP lines if it can be compiled here.
 */
await runScript(async () => {
  await setUpPackages();
  await withSetupLock(buildServer);
  await withSetupLock(buildWeb);
  if (canCompileFaxleg()) await withSetupLock(provideFaxleg);
});
