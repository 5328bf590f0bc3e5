import type { Command } from 'commander';

import type { StoredBrand } from '#server/features/brands/brands/brands.service.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { CommandRefusal } from './refusal.ts';

/** mcp */
export function addMcpCommand(program: Command, act: Act): void {
  program
    .command('mcp')
    .description('How AI assistants connect to each brand (Model Context Protocol), and whether they may')
    .option('--brand <hid>', 'only this brand', id)
    .action(async (options: ActOptions & { brand?: number }) => {
      await act(options, async ({ brands, config }) => {
        const all = await (await brands()).listBrands();
        const shown = all.filter((brand) => options.brand === undefined || brand.id === options.brand);
        const [first] = shown;
        if (!first) throw new CommandRefusal(`There is no brand ${options.brand}.`);
        const urlOf = ({ origin, domains }: StoredBrand): string =>
          `${brandOrigin({ origin, domain: domains[0] ?? null }, config.publicOrigin)}${config.publicPath}/v1/mcp`;
        const rows = shown.map((brand) => ({
          hid: String(brand.id),
          name: brand.name,
          mcp: brand.mcp ? 'on' : 'off',
          url: urlOf(brand),
        }));
        return { json: { brands: rows }, rows, note: snippets(urlOf(first)) };
      });
    });
}

/** Returns configuration for the most common clients; the key is the account's own, created in its preferences. */
function snippets(url: string): string {
  const server = { type: 'http', url, headers: { Authorization: 'Bearer f2e_live_…' } };
  return [
    '',
    'Turn it on with: f2e brand set HID mcp=on. Clients with a configuration file:',
    JSON.stringify({ mcpServers: { fax: server } }, null, 2),
    'Claude Code:',
    `  claude mcp add --transport http fax ${url} --header "Authorization: Bearer f2e_live_…"`,
    'Clients that know only local servers:',
    `  npx mcp-remote ${url} --header "Authorization: Bearer f2e_live_…"`,
  ].join('\n');
}
