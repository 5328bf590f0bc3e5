import { defineConfig } from 'vitest/config';

import { ALONE, CALLS, HANG_MS } from './vitest.faults.config.ts';
import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Settings shared by both groups. */
const shared = {
  globalSetup: ['test/global-setup.ts'],
  // Show whole values in the report of a run, not only their beginning.
  chaiConfig: { truncateThreshold: 2_000 },
  setupFiles: ['test/no-process-left.ts'],
  pool: 'forks' as const,
  env: { HANG_MS },
  testTimeout: 15 * 60_000,
  expect: { poll: { timeout: Number(HANG_MS) } },
  hookTimeout: 3 * 60_000,
};

/**
 * Real calls wait more than they compute, so two files run at a time. Then, file by file, run the tests that need the
 * machine to themselves.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'calls', include: CALLS, maxWorkers: 2, sequence: { groupOrder: 0 } } },
      { test: { ...shared, name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
