import { defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** The tests that have to notice changed code (scripts/mutants.mjs names them); none is tried twice. */
export default defineConfig({
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split('\n'),
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
