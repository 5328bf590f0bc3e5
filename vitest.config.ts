import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/**
 * Files that run in a separate process: web pages keep state, and the others measure memory or need the real cost of
 * password hashes.
 */
export const APART = [
  'src/web/**/*.test.ts',
  'src/web/**/*.test.tsx',
  'fuzz/*.test.ts',
  'src/engine/documents/converters/pixel-flood.test.ts',
  'src/engine/mail-in/smtp-listener.test.ts',
  'src/engine/secrets/passwords.test.ts',
  'src/server/features/faxes/compose/upload-floods.test.ts',
  'src/server/features/identity/sessions/failure-budget.test.ts',
  'src/server/features/identity/sessions/login-load.test.ts',
  'src/server/features/identity/sessions/spray.test.ts',
];

/**
 * Unit and integration tests, beside the code and under test/. Browser tests are in test/e2e and run under Playwright.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    // Show whole values in the report of a run, not only their beginning.
    chaiConfig: { truncateThreshold: 2_000 },
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        resolve: {
          alias: [
            {
              find: /^\.\/password-cost\.ts$/u,
              replacement: join(import.meta.dirname, 'test/quick-passwords.ts'),
            },
          ],
        },
        test: {
          name: 'together',
          include: [
            'src/**/*.test.ts',
            'test/*.test.ts',
            'test/rules/*.test.ts',
            'scripts/*.test.ts',
            'bin/*.test.ts',
          ],
          // Real calls depend on real-time pacing, and the corpus watches the whole machine: they run alone, with the
          // crashes and outages.
          exclude: [...configDefaults.exclude, ...APART, '**/hylafax.test.ts', '**/corpus.test.ts'],
          // Loading the modules again for each file would take as long as the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
    setupFiles: ['test/no-process-left.ts', 'test/restart-counters.ts'],
    pool: 'forks',
    // Tests wait for conditions; this only ends one that hangs.
    testTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    hookTimeout: 120_000,
  },
});
