#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { SetupError, inProject, lockFile, runScript } from './project.mjs';

/** Licenses allowed for packages that are shipped with the product; LGPL ones are separate programs and libraries. */
const ALLOWED = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 OFL-1.1 LGPL-3.0-or-later'.split(
    ' ',
  ),
);

/** @typedef {{ name: string, version: string, license: string, integrity: string | undefined, installScript: boolean, dev: boolean }} Part */

/** Returns every package that the lockfile names and this machine has. @returns {Part[]} */
export function readParts() {
  const { packages } = JSON.parse(readFileSync(lockFile(), 'utf8'));
  return Object.entries(packages)
    .filter(([path]) => path !== '' && existsSync(inProject(path, 'package.json')))
    .map(([path, locked]) => {
      const own = JSON.parse(readFileSync(inProject(path, 'package.json'), 'utf8'));
      return {
        name: own.name,
        version: locked.version,
        license: locked.license ?? own.license ?? own.licenses?.[0]?.type ?? 'unknown',
        integrity: locked.integrity,
        installScript: locked.hasInstallScript === true,
        dev: locked.dev === true,
      };
    });
}

/** Returns shipped packages with a license that is not allowed. @param {readonly Part[]} parts */
export function strangeLicences(parts) {
  return parts
    .filter(({ dev }) => !dev)
    .filter(({ license }) =>
      license
        .replaceAll(/[()]/g, '')
        .split(/ (?:AND|OR) /)
        .some((term) => !ALLOWED.has(term)),
    )
    .map(({ name, license }) => `${name}: ${license}`);
}

/**
 * Returns packages older than the version that fixed a known serious fault (docs/advisories.tsv, the list for machines
 * whose registry does not support `npm audit`). An exception has a date, and applies only to packages that only tests
 * use.
 * @param {readonly Part[]} parts @param {string} advisories
 */
export function knownFaults(parts, advisories) {
  return advisories
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [name, fixedIn = '', advisory, , , exception = ''] = line.split('\t');
      return parts
        .filter((part) => part.name === name && isOlder(part.version, fixedIn))
        .filter(({ dev }) => !(dev && /^\d{4}-\d\d-\d\d \S/u.test(exception)))
        .map(({ version }) => `${name} ${version}: ${advisory}, mended in ${fixedIn}`);
    });
}

/** @param {string} version @param {string} than */
function isOlder(version, than) {
  const [one, other] = [version, than].map((text) => text.split('-', 1)[0]?.split('.').map(Number) ?? []);
  for (const [at, part] of (one ?? []).entries()) {
    const against = other?.[at] ?? 0;
    if (part !== against) return part < against;
  }
  return false;
}

/** Returns a bill of materials in the CycloneDX 1.6 format. @param {readonly Part[]} parts */
export function billOf(parts) {
  const product = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: product.name, version: product.version } },
    components: parts
      .filter(({ dev }) => !dev)
      .map(({ name, version, license, integrity }) => ({
        type: 'library',
        name,
        version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        licenses: [{ expression: license }],
        ...(integrity && {
          hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
        }),
      })),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const parts = readParts();
    const faults = knownFaults(parts, readFileSync(inProject('docs', 'advisories.tsv'), 'utf8'));
    if (faults.length > 0) throw new SetupError(`These packages have known faults: ${faults.join('; ')}.`);
    const strange = strangeLicences(parts);
    if (strange.length > 0)
      throw new SetupError(`These packages have other licences than agreed: ${strange.join(', ')}.`);
    process.stdout.write(`${JSON.stringify(billOf(parts), null, 2)}\n`);
    await Promise.resolve();
  });
}
