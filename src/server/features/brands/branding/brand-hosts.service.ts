import { isIP } from 'node:net';

import type { Db } from '#engine/database/port.ts';
import type { LogOf } from '#engine/log/port.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import type { HostBrand } from '#server/kit/front-door.ts';
import { goOnWithout } from '#server/kit/go-on.ts';
import { isLoopbackName } from '#server/kit/near-address.ts';

import { readBrandHosts } from './branding.store.ts';

/** How long the cached hosts of the brands are used before they are read again; every request needs them. */
const FRESH_MS = 1_000;

/** Id used while the database has no default brand, which every start creates. */
const NO_BRAND = 0;

/** Dependencies of the lookup. */
export interface BrandHostsOptions {
  db: Db;
  publicOrigin: string;
  /** Whether F2E_PUBLIC_ORIGIN is set: then only configured host names are served. */
  publicOriginSet: boolean;
  log?: LogOf<'info' | 'warn'>;
}

interface Homes {
  readAt: number;
  /** Brands by host name: their domains, and the hosts of their own origins. */
  byHost: ReadonlyMap<string, HostBrand>;
  /** The default brand, and whether it is the only brand. */
  standard: HostBrand;
  alone: boolean;
}

/**
 * Finds the brand of a host name: the only place that decides this, for pages, sessions and logins (A-XDOM-07,
 * A-HOST-06). A name that is not cached is looked up at once; a change of a cached one takes effect within a second.
 */
export class BrandHosts {
  readonly #options: BrandHostsOptions;
  #homes: Homes | undefined;
  #reading: Promise<Homes> | undefined;

  constructor(options: BrandHostsOptions) {
    this.#options = options;
  }

  /** Returns the brand of a host (a name or address without port); undefined if the host is not served. */
  async of(host: string): Promise<HostBrand | undefined> {
    const name = host.toLowerCase();
    const known = this.#homes;
    // Names under localhost are unlimited, like domains: an unknown one may belong to a new brand.
    const isOwn = !name.endsWith('.localhost') && this.#isOwnAddress(name);
    const isKnown =
      known !== undefined && (known.byHost.has(name) || (known.standard.brandId !== NO_BRAND && isOwn));
    return this.#brandAt(name, isKnown ? await this.#fresh(known) : await this.#read());
  }

  /** Returns the origin where a brand's people log in; undefined if none is configured. */
  async homeOf(brandId: number): Promise<string | undefined> {
    const { byHost, standard } = await this.#read();
    const named = [...byHost.values()].find((brand) => brand.brandId === brandId);
    if (named) return named.origin;
    return this.#options.publicOriginSet && standard.brandId === brandId ? standard.origin : undefined;
  }

  /** Whether an Origin header names a host of a brand. */
  async knowsOrigin(origin: string): Promise<boolean> {
    if (!URL.canParse(origin)) return false;
    const { hostname } = new URL(origin);
    const known = this.#homes;
    const homes = known?.byHost.has(hostname) ? await this.#fresh(known) : await this.#read();
    return homes.byHost.has(hostname);
  }

  #brandAt(name: string, { byHost, standard, alone }: Homes): HostBrand | undefined {
    const everyName = alone && !this.#options.publicOriginSet;
    return byHost.get(name) ?? (everyName || this.#isOwnAddress(name) ? standard : undefined);
  }

  /**
   * Returns the cached hosts, read again after FRESH_MS, with one query for all callers; while the database is
   * unavailable, as they were.
   */
  async #fresh(known: Homes): Promise<Homes> {
    if (performance.now() - known.readAt < FRESH_MS) return known;
    this.#reading ??= goOnWithout(
      this.#options.log,
      'the hosts of brands',
      async () => await this.#read(),
      () => (this.#homes = { ...known, readAt: performance.now() }),
    ).finally(() => (this.#reading = undefined));
    return await this.#reading;
  }

  /**
   * Whether the name is the public origin's host, this machine, or an IP address: these belong to the default brand,
   * unless a brand has the name as a domain.
   */
  #isOwnAddress(name: string): boolean {
    return (
      name === new URL(this.#options.publicOrigin).hostname ||
      isLoopbackName(name) ||
      isIP(name.replaceAll(/^\[|\]$/g, '')) !== 0
    );
  }

  async #read(): Promise<Homes> {
    const rows = await readBrandHosts(this.#options.db);
    const byHost = new Map<string, HostBrand>();
    let standard: HostBrand = { brandId: NO_BRAND, origin: this.#options.publicOrigin };
    for (const { id, isDefault, origin, domains } of rows) {
      const home = brandOrigin({ origin, domain: domains[0] ?? null }, this.#options.publicOrigin);
      const brand = { brandId: id, origin: home };
      for (const domain of domains) byHost.set(domain, brand);
      if (isDefault) standard = brand;
    }
    // A domain belongs to one brand only; the host of an origin counts only if it is no brand's domain.
    for (const { id, origin, domains } of rows) {
      const home = brandOrigin({ origin, domain: domains[0] ?? null }, this.#options.publicOrigin);
      const host = new URL(home).hostname;
      if (origin !== null && !byHost.has(host)) byHost.set(host, { brandId: id, origin: home });
    }
    this.#homes = {
      readAt: performance.now(),
      byHost,
      standard,
      alone: rows.every(({ isDefault }) => isDefault),
    };
    return this.#homes;
  }
}
