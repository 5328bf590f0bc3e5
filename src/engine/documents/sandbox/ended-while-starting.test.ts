import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { silentLog } from '../fixtures/test-engine.ts';
import { officeCommand } from '../office/office-command.ts';
import { OfficeWorker } from '../office/office-worker.ts';
import { ConverterPool } from './pool.ts';

let tempDir: string;
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
});
afterEach(async () => {
  await rm(tempDir, { recursive: true });
});

/** Returns process groups with a living process. */
function processGroups(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const [, state, , group] = readFileSync(`/proc/${name}/stat`, 'latin1').split(/\) | /).slice(1);
        return state === 'Z' ? 0 : Number(group);
      } catch {
        // It exited after the folder was read.
        return 0;
      }
    });
}

test('children that are ended while they start leave nothing behind', async () => {
  const pids: number[] = [];
  const pools: ConverterPool[] = [];
  for (let round = 0; round < 12; round++) {
    const pool = new ConverterPool({ workers: 2, untrusted: 'sandbox', tempDir, log: silentLog });
    pools.push(pool);
    void pool.confinement();
    await setTimeout(round);
    pids.push(...pool.pids);
    await pool.close();
  }
  expect(pids.length).toBeGreaterThan(0);
  const groups = new Set(pids);
  const left = () => processGroups().filter((group) => groups.has(group));
  await expect.poll(left).toEqual([]);
  // A closed pool must not start others either.
  await Promise.all(pools.map(async (pool) => await pool.confinement()));
  await expect.poll(() => pools.flatMap((pool) => pool.pids)).toEqual([]);
});

test('a program that is ended at any moment of its start is gone, with all that it started', async () => {
  // Without the fix, about one in thirty keeps running as an orphan, and waiting for its end never returns.
  const moments = Array.from({ length: 80 }, (_, n) => (n % 40) + Math.random());
  const ended = moments.map(async (ms) => {
    const command = officeCommand('own-user', '/tmp') ?? officeCommand('user-namespace', '/tmp');
    if (command === undefined) return;
    const worker = new OfficeWorker({ command, mustBeConfined: true });
    await setTimeout(ms);
    worker.kill();
    await worker.gone;
  });
  expect(await Promise.all(ended)).toHaveLength(moments.length);
});
