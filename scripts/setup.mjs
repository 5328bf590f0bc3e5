#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { runScript } from './project.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { faxlegIsBuilt, faxlegIsReady, provideFaxleg } from './setup-line.mjs';
import { packagesAreReady, providePackages } from './setup-packages.mjs';
import { provideModelPackages, provideSystemPackages } from './setup-system.mjs';
import { provideServer, serverIsReady } from './setup-server.mjs';
import { provideWeb, webIsReady } from './setup-web.mjs';

/**
 * Prepares the project to run: npm packages and the pinned Node, system packages, the bundled service, the built pages.
 * Runs on any Node from 20 on, without prompts or a terminal; does only what is missing.
 * @param {Partial<import('./setup-system.mjs').Needs>} [needs] what is needed besides running the product
 */
export async function setUp({
  tests = false,
  cluster = false,
  lines = false,
  chaos = false,
  sip = false,
} = {}) {
  await setUpPackages();
  // A package contains the fax engine; it is built here if it is missing or does not run.
  const compiler = sip && !faxlegIsBuilt();
  const needs = { tests, cluster, lines, chaos, sip, compiler };
  await provideSystemPackages(needs);
  if ((tests || sip) && !faxlegIsReady()) {
    if (!compiler) await provideSystemPackages({ ...needs, compiler: true });
    await withSetupLock(provideFaxleg);
  }
  if (!serverIsReady()) await withSetupLock(provideServer);
  if (!webIsReady()) await withSetupLock(provideWeb);
}

/** Installs only the npm packages and the pinned Node: enough for commands that show no pages. */
export async function setUpPackages() {
  if (!packagesAreReady()) await withSetupLock(providePackages);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    if (asked('models')) {
      await setUpPackages();
      await provideModelPackages();
      return;
    }
    await setUp({
      tests: asked('tests'),
      cluster: asked('cluster'),
      lines: asked('lines'),
      chaos: asked('chaos'),
      sip: asked('sip'),
    });
  });
}

/** Whether the command line has an option. @param {string} what */
function asked(what) {
  return process.argv.includes(`--${what}`);
}
