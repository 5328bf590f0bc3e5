import type { Command } from 'commander';

import { importLocations, listLocations } from '#server/features/customers/locations/locations.service.ts';

import type { Act, ActOptions } from './act.ts';
import { listOf, oneRow } from './output.ts';
import { readText } from './read-text.ts';
import { accepted } from './refusal.ts';

/** location import | list */
export function addLocationCommands(program: Command, act: Act): void {
  const location = program.command('location').description('States and area codes that people choose from');
  location
    .command('import')
    .description('Adds area codes, or says anew where they are; the fifty states are known already')
    .argument('<file>', 'a CSV file of state, area code, name')
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (file: string, options: ActOptions) => {
      await act(options, async ({ database }) => {
        const outcome = accepted(await importLocations(await database(), await readText(file)));
        return oneRow({ areas: outcome.areas });
      });
    });
  location
    .command('list')
    .description('Every area code with its state and place')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) => {
        const states = await listLocations((await database()).db);
        const rows = states.flatMap(({ name: state, areas }) =>
          areas.map(({ code, name }) => ({ state, code, name })),
        );
        return listOf('locations', rows);
      });
    });
}
