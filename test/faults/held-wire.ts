import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A connection to a local server that stops partway, so that a test reliably reaches that point on a busy machine. */
export interface HeldWire {
  port: number;
  /** Lets connections made from now on pass `bytes` bytes to the server and holds the rest; responses always pass. */
  holdAfter(bytes: number): void;
  /** Passes everything held, and everything that follows on those connections. */
  release(): void;
  /** Returns the number of connections. */
  connections(): number;
  close(): void;
}

/** Listens on its own port and forwards everything to `port` of this machine. */
export async function heldWire(port: number): Promise<HeldWire> {
  let most = Infinity;
  const clients = new Map<Socket, () => void>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let room = most;
    let held: Buffer = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk.subarray(0, room));
      held = chunk.subarray(room);
      room -= chunk.length - held.length;
      if (held.length > 0) client.pause();
    });
    clients.set(client, () => {
      room = Infinity;
      upstream.write(held);
      held = Buffer.alloc(0);
      client.resume();
    });
    upstream.pipe(client);
    client.on('close', () => clients.delete(client));
    // Tests may kill either side; then the other one ends, too.
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    holdAfter: (bytes) => (most = bytes),
    release: () => clients.forEach((free) => free()),
    connections: () => clients.size,
    close: () => {
      server.close();
      for (const client of clients.keys()) client.destroy();
    },
  };
}
