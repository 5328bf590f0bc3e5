import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fuzzCommand, targetFile, targetNames } from './command.ts';
import { loadTarget } from './harness/load.ts';
import { replay, runTarget } from './harness/run.ts';
import type { FuzzTarget } from './target.ts';

/** The number of targets: a lost file fails the test. */
const TARGETS = 23;

describe('targets', () => {
  it('are all there', () => {
    expect(targetNames()).toHaveLength(TARGETS);
  });

  it.each(targetNames())('%s accepts its seeds', async (name) => {
    const target = await loadTarget(targetFile(name));
    const seeds = await target.seeds();
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) {
      expect(seed.length).toBeLessThan(32 * 1024);
      await target.run(Buffer.from(seed));
    }
  });
});

describe('a planted fault', () => {
  const file = new URL('planted/planted.ts', import.meta.url).href;
  let folder: string;
  let target: FuzzTarget;
  const fuzz = async (...seeds: string[]) => {
    const own = { ...target, seeds: () => seeds.map((seed) => Buffer.from(seed)) };
    const place = join(folder, seeds.join());
    return await runTarget({ file, target: own, folder: place, seconds: 60, seed: 1, mostFindings: 1 });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fuzz-test-'));
    target = await loadTarget(file);
  });
  afterAll(async () => await rm(folder, { recursive: true }));

  it('that throws is found letter by letter, shrunk and replayed', { timeout: 120_000 }, async () => {
    const { findings, executions, reached, branches } = await fuzz('hello');
    expect(findings).toMatchObject([{ kind: 'crash', detail: expect.stringContaining('planted crash') }]);
    expect(executions).toBeGreaterThan(10);
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThanOrEqual(branches);
    const input = readFileSync(findings[0]?.file ?? '');
    expect(input.subarray(0, 4).toString()).toBe('FAXC');
    expect(input).toHaveLength(6);
    expect(await replay(file, target, input)).toMatchObject([{ kind: 'crash' }]);
    expect(await replay(file, target, Buffer.from('FAXX'))).toEqual([]);
  });

  it('that never ends is found by its CPU time', { timeout: 120_000 }, async () => {
    const { findings } = await fuzz('hang!!');
    expect(findings).toMatchObject([{ kind: 'hang' }]);
    expect(readFileSync(findings[0]?.file ?? '').toString()).toBe('hang!!');
  });

  it('that fills the memory is found', { timeout: 120_000 }, async () => {
    const { findings } = await fuzz('memory');
    expect(findings).toMatchObject([{ kind: 'memory' }]);
  });
});

it('an unknown target is named', async () => {
  await expect(fuzzCommand(['nothing'], () => undefined)).rejects.toThrow('There is no target nothing');
});
