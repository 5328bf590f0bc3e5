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

/** Name servers, as a trunk asks them. */
export interface Names {
  /** NAPTR records, which say by which transports a name is reached; none where it has none. */
  naptr(name: string): Promise<Naptr[]>;
  /** SRV records; none where the name has none. */
  srv(name: string): Promise<{ name: string; port: number; priority: number; weight: number }[]>;
  /** Addresses of a host. Rejects when it has none. */
  addresses(name: string): Promise<string[]>;
}

/** Name servers are asked again after this time. */
const FRESH_MS = 60_000;
/** A server that did not answer is asked after the others for so long. */
const SHUNNED_MS = 60_000;

/** No such record, or nobody to ask: the name's own addresses count. */
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

/** Services of NAPTR records that we speak (RFC 3263 4.1). */
const SERVICES: ReadonlyMap<string, SipPeer['transport']> = new Map([
  ['sip+d2u', 'udp'],
  ['sip+d2t', 'tcp'],
  ['sips+d2t', 'tls'],
]);

/**
 * What is looked up: the addresses of the host; SRV records as well, where no port is named; NAPTR records before, where
 * the transport is left open, too.
 */
export type LookUp = 'addresses' | 'srv' | 'naptr';

/** The servers of a trunk: by NAPTR and SRV records where its address is a name without a port, and all addresses of each (RFC 3263). */
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

  /** In the order in which they are to be tried, at least one. Rejects when the name has no address. */
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

  /** A server did not answer, or takes no calls now (RFC 3263 4.3). */
  failed(peer: SipPeer): void {
    this.#shunned.set(keyOf(peer), performance.now() + SHUNNED_MS);
  }

  /** Whether this is the address of one of them, once they were looked up. */
  has(host: string): boolean {
    return this.#found.some((peer) => peer.host === host);
  }

  async #look(): Promise<SipPeer[]> {
    const servers = await this.#servers();
    const found = await Promise.all(
      servers.map(async ({ host, ...server }) => {
        const addresses = await this.#names.addresses(host).catch((error: unknown) => {
          // One of several servers may be gone from the name service.
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

  /** Hosts that the records of the name lead to, those of the first transport first; the name itself where it has none. */
  async #servers(): Promise<SipPeer[]> {
    const servers: SipPeer[] = [];
    for (const { name, transport } of await this.#services())
      for (const { name: host, port } of ordered(await this.#names.srv(name)))
        servers.push({ host, port, transport });
    return servers.length > 0 ? servers : [this.#trunk];
  }

  /** Where SRV records stand, and by which transport their servers are reached. */
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

/** By priority, and by chance within one, as their weights say (RFC 2782). */
function ordered<R extends { priority: number; weight: number }>(records: readonly R[]): R[] {
  const drawn = records.map((record) => ({
    record,
    // The largest of u^(1/w) is drawn with a chance of w.
    lot: Math.random() ** (1 / Math.max(record.weight, 0.01)),
  }));
  return drawn
    .toSorted((a, b) => a.record.priority - b.record.priority || b.lot - a.lot)
    .map(({ record }) => record);
}

function keyOf({ host, port, transport }: SipPeer): string {
  return `${host} ${port} ${transport}`;
}
