import { defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** The tests that must detect changed code (scripts/mutants.mjs names them); none is retried. */
export default defineConfig({
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split('\n'),
    globalSetup: ['test/global-setup.ts'],
    // Other work may keep the machine busy; Stryker ends changes that hang.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
