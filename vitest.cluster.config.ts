import { defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Tests that need several processes over one database and one bucket; the browser tests follow on the same rig. */
export default defineConfig({
  test: {
    include: ['test/cluster/*.test.ts'],
    setupFiles: ['test/no-process-left.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 5 * 60_000,
    expect: { poll: { timeout: 4 * 60_000 } },
    hookTimeout: 3 * 60_000,
  },
});
