import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { inProject } from './project.mjs';
import { billOf, knownFaults, readParts, strangeLicences } from './sbom.mjs';

const parts = readParts();

describe('what the product is made of', () => {
  it('names every package that travels with it, with version and hash', () => {
    const { components } = billOf(parts);
    expect(components.length).toBeGreaterThan(100);
    expect(components.find(({ name }) => name === 'fastify')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/fastify@\d/u),
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/u) }],
    });
    expect(components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('has no package under terms that nobody agreed to', () => {
    expect(strangeLicences(parts)).toEqual([]);
    const mixed = {
      name: 'x',
      version: '1.0.0',
      license: 'MIT AND GPL-3.0',
      integrity: undefined,
      installScript: false,
      dev: false,
    };
    expect(strangeLicences([mixed])).toEqual(['x: MIT AND GPL-3.0']);
  });

  it('[A-SUPPLY-01] installs what the lockfile names and nothing else: exact versions, hashes, no scripts, no known fault of weight', () => {
    const own = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies' | 'optionalDependencies',
      Record<string, string>
    >;
    const wanted = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
    const loose = Object.entries(wanted).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version),
    );
    expect(loose).toEqual([]);
    expect(
      parts.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name),
    ).toEqual([]);
    const setup = readFileSync(inProject('scripts/setup-packages.mjs'), 'utf8');
    expect(setup).toMatch(/'ci',\s+'--ignore-scripts'/u);
    expect(strangeScripts()).toEqual([]);
    const advisories = readFileSync(inProject('docs/advisories.tsv'), 'utf8');
    expect(knownFaults(parts, advisories)).toEqual([]);
    const old = {
      name: 'ssh2',
      version: '1.3.9',
      license: 'MIT',
      integrity: undefined,
      installScript: false,
      dev: false,
    };
    expect(knownFaults([old], advisories)).toEqual(['ssh2 1.3.9: CVE-2020-26301, mended in 1.4.0']);
    expect(knownFaults([{ ...old, dev: true }], advisories)).toHaveLength(1);
  });
});

/** Returns packages with an install script that nobody has reviewed. */
function strangeScripts(): string[] {
  const { allowScripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const scripts = parts.filter(({ installScript }) => installScript).map(({ name }) => name);
  // The optional native parts of ssh2 are not built; setup runs npm with --ignore-scripts.
  const known = [...Object.keys(allowScripts), 'ssh2', 'cpu-features'];
  return scripts.filter((name) => !known.includes(name));
}
