import { defineConfig } from 'vitest/config';

/** Crashes and outages that take minutes, and real calls: one after the other, because each measures time or kills processes. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts', '**/hylafax.test.ts', '**/corpus.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // Soft modems keep time with the processor: a busy machine may cost a call. A fault fails twice.
    retry: 1,
    testTimeout: 10 * 60_000,
    hookTimeout: 2 * 60_000,
  },
});
