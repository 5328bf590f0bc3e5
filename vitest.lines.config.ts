import { defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** SIP lines at their limits: many calls, at the pace of a telephone network. */
export default defineConfig({
  test: {
    include: ['test/lines/*.test.ts'],
    setupFiles: ['test/no-process-left.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 60_000,
  },
});
