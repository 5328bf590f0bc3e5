import { join } from 'node:path';

import { sipLine } from '#engine/fax-line/sip/sip.ts';
import type { FaxLine } from '#engine/fax-line/port.ts';
import { freePort } from '#test/free-ports.ts';
import { sipSettings } from '#test/sip-rig/far-end.ts';

/** A line of ours that answers every call. */
export interface AnsweringLine {
  line: FaxLine;
  /** The address where it listens. */
  listen: string;
  /** Returns the pages of the received faxes. */
  received(): Promise<Uint8Array[]>;
  stop(): Promise<void>;
}

/** Starts a line on a free port; by default, its clock runs at the speed of the telephone network. */
export async function answeringLine(
  folder: string,
  { config = {}, speed = 1 }: { config?: Record<string, string>; speed?: number } = {},
): Promise<AnsweringLine> {
  const listen = `127.0.0.1:${await freePort()}`;
  const settings = sipSettings({ trunk: 'sip:127.0.0.1:9', listen, ...config });
  const line = sipLine('*', { settings, folder: join(folder, `answers-${listen}`), speed });
  const answers = await line.answer?.({
    answerFor: async () => ({ kind: 'answer', stationId: '+1 310 555 0142' }),
    failed: (reason) => process.stderr.write(`${reason}\n`),
    arrived: () => undefined,
  });
  return {
    line,
    listen,
    received: async () => {
      const listed = await line.arrivals?.list();
      if (listed?.kind !== 'ok') throw new Error('nothing is listed');
      return await Promise.all(
        listed.value.map(async (arrival) => {
          const pages = await line.arrivals?.fetch(arrival);
          if (pages?.kind !== 'ok') throw new Error('the pages are gone');
          return pages.value;
        }),
      );
    },
    stop: async () => await answers?.stop(),
  };
}
