import type { Command } from 'commander';

import { resolve } from 'node:path';

import type { Act, ActOptions } from './act.ts';
import { backUp, restore, verifyBackup } from './backup-files.ts';
import { oneRow } from './output.ts';

/** backup | restore */
export function addBackupCommands(program: Command, act: Act): void {
  program
    .command('backup')
    .description(
      'Writes everything into one signed file while the product runs; the master key goes beside it',
    )
    .argument('<file>', 'for example /var/lib/f2e-backups/f2e-2026-11-21.tar')
    .option('--without-key', 'leave the master key out: you keep it elsewhere')
    .action(async (file: string, options: ActOptions & { withoutKey?: boolean }) => {
      await act(options, async (installation) => {
        const made = await backUp(installation, resolve(file), options.withoutKey !== true);
        return { ...oneRow({ ...made }), good: made.missing === undefined && made.damaged === undefined };
      });
    });
  program
    .command('restore')
    .description('Fills an empty data folder and database from a backup; faxes that waited are held for you')
    .argument('<file>')
    .option('--verify', 'only check the file')
    .action(async (file: string, options: ActOptions & { verify?: boolean }) => {
      await act(options, async (installation) => {
        const path = resolve(file);
        const found =
          options.verify === true
            ? await verifyBackup(installation, path)
            : await restore(installation, path);
        const { damaged = [], ...counts } = found;
        const good = damaged.length === 0;
        const row = { ok: good, ...counts, ...(good ? {} : { damaged: damaged.join(', ') }) };
        return { json: { ok: good, ...found }, rows: [row], good };
      });
    });
}
