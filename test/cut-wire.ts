import { connect, createServer } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';

import { freePort } from './free-ports.ts';

/** A wire to a server that a test can cut and mend, and that can be slow. */
export interface CutWire {
  port: number;
  /** Ends every connection and refuses new ones, as a server that is down does. */
  cut(): void;
  mend(): Promise<void>;
  /** Answers come so much later from now on. */
  delay(ms: number): void;
  close(): void;
}

/** Listens on a port of its own and passes everything on to `target`. */
export async function cutWire(target: NetConnectOpts): Promise<CutWire> {
  const open = new Set<Socket>();
  let delayMs = 0;
  const server = createServer((client) => {
    const upstream = connect(target);
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (delayMs === 0) client.write(chunk);
      else setTimeout(() => client.writable && client.write(chunk), delayMs);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = async (port: number): Promise<void> =>
    await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const port = await freePort();
  await listen(port);
  const cut = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port, cut, mend: async () => await listen(port), delay: (ms) => (delayMs = ms), close: cut };
}
