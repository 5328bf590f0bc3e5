import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Calls between soft modems, which must keep their pace; see vitest.alone.config.ts. */
export const CALLS = ['**/hylafax.test.ts', 'test/faults/fax-line.test.ts'];

/** A host without processor time, and watches over the whole machine. */
export const ALONE = ['**/corpus.test.ts', 'test/faults/host.test.ts', 'test/faults/silent-dns.test.ts'];

/** How long waits may take in these tests, in milliseconds: on a busy machine the work of seconds takes minutes. */
export const HANG_MS = String(10 * 60_000);

/** The files that take longest; when they start first, no worker is left alone with one in the end. */
const LONGEST = [
  'send-crash-random',
  'send-crash',
  'send-crash-answers',
  'arrival-crowd',
  'frozen-worker',
  'away-bucket',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: (typeof files)[number]) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Crashes and outages that take minutes; most of them wait, so three go side by side on two processors. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    exclude: [...configDefaults.exclude, ...CALLS, ...ALONE],
    globalSetup: ['test/global-setup.ts'],
    // The report of a run shows what was seen, not the beginning of it.
    chaiConfig: { truncateThreshold: 2_000 },
    setupFiles: ['test/no-process-left.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 3,
    env: { HANG_MS },
    testTimeout: 15 * 60_000,
    expect: { poll: { timeout: Number(HANG_MS) } },
    hookTimeout: 3 * 60_000,
  },
});
