import type { Command } from 'commander';

import { rotateKeys } from '#server/features/operations/maintenance/rotate-keys.ts';

import type { Act, ActOptions } from './act.ts';
import { oneRow } from './output.ts';
import { accepted } from './refusal.ts';

/** keys rotate */
export function addKeysCommands(program: Command, act: Act): void {
  const keys = program
    .command('keys')
    .description('The master key that everything secret is sealed with (`key` is about API keys)');
  keys
    .command('rotate')
    .description('Makes a new master key and seals everything anew; the product must be stopped')
    .addHelpText(
      'after',
      `
Everything changes at once or not at all; a command that was killed is repeated. Logins end. The old key stays beside
the new one: backups that were made with it need it. On several machines, copy the new key to each of them and start
the product there afterwards.`,
    )
    .action(async (options: ActOptions) => {
      await act(options, async ({ config, database }) => {
        const done = accepted(await rotateKeys(await database(), config.masterKeyFile));
        const { sealed, auditRows, oldKey } = done;
        return oneRow({ sealed, auditRows, key: config.masterKeyFile, oldKey });
      });
    });
}
