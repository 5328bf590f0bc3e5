import { deliverDue } from '#server/features/faxes/copies/storage.worker.ts';

import type { TestApp } from './start-app.ts';

/** Receives and copies faxes while no worker runs. */
export interface Copying {
  /** Receives a fax and returns its id. */
  receive(number: string): Promise<number>;
  /** Delivers the due copies until none is left. */
  deliver(): Promise<void>;
}

export function copying({ sending, copies }: TestApp): Copying {
  let calls = 0;
  return {
    receive: async (called) => {
      calls += 1;
      const arrival = await sending.arrivals.receive({
        lineId: null,
        callRef: `copy-${calls}`,
        caller: '3105550111',
        stationId: '',
        called,
        tiff: Buffer.from('pages 1'),
        source: 'line',
      });
      if (!arrival.accepted) throw new Error('the fax was not taken');
      return arrival.fid;
    },
    deliver: async () => {
      while ((await deliverDue(copies)) > 0);
    },
  };
}
