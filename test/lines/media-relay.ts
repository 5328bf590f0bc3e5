import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import { endTree, launch, waitFor } from '#test/fax-rig/processes.ts';
import { freePort } from '#test/free-ports.ts';

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

/** A running rtpengine. */
export interface RunningRelay {
  /** The port of its ng protocol. */
  port: number;
  /** Returns how many packets it has relayed. */
  packets(): Promise<number>;
  kill(): void;
  stop(): Promise<void>;
}

/** Starts an rtpengine, on a free port or on that of one that was killed. */
export async function startRelay(before?: RunningRelay): Promise<RunningRelay> {
  const port = before?.port ?? (await freePort());
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
    kill: () => void child.kill('SIGKILL'),
    stop: async () => await endTree(child.pid ?? 0),
  };
}
