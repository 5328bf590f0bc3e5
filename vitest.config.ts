import { defineConfig } from 'vitest/config';

/** Unit and integration tests: beside the code and under test/. Browser tests live in test/e2e and run under Playwright. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'test/*.test.ts',
      'scripts/*.test.ts',
      'bin/*.test.ts',
    ],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
