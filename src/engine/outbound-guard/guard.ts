import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { isAddressAllowed } from './addresses.ts';
import { lookUpHost } from './look-up.ts';
import type { DialOutcome, DialTarget, OutboundGuard } from './port.ts';
import { exchange } from './request.ts';

/** Matches host names and literal addresses; nothing else is looked up. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[0-9a-z:._-]+)$/i;

/** RFC 1035 2.3.4. */
const MAX_HOST = 253;

/** How many addresses of one name are tried; a name with hundreds would keep a worker busy. */
const MAX_ADDRESSES = 4;

const TIMED_OUT = { kind: 'refused', reason: 'UNREACHABLE', timedOut: true } as const;

/** Network settings of the installation. */
export interface GuardOptions {
  /** F2E_ALLOW_PRIVATE_HOSTS. */
  allowPrivate: boolean;
  /** Aborts every DNS lookup, so that none delays shutdown. */
  signal?: AbortSignal;
  /** Name servers to use instead of the machine's. */
  dns?: readonly string[];
}

export function createOutboundGuard(options: GuardOptions): OutboundGuard {
  const dial = async (target: DialTarget): Promise<DialOutcome> => await dialGuarded(target, options);
  return { dial, request: async (url, request) => await exchange(dial, url, request) };
}

async function dialGuarded({ host, port, limitMs }: DialTarget, options: GuardOptions): Promise<DialOutcome> {
  const { allowPrivate } = options;
  const until = Date.now() + limitMs;
  const addresses = await addressesOf(host, limitMs, options);
  if (addresses === 'slow') return TIMED_OUT;
  if (addresses.length === 0) return { kind: 'refused', reason: 'HOST_UNKNOWN' };
  // One forbidden address is enough: a name that points both inside and outside is an attempt to bypass the guard.
  if (!addresses.every((address) => isAddressAllowed(address, allowPrivate)))
    return { kind: 'refused', reason: 'HOST_NOT_ALLOWED' };
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const socket = await open(address, port, Math.max(1, until - Date.now()));
    if (socket === 'slow') return TIMED_OUT;
    if (socket) return { kind: 'ok', socket };
  }
  return { kind: 'refused', reason: 'UNREACHABLE' };
}

/** Resolves the host once, so that a second lookup cannot return another address. */
async function addressesOf(host: string, limitMs: number, options: GuardOptions): Promise<string[] | 'slow'> {
  if (host.length > MAX_HOST || !HOST.test(host)) return [];
  const limit = AbortSignal.timeout(Math.ceil(limitMs));
  const ended = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const found = await lookUpHost(host, ended, options.dns);
  return ended.aborted ? 'slow' : found;
}

async function open(address: string, port: number, limitMs: number): Promise<Socket | 'slow' | null> {
  return await new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: limitMs });
    const fail = (): void => resolve(null);
    socket.once('error', fail);
    socket.once('timeout', () => {
      socket.destroy();
      resolve('slow');
    });
    socket.once('connect', () => {
      socket.off('error', fail).removeAllListeners('timeout').setTimeout(0);
      // With Nagle's algorithm every small SSH packet waits for the response to the previous one: ten times slower.
      socket.setNoDelay(true);
      // The new owner of the socket adds its own error listener; an earlier error must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
