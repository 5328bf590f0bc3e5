import { lookup, resolveSrv } from 'node:dns/promises';

import type { SipPeer } from './signaling/uri.ts';

/** Name servers, as a trunk asks them. */
export interface Names {
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
  srv: async (name) =>
    await resolveSrv(name).catch((error: NodeJS.ErrnoException) => {
      if (NONE.includes(error.code ?? '')) return [];
      throw error;
    }),
  addresses: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
};

/** The servers of a trunk: by SRV records where its address is a name without a port, and all addresses of each (RFC 3263). */
export class TrunkTargets {
  readonly #trunk: SipPeer;
  readonly #bySrv: boolean;
  readonly #names: Names;
  #found: readonly SipPeer[] = [];
  #looked = -Infinity;
  readonly #shunned = new Map<string, number>();

  constructor(trunk: SipPeer, bySrv: boolean, names: Names = DNS) {
    this.#trunk = trunk;
    this.#bySrv = bySrv;
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
    const { host, port, transport } = this.#trunk;
    const service = transport === 'tls' ? '_sips._tcp' : `_sip._${transport}`;
    const records = this.#bySrv ? await this.#names.srv(`${service}.${host}`) : [];
    const servers = records.length > 0 ? ordered(records) : [{ name: host, port }];
    const found = await Promise.all(
      servers.map(async (server) => {
        const addresses = await this.#names.addresses(server.name).catch((error: unknown) => {
          // One of several servers may be gone from the name service.
          if (servers.length > 1) return [];
          throw error;
        });
        return addresses.map((address) => ({ host: address, port: server.port, transport }));
      }),
    );
    const all = found.flat();
    if (all.length === 0) throw new Error(`${host} has no address`);
    return all;
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

function keyOf({ host, port }: SipPeer): string {
  return `${host} ${port}`;
}
