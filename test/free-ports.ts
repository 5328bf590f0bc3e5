import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { ListenOptions } from 'node:net';

/** Below the ports that the system assigns to outgoing connections and to servers that accept any port. */
const [FIRST, LAST] = [20_000, 32_000];

/**
 * Returns a free port, for a server whose port must be known before it listens, or that listens again after an outage.
 * No outgoing connection takes it, and no other process that calls this gets it before this one ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
}

/** Returns a free port for each name. */
export async function freePorts<Names extends string>(...names: Names[]): Promise<Record<Names, number>> {
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()]));
  return Object.fromEntries(ports) as Record<Names, number>;
}

/** Reserves a port with a socket without a file, which belongs to one process at a time and vanishes with it. */
async function isReserved(port: number): Promise<boolean> {
  const server = await listening({ path: `\0f2e-test-port-${port}` });
  server?.unref();
  return server !== null;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listening({ host: '127.0.0.1', port });
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== null;
}

/** Returns null if another process listens. */
async function listening(options: ListenOptions) {
  const server = createServer();
  return await new Promise<typeof server | null>((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(options, () => resolve(server));
  });
}
