import { defineConfig } from 'vitest/config';

import { ALONE, HANG_MS } from './vitest.faults.config.ts';
import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Real calls, a host without processor time, and a watch over the whole machine: one after the other, nothing beside them. */
export default defineConfig({
  test: {
    include: ALONE,
    globalSetup: ['test/global-setup.ts'],
    // The report of a run shows what was seen, not the beginning of it.
    chaiConfig: { truncateThreshold: 2_000 },
    setupFiles: ['test/no-process-left.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    env: { HANG_MS },
    testTimeout: 15 * 60_000,
    expect: { poll: { timeout: Number(HANG_MS) } },
    hookTimeout: 3 * 60_000,
  },
});
