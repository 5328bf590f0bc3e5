import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type { BrandInput } from '#server/features/brands/brands/brands.service.ts';
import { removeBrand } from '#server/features/brands/brands/remove-brand.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { brandAnswer, brandJson, brandRow } from './brand-answer.ts';
import { addBrandDomainCommands } from './brand-domain.commands.ts';
import { addBrandLookCommands } from './brand-look.commands.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

type AddOptions = ActOptions & Omit<BrandInput, 'name'>;

/** brand add | set | list | show | remove, and those of look and domains */
export function addBrandCommands(program: Command, act: Act): void {
  const brand = program.command('brand').description('White-label customers');
  brand
    .command('add')
    .description('Makes a brand that answers on a host name')
    .argument('<name>', 'what operators call it')
    .requiredOption('--domain <domain>', 'host name on which the brand answers')
    .option('--title <title>', 'what its pages call the product')
    .option('--lang <language>', 'language of new accounts, like en')
    .option('--egnyte', 'the brand offers Egnyte')
    .option('--send-domain <domain>', 'domain of its email-to-fax addresses')
    .option('--cancel-email <address>', 'where requests to cancel go')
    .option('--help-url <url>', 'where its help leads')
    .action(async (name: string, options: AddOptions) => {
      const { json, ...rest } = options;
      await act({ json: json === true }, async ({ brands }) =>
        brandAnswer(await (await brands()).addBrand({ name, ...rest })),
      );
    });
  brand
    .command('set')
    .description('Changes fields: name, title, lang, origin, color, send_domain, password_min…')
    .argument('<hid>', 'id of the brand', id)
    .argument('<key=value...>', 'like origin=https://fax.example.com')
    .action(async (hid: number, pairs: string[], options: ActOptions) => {
      const values = Object.fromEntries(pairs.map(splitPair));
      await act(options, async ({ brands }) => brandAnswer(await (await brands()).setBrand(hid, values)));
    });
  brand
    .command('list')
    .description('Every brand with its domains')
    .action(async (options: ActOptions) => {
      await act(options, async ({ brands }) => {
        const all = await (await brands()).listBrands();
        return { json: { brands: all.map(brandJson) }, rows: listOf('brands', all.map(brandRow)).rows };
      });
    });
  addShowAndRemove(brand, act);
  addBrandDomainCommands(brand, act);
  addBrandLookCommands(brand, act);
}

function addShowAndRemove(brand: Command, act: Act): void {
  brand
    .command('show')
    .description('Everything about one brand')
    .argument('<hid>', 'id of the brand', id)
    .action(async (hid: number, options: ActOptions) => {
      await act(options, async ({ brands }) => {
        const found = (await (await brands()).listBrands()).find(({ id: known }) => known === hid);
        if (!found) throw new CommandRefusal(`There is no brand ${hid}.`);
        const json = brandJson(found);
        const rows = Object.entries(json).map(([setting, value]) => ({
          setting,
          value: typeof value === 'string' ? value : JSON.stringify(value),
        }));
        return { json, rows };
      });
    });
  brand
    .command('remove')
    .description('Only a brand without accounts and administrators')
    .argument('<hid>', 'id of the brand', id)
    .action(async (hid: number, options: ActOptions) => {
      await act(options, async ({ database, files }) => {
        const fault = await removeBrand({ database: await database(), files: await files() }, hid);
        if (fault) throw new CommandRefusal(fault);
        return oneRow({ hid: String(hid), removed: true });
      });
    });
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`“${pair}” is not written like key=value.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
