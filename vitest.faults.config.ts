import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/** Calls between soft modems, which depend on real-time pacing; see vitest.alone.config.ts. */
export const CALLS = ['**/hylafax.test.ts', 'test/faults/fax-line.test.ts'];

/** Tests of a host without processor time, and tests that watch the whole machine. */
export const ALONE = ['**/corpus.test.ts', 'test/faults/host.test.ts', 'test/faults/silent-dns.test.ts'];

/** Maximum time of waits in these tests, in milliseconds: on a busy machine the work of seconds takes minutes. */
export const HANG_MS = String(10 * 60_000);

/** The files that take longest; they start first, so that no worker runs one of them alone at the end. */
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

/** Crashes and outages that take minutes; most of them wait, so three run in parallel on two processors. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    exclude: [...configDefaults.exclude, ...CALLS, ...ALONE],
    globalSetup: ['test/global-setup.ts'],
    // Show whole values in the report of a run, not only their beginning.
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
