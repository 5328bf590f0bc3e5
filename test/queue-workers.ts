import { afterEach } from 'vitest';

import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';

import { startSending } from './sending-rig.ts';
import type { SendingRig } from './sending-rig.ts';

/** Starts the queue over a simulated line for the tests of a file, with workers that end with their test. */
export function queueWorkers(take: (rig: SendingRig) => void) {
  let rig: SendingRig;
  const workers: OutboxWorker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(async (worker) => await worker.stop()));
    await rig.stop();
  });
  return {
    workers,
    start: async (options: Parameters<typeof startSending>[0] = {}, channels = 1_000): Promise<void> => {
      rig = await startSending(options);
      take(rig);
      await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels });
    },
    work: async (count: number, callSlots?: number, more: { stopGraceMs?: number } = {}): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        workers.push(
          await rig.another().startWorker({ convertSlots: 1, ...more, ...(callSlots && { callSlots }) }),
        );
      }
    },
  };
}
