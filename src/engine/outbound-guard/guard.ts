import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { isAddressAllowed } from './addresses.ts';
import type { DialOutcome, DialTarget, OutboundGuard } from './port.ts';
import { exchange } from './request.ts';

/** What a host name or a literal address is made of; everything else is not even looked up. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[0-9a-z:._-]+)$/i;

/** RFC 1035 2.3.4. */
const MAX_HOST = 253;

/** Addresses of one name that are tried; a name with hundreds would keep a worker busy. */
const MAX_ADDRESSES = 4;

/** What an installation says about its own network. */
export interface GuardOptions {
  /** F2E_ALLOW_PRIVATE_HOSTS. */
  allowPrivate: boolean;
}

export function createOutboundGuard({ allowPrivate }: GuardOptions): OutboundGuard {
  const dial = async (target: DialTarget): Promise<DialOutcome> => await dialGuarded(target, allowPrivate);
  return { dial, request: async (url, options) => await exchange(dial, url, options) };
}

async function dialGuarded({ host, port, limitMs }: DialTarget, allowPrivate: boolean): Promise<DialOutcome> {
  const until = Date.now() + limitMs;
  const addresses = await addressesOf(host, limitMs);
  if (addresses === 'slow') return { kind: 'refused', reason: 'UNREACHABLE' };
  if (addresses.length === 0) return { kind: 'refused', reason: 'HOST_UNKNOWN' };
  // One forbidden address is enough: a name that points inside and outside is made to slip through.
  if (!addresses.every((address) => isAddressAllowed(address, allowPrivate)))
    return { kind: 'refused', reason: 'HOST_NOT_ALLOWED' };
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const socket = await open(address, port, Math.max(1, until - Date.now()));
    if (socket) return { kind: 'ok', socket };
  }
  return { kind: 'refused', reason: 'UNREACHABLE' };
}

/** Resolved once and for all. The resolver also turns 127.1, 0x7f000001 and 2130706433 into the address they mean. */
async function addressesOf(host: string, limitMs: number): Promise<string[] | 'slow'> {
  if (host.length > MAX_HOST || !HOST.test(host)) return [];
  const waited = new AbortController();
  const slow = pause(limitMs, 'slow' as const, { signal: waited.signal }).catch(() => 'slow' as const);
  const found = lookup(host.replaceAll(/[[\]]/g, ''), { all: true, verbatim: true }).then(
    (all) => all.map(({ address }) => address),
    () => [], // Unknown and unanswerable names are the same to us: there is nobody to dial.
  );
  const outcome = await Promise.race([found, slow]);
  waited.abort();
  return outcome;
}

async function open(address: string, port: number, limitMs: number): Promise<Socket | null> {
  return await new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: limitMs });
    const fail = (): void => {
      socket.destroy();
      resolve(null);
    };
    socket.once('error', fail).once('timeout', fail);
    socket.once('connect', () => {
      socket.off('error', fail).off('timeout', fail).setTimeout(0);
      // With Nagle's delay every small SSH packet waits for the answer to the one before: ten times slower.
      socket.setNoDelay(true);
      // Whoever takes the socket listens for errors; one that comes before must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
