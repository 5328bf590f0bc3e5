import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { isAddressAllowed } from './addresses.ts';
import { lookUpHost } from './look-up.ts';
import type { DialOutcome, DialTarget, OutboundGuard } from './port.ts';
import { exchange } from './request.ts';

/** What a host name or a literal address is made of; everything else is not even looked up. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[0-9a-z:._-]+)$/i;

/** RFC 1035 2.3.4. */
const MAX_HOST = 253;

/** Addresses of one name that are tried; a name with hundreds would keep a worker busy. */
const MAX_ADDRESSES = 4;

const TIMED_OUT = { kind: 'refused', reason: 'UNREACHABLE', timedOut: true } as const;

/** What an installation says about its own network. */
export interface GuardOptions {
  /** F2E_ALLOW_PRIVATE_HOSTS. */
  allowPrivate: boolean;
  /** Ends every look-up, so that none holds up the stop of the process. */
  signal?: AbortSignal;
  /** Name servers other than the machine's. */
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
  // One forbidden address is enough: a name that points inside and outside is made to slip through.
  if (!addresses.every((address) => isAddressAllowed(address, allowPrivate)))
    return { kind: 'refused', reason: 'HOST_NOT_ALLOWED' };
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const socket = await open(address, port, Math.max(1, until - Date.now()));
    if (socket === 'slow') return TIMED_OUT;
    if (socket) return { kind: 'ok', socket };
  }
  return { kind: 'refused', reason: 'UNREACHABLE' };
}

/** Resolved once and for all. */
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
      // With Nagle's delay every small SSH packet waits for the answer to the one before: ten times slower.
      socket.setNoDelay(true);
      // Whoever takes the socket listens for errors; one that comes before must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
