import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

import type { Branding } from '#contract/branding.ts';
import { flag } from '#contract/kit/flags.ts';
import type { Db } from '#engine/database/port.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';

import {
  findBrand,
  findBrandOfHost,
  findDefaultBrand,
  isBrandOrigin,
  listBrandHomes,
} from './branding.store.ts';
import type { BrandRow } from './branding.store.ts';

/** What the product looks like when a brand leaves a field empty: brands/default/brand.json. */
const defaults = z.object({
  title: z.string(),
  color: z.string(),
  lang: z.string(),
  logo: z.string(),
  top_banner: z.string(),
  favicon: z.string(),
});

const notices = z.object({
  billingPortal: z.object({ enabled: z.boolean(), url: z.string() }).default({ enabled: false, url: '' }),
  serviceTransfer: z
    .object({ enabled: z.boolean(), deadline: z.string() })
    .default({ enabled: false, deadline: '2023-02-28' }),
});

/** The one form of colour that may reach a style sheet (design README section 4). */
const COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** What each host shows: the brand's own fields first, then the built-in ones (contract 1.2). */
export class BrandingService {
  readonly #db: Db;
  readonly #defaults: z.output<typeof defaults>;
  readonly #secure: boolean;

  private constructor(db: Db, builtIn: z.output<typeof defaults>, secure: boolean) {
    this.#db = db;
    this.#defaults = builtIn;
    this.#secure = secure;
  }

  /** `brandsDir` holds default/brand.json; `secure` says whether this installation is reached by https. */
  static async load(db: Db, brandsDir: string, secure: boolean): Promise<BrandingService> {
    const file = await readFile(join(brandsDir, 'default/brand.json'), 'utf8');
    return new BrandingService(db, defaults.parse(JSON.parse(file)), secure);
  }

  /** Branding of a host name; an unknown one gets the default brand. */
  async ofHost(host: string): Promise<Branding> {
    return this.#present(await this.#row(host));
  }

  /** Whether this host uses this client; on trouble with the database it does (contract 1.1). */
  async usesThisClient(host: string): Promise<boolean> {
    return await this.#row(host).then(
      (brand) => brand?.use_new_ui ?? true,
      () => true,
    );
  }

  /** The brand's colour, checked, for its style sheet. */
  async colorOf(brandId: number): Promise<string> {
    const brand = await findBrand(this.#db, brandId);
    return brand && COLOR.test(brand.color) ? brand.color : this.#defaults.color;
  }

  /** Whether an Origin header names a brand of this installation. */
  async knowsOrigin(origin: string): Promise<boolean> {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    return (
      url !== undefined && (await isBrandOrigin(this.#db, origin.toLowerCase(), url.hostname.toLowerCase()))
    );
  }

  /** Origins of every brand with a domain of its own: the public origin's scheme and port, unless it has its own origin. */
  async origins(publicOrigin: string): Promise<string[]> {
    const brands = await listBrandHomes(this.#db);
    return brands.map((home) => brandOrigin(home, publicOrigin));
  }

  async #row(host: string): Promise<BrandRow | undefined> {
    return (await findBrandOfHost(this.#db, host.toLowerCase())) ?? (await findDefaultBrand(this.#db));
  }

  #present(brand: BrandRow | undefined): Branding {
    const builtIn = this.#defaults;
    return {
      hid: String(brand?.id ?? 0),
      gid: String(brand?.gid ?? 0),
      lang: brand?.lang || builtIn.lang,
      logo: brand?.logo || asset(builtIn.logo),
      top_banner: brand?.top_banner || asset(builtIn.top_banner),
      title: brand?.title || builtIn.title,
      protocol: this.#secure ? 'https' : 'http',
      favicon: brand?.favicon || asset(builtIn.favicon),
      onetrust_token: brand?.onetrust_token ?? '',
      ga_id: brand?.ga_id ?? '',
      use_new_ui: flag(brand?.use_new_ui ?? true),
      egnyte: { isEgnyte: brand?.is_egnyte ?? false },
      ext: {
        helpUrl: brand?.help_url ?? '',
        sftpEnabled: brand?.sftp_enabled ?? false,
        notices: notices.parse(brand?.notices ?? {}),
      },
    };
  }
}

/** The address of a built-in asset; empty stays empty. */
function asset(file: string): string {
  return file ? `/brand/default/${file}` : '';
}
