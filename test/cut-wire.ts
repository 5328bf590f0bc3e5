import { connect, createServer } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';

import { freePort } from './free-ports.ts';

/** A connection to a server that a test can interrupt, restore and slow down. */
export interface CutWire {
  port: number;
  /** Ends every connection and refuses new ones, like a server that is down. */
  cut(): void;
  mend(): Promise<void>;
  /**
   * Drops every byte of all connections from now on without closing them, like a machine that vanishes; false lets new
   * ones through again.
   */
  vanish(away: boolean): void;
  /** Delays responses by `ms` from now on. */
  delay(ms: number): void;
  close(): void;
}

/** Listens on its own port and forwards everything to `target`. */
export async function cutWire(target: NetConnectOpts): Promise<CutWire> {
  const open = new Set<Socket>();
  const lost = new Set<Socket>();
  let away = false;
  let delayMs = 0;
  const server = createServer((client) => {
    const upstream = connect(target);
    if (away) lost.add(client).add(upstream);
    client.on('data', (chunk: Buffer) => {
      if (!lost.has(client)) upstream.write(chunk);
    });
    client.on('end', () => {
      if (!lost.has(client)) upstream.end();
    });
    upstream.on('data', (chunk: Buffer) => {
      if (lost.has(client)) return;
      if (delayMs === 0) client.write(chunk);
      else setTimeout(() => client.writable && client.write(chunk), delayMs);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => lost.has(one) || other.destroy());
      one.on('close', () => {
        open.delete(one);
        if (!lost.has(one)) other.destroy();
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
  return {
    port,
    cut,
    mend: async () => await listen(port),
    vanish: (gone) => {
      away = gone;
      if (gone) for (const socket of open) lost.add(socket);
    },
    delay: (ms) => (delayMs = ms),
    close: cut,
  };
}
