import type { Command } from 'commander';

import { appDefinition, callbackAddress } from '#server/features/faxes/egnyte/app-definition.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { CommandRefusal } from './refusal.ts';

/** Placeholder for the key while the installation has none. */
const NO_KEY = 'YOUR-API-KEY';

/** egnyte app-definition */
export function addEgnyteCommands(program: Command, act: Act): void {
  program
    .command('egnyte')
    .description('The application that this installation is at Egnyte')
    .command('app-definition')
    .description('The definition.json to register it with; --json adds the callback address for the API key')
    .requiredOption('--brand <hid>', 'id of the brand', id)
    .action(async (options: ActOptions & { brand: number }) => {
      await act(options, async ({ brands, config }) => {
        const brand = (await (await brands()).listBrands()).find((known) => known.id === options.brand);
        if (!brand) throw new CommandRefusal(`There is no brand ${options.brand}.`);
        const { publicOrigin, publicPath, egnyte } = config;
        const { origin, domains } = brand;
        const home = `${brandOrigin({ origin, domain: domains[0] ?? null }, publicOrigin)}${publicPath}`;
        const definition = appDefinition({ ...brand, home }, egnyte.clientId || NO_KEY, config.upload);
        return {
          json: { ...definition, callbackUrl: callbackAddress(home) },
          rows: [],
          text: JSON.stringify(definition, null, 2),
        };
      });
    });
}
