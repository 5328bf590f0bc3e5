import { configDefaults, defineConfig } from 'vitest/config';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** What needs the machine for itself; see vitest.alone.config.ts. */
export const ALONE = [
  '**/hylafax.test.ts',
  '**/corpus.test.ts',
  'test/faults/fax-line.test.ts',
  'test/faults/host.test.ts',
];

/** Crashes and outages that take minutes; most of them wait, so three go side by side. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    exclude: [...configDefaults.exclude, ...ALONE],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/no-process-left.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 10 * 60_000,
    hookTimeout: 2 * 60_000,
  },
});
