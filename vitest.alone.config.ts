import { defineConfig } from 'vitest/config';

import { ALONE, CALLS, HANG_MS } from './vitest.faults.config.ts';
import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Settings of both groups. */
const shared = {
  globalSetup: ['test/global-setup.ts'],
  // The report of a run shows what was seen, not the beginning of it.
  chaiConfig: { truncateThreshold: 2_000 },
  setupFiles: ['test/no-process-left.ts'],
  pool: 'forks' as const,
  env: { HANG_MS },
  testTimeout: 15 * 60_000,
  expect: { poll: { timeout: Number(HANG_MS) } },
  hookTimeout: 3 * 60_000,
};

/** Real calls wait more than they compute: two files at a time. Afterwards, file by file, what needs the machine for itself. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'calls', include: CALLS, maxWorkers: 2, sequence: { groupOrder: 0 } } },
      { test: { ...shared, name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
