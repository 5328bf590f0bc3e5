import { defineConfig } from 'vitest/config';

/** Crashes and outages that take minutes: one after the other, because each measures time and kills processes. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 10 * 60_000,
    hookTimeout: 2 * 60_000,
  },
});
