import { afterEach } from 'vitest';

import type { SendingRig } from './sending-rig.ts';

/** Stops a test's worker, if it has one, and its rig after it. */
export function stopAfterEach(
  running: () => { rig: SendingRig; worker: { readonly stop: () => Promise<void> } | undefined },
): void {
  // A test without a worker finds that of the test before.
  const stopped = new WeakSet<object>();
  afterEach(async () => {
    const { rig, worker } = running();
    if (worker && !stopped.has(worker)) await worker.stop();
    if (worker) stopped.add(worker);
    await rig.stop();
  });
}
