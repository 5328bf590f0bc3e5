import type { JobDefinition, JobQueue } from '#engine/jobs/port.ts';

/** More rounds than any job adds jobs: a job that adds itself for ever is a fault. */
const MOST_JOBS = 10_000;

/** A queue that a test works by hand: it keeps what was added until runAll. */
export interface HandQueue {
  queue: JobQueue;
  /** Does every job, and the jobs that they add; the first error is the test's. */
  runAll(definitions: readonly JobDefinition[]): Promise<void>;
}

/** Makes one. A job of a transaction that is rolled back stays: tests that care look at the rows. */
export function handQueue(): HandQueue {
  const waiting: { name: string; payload: unknown }[] = [];
  return {
    queue: {
      enqueue: async (_tx, { name }, payload) => {
        waiting.push({ name, payload });
      },
      check: async () => ({ ok: true }),
      stop: async () => {},
    },
    runAll: async (definitions) => {
      for (let done = 0; waiting.length > 0; done += 1) {
        if (done >= MOST_JOBS) throw new Error('the jobs never end');
        const job = waiting.shift();
        const definition = definitions.find(({ name }) => name === job?.name);
        if (!definition) throw new Error(`there is no job ${job?.name}`);
        await definition.run(job?.payload, AbortSignal.timeout(60_000));
      }
    },
  };
}
