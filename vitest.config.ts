import { configDefaults, defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Unit and integration tests: beside the code and under test/. Browser tests live in test/e2e and run under Playwright. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'test/*.test.ts',
      'test/rules/*.test.ts',
      'scripts/*.test.ts',
      'bin/*.test.ts',
      'fuzz/*.test.ts',
    ],
    // Real calls keep time with a telephone exchange, and the corpus watches the whole machine: they run alone, with the
    // crashes and outages.
    exclude: [...configDefaults.exclude, '**/hylafax.test.ts', '**/corpus.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/no-process-left.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Tests wait for conditions; this only ends one that hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
