import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A line in front of a local server that stops in the middle, so that a test meets it there however busy the machine is. */
export interface HeldWire {
  port: number;
  /** Connections made from now on pass so many bytes to the server and hold the rest; answers always pass. */
  holdAfter(bytes: number): void;
  /** Everything held passes, and so does what follows on those connections. */
  release(): void;
  /** How many connections there are. */
  connections(): number;
  close(): void;
}

/** Listens on a port of its own and passes everything on to `port` of this machine. */
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
    // Either side may be killed on purpose; then the other one ends too.
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
