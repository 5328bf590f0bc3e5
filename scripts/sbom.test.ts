import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { inProject } from './project.mjs';
import { billOf, readParts, strangeLicences } from './sbom.mjs';

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

  it('runs no install script that was not looked at', () => {
    const { allowScripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
      allowScripts: Record<string, boolean>;
    };
    const scripts = parts.filter(({ installScript }) => installScript).map(({ name }) => name);
    // The optional speed-ups of ssh2 are not built; set-up runs npm with --ignore-scripts.
    const known = [...Object.keys(allowScripts), 'ssh2', 'cpu-features'];
    expect(scripts.filter((name) => !known.includes(name))).toEqual([]);
    expect(readFileSync(inProject('scripts/setup-packages.mjs'), 'utf8')).toContain('--ignore-scripts');
  });
});
