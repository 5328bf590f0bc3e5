import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections: those of a busy rig would take ours meanwhile. */
const [FIRST, LAST] = [20_000, 32_000];

/** Ports that nobody listens on and that no outgoing connection takes. */
export async function quietPorts<Names extends string>(...names: Names[]): Promise<Record<Names, number>> {
  const ports = new Map<Names, number>();
  for (const name of names) {
    let port = randomInt(FIRST, LAST);
    while (new Set(ports.values()).has(port) || !(await isFree(port))) port = randomInt(FIRST, LAST);
    ports.set(name, port);
  }
  return Object.fromEntries(ports) as Record<Names, number>;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}
