import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

/** A slow line in front of a local server: what clients send passes at `bytesPerSecond`, answers pass at once. */
export async function slowWire(
  port: number,
  bytesPerSecond: number,
): Promise<{ port: number; close: () => void }> {
  const server: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk);
      client.pause();
      setTimeout(() => client.resume(), (chunk.length / bytesPerSecond) * 1000).unref();
    });
    upstream.pipe(client);
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
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
