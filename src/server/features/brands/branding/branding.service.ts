import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

import type { Branding } from '#contract/brands/branding.ts';
import { PASSWORD_INPUT_MAX } from '#contract/identity/sessions.ts';
import { flag } from '#contract/kit/flags.ts';
import { PASSWORD_RULES, clampedLength } from '#contract/kit/password-rules.ts';
import type { Db } from '#engine/database/port.ts';
import type { LogOf } from '#engine/log/port.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import { goOnWithout } from '#server/kit/go-on.ts';
import type { PageBrand } from '#server/kit/page.ts';

import type { BrandHosts } from './brand-hosts.service.ts';
import { findAsset, findBrand, findDefaultBrand, listBrandHomes } from './branding.store.ts';
import type { BrandRow } from './branding.store.ts';

/** The product's look where a brand leaves a field empty: brands/default/brand.json. */
const defaults = z.object({
  title: z.string(),
  color: z.string(),
  lang: z.string(),
  logo: z.string(),
  top_banner: z.string(),
  favicon: z.string(),
});

/** A brand's own words by language and key; anything malformed counts as empty. */
const strings = z
  .record(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/), z.record(z.string(), z.string()))
  .catch({});

const notices = z.object({
  billingPortal: z.object({ enabled: z.boolean(), url: z.string() }).default({ enabled: false, url: '' }),
  serviceTransfer: z
    .object({ enabled: z.boolean(), deadline: z.string() })
    .default({ enabled: false, deadline: '2023-02-28' }),
});

/** The only form of color allowed in a style sheet. */
const COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** Dependencies of the service. */
export interface BrandingDeps {
  db: Db;
  hosts: Pick<BrandHosts, 'of'>;
  /** The folder that contains default/brand.json. */
  brandsDir: string;
  /** Whether this installation is reached over https. */
  secure: boolean;
  log?: LogOf<'info' | 'warn'>;
}

/** Provides the look of each host: the brand's own fields first, then the built-in ones (spec http-api 1.2). */
export class BrandingService {
  readonly #db: Db;
  readonly #defaults: z.output<typeof defaults>;
  readonly #secure: boolean;
  readonly #hosts: Pick<BrandHosts, 'of'>;
  readonly #log: BrandingDeps['log'];

  private constructor({ db, hosts, secure, log }: BrandingDeps, builtIn: z.output<typeof defaults>) {
    this.#log = log;
    this.#db = db;
    this.#hosts = hosts;
    this.#defaults = builtIn;
    this.#secure = secure;
  }

  /** Reads the built-in look. */
  static async load(deps: BrandingDeps): Promise<BrandingService> {
    const file = await readFile(join(deps.brandsDir, 'default/brand.json'), 'utf8');
    return new BrandingService(deps, defaults.parse(JSON.parse(file)));
  }

  /** Returns the branding of a host name; an unknown host gets the default brand. */
  async ofHost(host: string): Promise<Branding> {
    return this.#present(await this.#row(host));
  }

  /** Returns the branding with the color, for the page itself; the built-in look while the database is unavailable. */
  async ofPage(host: string): Promise<PageBrand> {
    const brand = await this.#rowIfThere(host);
    const words = Object.entries(strings.parse(brand?.strings ?? {}));
    return {
      branding: this.#present(brand),
      color: this.#colorIn(brand),
      words: words.map(([language, own]) => `${language}=${wordsFile(own).version}`),
    };
  }

  /** Returns a brand's own words in a language, and the start of their hash. */
  async wordsOf(brandId: number, language: string): Promise<{ text: string; version: string } | undefined> {
    const brand = await findBrand(this.#db, brandId);
    const words = strings.parse(brand?.strings ?? {})[language];
    return words && wordsFile(words);
  }

  /** Returns a picture of a brand by the name in its URL. */
  async assetOf(brandId: number, name: string): Promise<{ file_key: string; version: string } | undefined> {
    return await findAsset(this.#db, brandId, name);
  }

  /** Whether this host uses this client; true if the database fails (spec http-api 1.1). */
  async usesThisClient(host: string): Promise<boolean> {
    return (await this.#rowIfThere(host))?.use_new_ui ?? true;
  }

  /** Returns the brand's color, validated, for its style sheet. */
  async colorOf(brandId: number): Promise<string> {
    return this.#colorIn(await findBrand(this.#db, brandId));
  }

  /**
   * Returns the origins of all brands with a domain: the brand's own origin, else the public origin's scheme and port
   * with the domain.
   */
  async origins(publicOrigin: string): Promise<string[]> {
    const brands = await listBrandHomes(this.#db);
    return brands.map((home) => brandOrigin(home, publicOrigin));
  }

  async #rowIfThere(host: string): Promise<BrandRow | undefined> {
    return await goOnWithout(
      this.#log,
      'the brand of a page',
      async () => await this.#row(host),
      () => undefined,
    );
  }

  async #row(host: string): Promise<BrandRow | undefined> {
    const brand = await this.#hosts.of(host);
    return (brand && (await findBrand(this.#db, brand.brandId))) ?? (await findDefaultBrand(this.#db));
  }

  #colorIn(brand: BrandRow | undefined): string {
    return brand && COLOR.test(brand.color) ? brand.color : this.#defaults.color;
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
        passwordMax: passwordMaxOf(brand),
        notices: notices.parse(brand?.notices ?? {}),
      },
    };
  }
}

function passwordMaxOf(brand: BrandRow | undefined): number {
  const { max } = brand
    ? clampedLength({ min: brand.password_min, max: brand.password_max })
    : PASSWORD_RULES;
  return Math.max(PASSWORD_INPUT_MAX, max);
}

/** Returns the path of a built-in asset; empty stays empty. */
function asset(file: string): string {
  return file ? `/brand/default/${file}` : '';
}

/** Returns the words as they are served, and enough of their hash that every change gets another URL. */
function wordsFile(words: Readonly<Record<string, string>>): { text: string; version: string } {
  const text = JSON.stringify(words);
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}
