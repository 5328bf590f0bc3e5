import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type { BrandChange, StoredBrand } from '#server/features/brands/brands.service.ts';

import type { Act } from './act.ts';
import { id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal } from './refusal.ts';

interface AddOptions {
  json?: boolean;
  domain: string;
  title?: string;
  lang?: string;
  egnyte?: boolean;
  sendDomain?: string;
  cancelEmail?: string;
  helpUrl?: string;
}

/** brand add | set | list */
export function addBrandCommands(program: Command, act: Act): void {
  const brand = program.command('brand').description('White-label customers');
  brand
    .command('add')
    .argument('<name>')
    .requiredOption('--domain <domain>', 'host name on which the brand answers')
    .option('--title <title>')
    .option('--lang <language>', 'language of new accounts, like en')
    .option('--egnyte', 'the brand offers Egnyte')
    .option('--send-domain <domain>', 'domain of its e-mail-to-fax addresses')
    .option('--cancel-email <address>', 'where requests to cancel go')
    .option('--help-url <url>')
    .option('--json')
    .action(async (name: string, options: AddOptions) => {
      const { json, ...rest } = options;
      await act({ json: json === true }, async ({ brands }) =>
        answer(await (await brands()).addBrand({ name, ...rest })),
      );
    });
  brand
    .command('set')
    .argument('<hid>', 'id of the brand', id)
    .argument('<key=value...>', 'like origin=https://fax.example.com')
    .option('--json')
    .action(async (hid: number, pairs: string[], options: { json?: boolean }) => {
      const values = Object.fromEntries(pairs.map(splitPair));
      await act(options, async ({ brands }) => answer(await (await brands()).setBrand(hid, values)));
    });
  brand
    .command('list')
    .option('--json')
    .action(async (options: { json?: boolean }) => {
      await act(options, async ({ brands }) => {
        const all = await (await brands()).listBrands();
        return { json: { brands: all.map(wire) }, rows: listOf('brands', all.map(row)).rows };
      });
    });
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`“${pair}” is not written like key=value.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function answer(change: BrandChange): Answer {
  if (change.kind === 'refused') throw new CommandRefusal(change.reason);
  return { json: wire(change.brand), rows: oneRow(row(change.brand)).rows };
}

function wire({ id: hid, ...brand }: StoredBrand) {
  return { hid: String(hid), ...brand };
}

function row({ id: hid, name, title, lang, domains, origin, isDefault }: StoredBrand) {
  return { hid, name, title, lang, domains: domains.join(' '), origin, default: isDefault };
}
