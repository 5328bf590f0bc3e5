import { lookup, resolveNaptr, resolveSrv } from 'node:dns/promises';

import type { SipPeer } from './signaling/uri.ts';

/** A NAPTR record (RFC 3403). */
export interface Naptr {
  order: number;
  preference: number;
  flags: string;
  service: string;
  replacement: string;
}

/** DNS queries of a trunk. */
export interface Names {
  /** Returns NAPTR records, which say by which transports a name is reached; empty if there are none. */
  naptr(name: string): Promise<Naptr[]>;
  /** Returns SRV records; empty if the name has none. */
  srv(name: string): Promise<{ name: string; port: number; priority: number; weight: number }[]>;
  /** Returns the addresses of a host. Rejects if it has none. */
  addresses(name: string): Promise<string[]>;
}

/** DNS records are looked up again after this time. */
const FRESH_MS = 60_000;
/** A server that did not respond is tried after the others for this long. */
const SHUNNED_MS = 60_000;

/** No such record, or no name server: the name's own addresses are used. */
const NONE = ['ENODATA', 'ENOTFOUND', 'ECONNREFUSED'];

const DNS: Names = {
  naptr: async (name) => await resolveNaptr(name).catch(noneOrThrow),
  srv: async (name) => await resolveSrv(name).catch(noneOrThrow),
  addresses: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
};

function noneOrThrow(error: NodeJS.ErrnoException): [] {
  if (NONE.includes(error.code ?? '')) return [];
  throw error;
}

/** Services of NAPTR records that we support (RFC 3263 4.1). */
const SERVICES: ReadonlyMap<string, SipPeer['transport']> = new Map([
  ['sip+d2u', 'udp'],
  ['sip+d2t', 'tcp'],
  ['sips+d2t', 'tls'],
]);

/**
 * What is looked up. `addresses`: the addresses of the host. `srv`: SRV records too, if no port is given. `naptr`:
 * NAPTR records before these, if no transport is given either.
 */
export type LookUp = 'addresses' | 'srv' | 'naptr';

/**
 * The servers of a trunk: from NAPTR and SRV records if its address is a name without a port, with all addresses of
 * each (RFC 3263).
 */
export class TrunkTargets {
  readonly #trunk: SipPeer;
  readonly #lookUp: LookUp;
  readonly #names: Names;
  #found: readonly SipPeer[] = [];
  #looked = -Infinity;
  readonly #shunned = new Map<string, number>();

  constructor(trunk: SipPeer, lookUp: LookUp, names: Names = DNS) {
    this.#trunk = trunk;
    this.#lookUp = lookUp;
    this.#names = names;
  }

  /** Returns the servers in the order to try, at least one. Rejects if the name has no address. */
  async inOrder(): Promise<[SipPeer, ...SipPeer[]]> {
    if (performance.now() - this.#looked > FRESH_MS) {
      this.#found = await this.#look();
      this.#looked = performance.now();
    }
    const now = performance.now();
    const shunned = (peer: SipPeer): boolean => (this.#shunned.get(keyOf(peer)) ?? 0) > now;
    const good = this.#found.filter((peer) => !shunned(peer));
    const [first = this.#trunk, ...others] = [...good, ...this.#found.filter(shunned)];
    return [first, ...others];
  }

  /** Notes that a server did not respond, or accepts no calls now (RFC 3263 4.3). */
  failed(peer: SipPeer): void {
    this.#shunned.set(keyOf(peer), performance.now() + SHUNNED_MS);
  }

  /** Whether this is the address of one of the servers, once they have been looked up. */
  has(host: string): boolean {
    return this.#found.some((peer) => peer.host === host);
  }

  async #look(): Promise<SipPeer[]> {
    const servers = await this.#servers();
    const found = await Promise.all(
      servers.map(async ({ host, ...server }) => {
        const addresses = await this.#names.addresses(host).catch((error: unknown) => {
          // One of several servers may no longer be in DNS.
          if (servers.length > 1) return [];
          throw error;
        });
        return addresses.map((address) => ({ ...server, host: address }));
      }),
    );
    const all = found.flat();
    if (all.length === 0) throw new Error(`${this.#trunk.host} has no address`);
    return all;
  }

  /** Returns the hosts from the records of the name, the first transport first; the name itself without records. */
  async #servers(): Promise<SipPeer[]> {
    const servers: SipPeer[] = [];
    for (const { name, transport } of await this.#services())
      for (const { name: host, port } of ordered(await this.#names.srv(name)))
        servers.push({ host, port, transport });
    return servers.length > 0 ? servers : [this.#trunk];
  }

  /** Returns the names of the SRV records, and the transport to reach their servers. */
  async #services(): Promise<{ name: string; transport: SipPeer['transport'] }[]> {
    if (this.#lookUp === 'addresses') return [];
    const { host, transport } = this.#trunk;
    const records = this.#lookUp === 'naptr' ? await this.#names.naptr(host) : [];
    const services = records
      .toSorted((a, b) => a.order - b.order || a.preference - b.preference)
      .flatMap(({ flags, service, replacement: name }) => {
        const by = flags.toLowerCase() === 's' ? SERVICES.get(service.toLowerCase()) : undefined;
        return by === undefined ? [] : [{ name, transport: by }];
      });
    if (services.length > 0) return services;
    return [{ name: `${transport === 'tls' ? '_sips._tcp' : `_sip._${transport}`}.${host}`, transport }];
  }
}

/** Orders by priority, and randomly by weight within one priority (RFC 2782). */
function ordered<R extends { priority: number; weight: number }>(records: readonly R[]): R[] {
  const drawn = records.map((record) => ({
    record,
    // With u uniformly random, a record has the largest u^(1/w) with probability proportional to w.
    lot: Math.random() ** (1 / Math.max(record.weight, 0.01)),
  }));
  return drawn
    .toSorted((a, b) => a.record.priority - b.record.priority || b.lot - a.lot)
    .map(({ record }) => record);
}

function keyOf({ host, port, transport }: SipPeer): string {
  return `${host} ${port} ${transport}`;
}
