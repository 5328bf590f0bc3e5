#!/usr/bin/env node
import { copyFileSync, rmSync } from 'node:fs';

import { SetupError, inProject, lockFile, runScript } from './project.mjs';
import { faxlegIsBuilt } from './setup-line.mjs';
import { webIsReady } from './setup-web.mjs';

/**
 * Runs before and after `npm pack`. npm excludes the lockfile from every package but includes the same file under
 * another name; without it a package could install other versions than were tested. The pages and the fax engine of SIP
 * lines are packed as they were built.
 */
await runScript(async () => {
  const shrinkwrap = inProject('npm-shrinkwrap.json');
  if (process.argv[2] === 'after') {
    // In an unpacked package it is the only lockfile.
    if (lockFile() !== shrinkwrap) rmSync(shrinkwrap, { force: true });
    return;
  }
  if (!webIsReady())
    throw new SetupError('The pages are not built from these sources: npm run build does it.');
  if (!faxlegIsBuilt())
    throw new SetupError(
      'The fax engine of SIP lines is not built from these sources: node scripts/setup.mjs --sip does it.',
    );
  if (lockFile() !== shrinkwrap) copyFileSync(lockFile(), shrinkwrap);
});
