import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startLeg } from '#engine/fax-line/sip/media-leg.ts';
import type { LegOptions } from '#engine/fax-line/sip/leg-process.ts';
import type { LegEnd, MediaLeg } from '#engine/fax-line/sip/media-leg.ts';
import type { Repair } from '#engine/fax-line/sip/signaling/sdp.ts';

/** A network between two fax machines that loses packets, each direction with its own random numbers. */
export interface Loss {
  /** Percentage of packets that are lost. */
  percent: number;
  /** How many consecutive packets are lost each time. */
  burst: number;
  seed: number;
}

const ADDRESS = '127.0.0.1';

/** Sends a fax between two legs over T.38; returns both results and the received pages. */
export async function sendBetweenLegs(
  folder: string,
  pages: Uint8Array,
  {
    repair,
    loss,
    ecm = true,
    speed,
    opened = () => undefined,
  }: {
    repair: Repair;
    loss: Loss;
    ecm?: boolean;
    speed: number;
    /** Receives the ports of both machines. */
    opened?: (ports: number[]) => void;
  },
): Promise<{ sent: LegEnd; received: LegEnd; pages: Uint8Array }> {
  const file = join(folder, `${repair}-${loss.seed}.tif`);
  const common = { stationId: '+1', address: ADDRESS, ports: '', maxRate: 14_400, ecm, speed };
  const start = async (job: LegOptions['job'], name: string): Promise<MediaLeg> =>
    await startLeg({ ...common, job, journal: `${file}.${name}.log` }, () => undefined);
  const sender = await start({ send: pages }, 'sent');
  const receiver = await start({ receive: file }, 'received');
  opened([sender.t38Port, receiver.t38Port]);
  const network = await lossyNetwork([sender.t38Port, receiver.t38Port], loss);
  const media = { address: ADDRESS, maxRate: 14_400, maxDatagram: 1_400, repair };
  sender.t38({ ...media, port: network.ports[0] });
  receiver.t38({ ...media, port: network.ports[1] });
  const sent = await sender.end;
  // As if the end of the call had been lost.
  receiver.hungUp();
  const received = await receiver.end;
  await receiver.gone;
  network.close();
  return { sent, received, pages: await readFile(file).catch(() => new Uint8Array()) };
}

/** Creates two sockets, each of which forwards what one end sends to it to the other end. */
async function lossyNetwork(ends: readonly [number, number], { percent, burst, seed }: Loss) {
  const sockets = [createSocket('udp4'), createSocket('udp4')] as const;
  for (const socket of sockets) {
    socket.bind(0, ADDRESS);
    await once(socket, 'listening');
  }
  const pass = (from: 0 | 1, to: 0 | 1): void => {
    let state = seed * 7_919 + from;
    let losing = 0;
    sockets[from].on('message', (bytes) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      if (losing === 0 && state / 2 ** 31 < percent / 100 / burst) losing = burst;
      if (losing > 0) losing -= 1;
      else sockets[to].send(bytes, ends[to], ADDRESS);
    });
  };
  // Packets that the sender sends to its socket reach the receiver from the receiver's socket.
  pass(0, 1);
  pass(1, 0);
  return {
    ports: [sockets[0].address().port, sockets[1].address().port] as const,
    close: () => {
      for (const socket of sockets) socket.close();
    },
  };
}
