import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { endTree, launch, waitFor } from '#test/fax-rig/processes.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { SPEED } from '#test/sip-rig/far-end.ts';
import { startKamailioLines } from '#test/sip-rig/kamailio-lines.ts';
import type { KamailioLines } from '#test/sip-rig/kamailio-lines.ts';

/** The ports of the relay, which no other test uses. */
const RELAY_PORTS = { min: 47_100, max: 47_199 };

/** Asks an rtpengine (ng protocol: a cookie, which must be new, and a bencoded dictionary); returns its answer if it gives one. */
async function ask(port: number, command: string): Promise<string | undefined> {
  const socket = createSocket('udp4');
  socket.send(`${randomUUID()} d7:command${command.length}:${command}e`, port, '127.0.0.1');
  try {
    const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(500) });
    return String(answer);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    return undefined;
  } finally {
    socket.close();
  }
}

async function startRelay(): Promise<{ port: number; packets(): Promise<number>; stop(): Promise<void> }> {
  const port = await freePort();
  const child = launch('rtpengine', [
    '--foreground',
    '--table=-1',
    '--interface=127.0.0.1',
    `--listen-ng=127.0.0.1:${port}`,
    `--port-min=${RELAY_PORTS.min}`,
    `--port-max=${RELAY_PORTS.max}`,
  ]);
  await waitFor('rtpengine', async () => (await ask(port, 'ping')) !== undefined);
  return {
    port,
    packets: async () =>
      Number(/relayedpackets(?:_user)?i(\d+)e/u.exec((await ask(port, 'statistics')) ?? '')?.[1]),
    stop: async () => await endTree(child.pid ?? 0),
  };
}

describe.each([
  {
    gateway: false,
    speed: SPEED,
    calls: [
      ['accept', 'accept', 't38'],
      ['refuse', 'refuse', 'audio'],
    ],
  },
  {
    gateway: true,
    speed: 1,
    calls: [
      ['first', 'refuse', 't38'],
      ['refuse', 'request', 'audio'],
    ],
  },
])(
  'behind a media relay (rtpengine), as a gateway between T.38 and G.711: $gateway',
  ({ gateway, speed, calls }) => {
    let relay: Awaited<ReturnType<typeof startRelay>>;
    let lines: KamailioLines;
    beforeAll(async () => {
      relay = await startRelay();
      lines = await startKamailioLines('SHA-256', '', { relay: { port: relay.port, gateway }, speed });
    });
    afterAll(async () => {
      await lines.stop();
      await relay.stop();
    });

    it.each(calls)('a line with t38=%s reaches one with t38=%s, by %s', async (ours, theirs, media) => {
      const far = await lines.answering('13105550142', `&t38=${theirs}`);
      const pages = faxPages(2);
      const outcome = await lines
        .lineOf('12125550100', `t38=${ours}`)
        .send(testCall('3105550142', { tiff: async () => pages }), new AbortController().signal);
      expect(outcome).toMatchObject({ kind: 'delivered', pages: 2, link: { media } });
      const { pages: received } = await far.came();
      await far.stop();
      expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
      expect(await relay.packets()).toBeGreaterThan(100);
    });
  },
);
