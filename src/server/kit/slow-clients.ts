import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';

import { addressBlock } from './address.ts';
import type { App } from './mount.ts';

/** How many connections one client may hold, and how slow it may be (A-DOS-01, F-client-01). */
export interface ClientLimits {
  /** Headers take an instant; a client that trickles them holds a connection for nothing. */
  headersMs: number;
  /** A whole request, including a large upload over a slow line. */
  requestMs: number;
  /**
   * While a body is awaited, `bodyBytes` must arrive within `stallMs`; of a response, the client must take at least
   * something.
   */
  stallMs: number;
  bodyBytes: number;
  /** How often the progress is checked. */
  checkMs: number;
  /** Concurrent connections per address (per /64 of IPv6). */
  perAddress: number;
  /** Addresses and networks of front proxies, whose connections carry many people's requests. */
  proxies: readonly string[];
}

/** The limits of the product; `perAddress` and `proxies` are set per installation. */
export const CLIENT_LIMITS = {
  headersMs: 15_000,
  requestMs: 300_000,
  stallMs: 60_000,
  bodyBytes: 4_096,
  checkMs: 5_000,
} as const;

/** Returns options of the HTTP server that cut off clients that send too slowly. */
export function serverLimits({
  headersMs,
  requestMs,
  checkMs,
}: Pick<ClientLimits, 'headersMs' | 'requestMs' | 'checkMs'>) {
  return {
    http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs },
    requestTimeout: requestMs,
  };
}

/** How far a connection had come when it last moved fast enough. */
interface Progress {
  at: number;
  read: number;
  written: number;
}

/** Counts connections by address and cuts off those that hardly move, until the application closes. */
export function limitClients(app: App, limits: ClientLimits): void {
  const open = new Map<Socket, Progress>();
  const bodies = new WeakMap<Socket, IncomingMessage>();
  const held = new Map<string, number>();
  const proxies = listOf(limits.proxies);
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const block = isProxy(proxies, address) ? null : addressBlock(address);
    const count = block === null ? 0 : (held.get(block) ?? 0) + 1;
    if (count > limits.perAddress) {
      socket.destroy();
      return;
    }
    if (block !== null) held.set(block, count);
    open.set(socket, { at: performance.now(), read: 0, written: 0 });
    socket.once('close', () => {
      open.delete(socket);
      if (block === null) return;
      const left = (held.get(block) ?? 1) - 1;
      if (left > 0) held.set(block, left);
      else held.delete(block);
    });
  });
  app.addHook('onRequest', async ({ raw }) => {
    bodies.set(raw.socket, raw);
  });
  const timer = setInterval(() => {
    for (const [socket, last] of open)
      if (isStuck(socket, bodies.get(socket), last, limits)) socket.destroy();
  }, limits.checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Whether a client has kept us waiting for longer than `stallMs`; updates `last` while it has not. */
function isStuck(
  socket: Socket,
  request: IncomingMessage | undefined,
  last: Progress,
  { stallMs, bodyBytes }: ClientLimits,
): boolean {
  // Data that arrived but that we have not read yet is our own slowness.
  const sends = request !== undefined && !request.complete && request.readableLength === 0;
  const takes = socket.writableLength > 0;
  const [read, written] = [socket.bytesRead, socket.bytesWritten - socket.writableLength];
  const moves = (sends && read - last.read >= bodyBytes) || (takes && written > last.written);
  if (moves || (!sends && !takes)) Object.assign(last, { at: performance.now(), read, written });
  return performance.now() - last.at > stallMs;
}

/** Names that F2E_TRUST_PROXY may hold besides addresses and networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns the proxies and this machine itself: connections from here belong to a proxy that nobody configured, or to a
 * tool of the operator.
 */
function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of ['127.0.0.1', '::1', ...proxies.flatMap((one) => NAMED[one] ?? [one])]) {
    const [network = '', bits] = entry.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else if (/^\d+$/.test(bits)) list.addSubnet(network, Number(bits), family);
  }
  return list;
}

function isProxy(list: BlockList, address: string): boolean {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
