import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Argument } from 'commander';
import type { Command } from 'commander';

import { removeAsset, setAsset } from '#server/features/brands/brands/brand-assets.ts';
import type { AssetChange } from '#server/features/brands/brands/brand-assets.ts';
import { setNotice } from '#server/features/brands/brands/brand-notices.ts';
import type { NoticeInput } from '#server/features/brands/brands/brand-notices.ts';
import { languageCode } from '#server/kit/value-types.ts';
import { flatWords, loadCatalogue, setWords } from '#server/features/brands/brands/brand-words.ts';
import { ASSET_KINDS } from '#server/features/brands/brands/read-picture.ts';
import type { AssetKind } from '#server/features/brands/brands/read-picture.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { brandAnswer } from './brand-answer.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

const LOCALES = join(import.meta.dirname, '../../locales');

/** brand asset | words | notice | preview */
export function addBrandLookCommands(brand: Command, act: Act): void {
  addAsset(brand, act);
  addWords(brand, act);
  addNotice(brand, act);
  brand
    .command('preview')
    .description(
      'Where to look at the brand, also before its domain leads here: header and sign-in page in both looks',
    )
    .argument('<hid>', 'id of the brand', id)
    .action(async (hid: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const found = await brandOf(installation, hid);
        const { publicOrigin, publicPath } = installation.config;
        const [domain = ''] = found.domains;
        const query = domain && `?domain=${encodeURIComponent(domain)}`;
        return oneRow({ hid: String(hid), url: `${publicOrigin}${publicPath}/brand-preview${query}` });
      });
    });
}

function addAsset(brand: Command, act: Act): void {
  brand
    .command('asset')
    .description('Gives the brand a picture: the logo of sign-in pages, the banner of headers, the favicon')
    .argument('<hid>', 'id of the brand', id)
    .addArgument(new Argument('<kind>').choices(ASSET_KINDS))
    .argument('[file]', 'PNG, JPEG or SVG')
    .option('--remove', 'the built-in look shows again')
    .action(
      async (
        hid: number,
        kind: AssetKind,
        file: string | undefined,
        options: ActOptions & { remove?: boolean },
      ) => {
        await act(options, async (installation) => {
          const deps = { database: await installation.database(), files: await installation.files() };
          if (options.remove === true) return assetAnswer(await removeAsset(deps, hid, kind));
          if (file === undefined) throw new CommandRefusal('Name a file, or --remove.');
          return assetAnswer(await setAsset(deps, hid, kind, await read(file)));
        });
      },
    );
}

function addWords(brand: Command, act: Act): void {
  brand
    .command('words')
    .description('Replaces what pages of the brand say: a JSON file like {"login": {"title": "Welcome"}}')
    .argument('<hid>', 'id of the brand', id)
    .argument('<language>', 'like en')
    .argument('[file]')
    .option('--remove', 'the product’s own words show again')
    .action(
      async (
        hid: number,
        language: string,
        file: string | undefined,
        options: ActOptions & { remove?: boolean },
      ) => {
        await act(options, async (installation) => {
          if (!languageCode.safeParse(language).success)
            throw new CommandRefusal(`“${language}” is no language like en.`);
          if (options.remove !== true && file === undefined)
            throw new CommandRefusal('Name a file, or --remove.');
          const words = file === undefined ? {} : flatWords(parse(file, await read(file)));
          const catalogue = await loadCatalogue(LOCALES, language);
          if (!catalogue) throw new CommandRefusal(`“${join(LOCALES, `${language}.json`)}” can’t be read.`);
          const database = await installation.database();
          const change = accepted(await setWords(database, { brandId: hid, language, words, catalogue }));
          return oneRow({ hid: String(hid), language, words: change.count });
        });
      },
    );
}

function addNotice(brand: Command, act: Act): void {
  brand
    .command('notice')
    .description('Shows a notice on the dashboards of the brand, or hides it')
    .argument('<hid>', 'id of the brand', id)
    .addArgument(new Argument('<notice>').choices(['billing-portal', 'service-transfer']))
    .option('--url <address>', 'the billing portal')
    .option('--deadline <day>', 'of the service transfer, like 2027-02-28')
    .option('--off', 'shows it no longer')
    .action(async (hid: number, notice: string, options: NoticeOptions) => {
      await act(options, async (installation) => {
        const fault = await setNotice(await installation.database(), hid, inputOf(notice, options));
        if (fault) throw new CommandRefusal(fault);
        return brandAnswer({ kind: 'ok', brand: await brandOf(installation, hid) });
      });
    });
}

interface NoticeOptions extends ActOptions {
  url?: string;
  deadline?: string;
  off?: boolean;
}

function inputOf(notice: string, { url, deadline, off }: NoticeOptions): NoticeInput {
  const billing = notice === 'billing-portal';
  if (off === true) return { notice: billing ? 'billingPortal' : 'serviceTransfer', off };
  if (billing && url !== undefined) return { notice: 'billingPortal', url };
  if (!billing && deadline !== undefined) return { notice: 'serviceTransfer', deadline };
  throw new CommandRefusal(billing ? 'Name its --url, or --off.' : 'Name its --deadline, or --off.');
}

function assetAnswer(change: AssetChange): Answer {
  const { address, leftOut } = accepted(change);
  return { json: { address, leftOut }, rows: [{ address, 'left out': leftOut.join(' ') || '-' }] };
}

async function brandOf(installation: Installation, hid: number) {
  const all = await (await installation.brands()).listBrands();
  const found = all.find(({ id: known }) => known === hid);
  if (!found) throw new CommandRefusal(`There is no brand ${hid}.`);
  return found;
}

async function read(file: string): Promise<Buffer> {
  return await readFile(file).catch(() => {
    throw new CommandRefusal(`“${file}” can’t be read.`);
  });
}

function parse(file: string, bytes: Buffer): object {
  try {
    return JSON.parse(bytes.toString('utf8')) as object;
  } catch {
    throw new CommandRefusal(`“${file}” is no JSON.`);
  }
}
