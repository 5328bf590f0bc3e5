import type { Command } from 'commander';

import { createLegalHolds } from '#server/features/customers/accounts/legal-hold/legal-hold.service.ts';
import type { LegalHolds } from '#server/features/customers/accounts/legal-hold/legal-hold.service.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** hold list | place | lift */
export function addHoldCommands(program: Command, act: Act): void {
  const hold = program.command('hold').description('Legal holds: what must not be removed for good');
  hold
    .command('list')
    .description('Every hold that stands')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) => {
        const holds = await createLegalHolds({ database: await database() }).list();
        return listOf('holds', holds.map(holdRow));
      });
    });
  hold
    .command('place')
    .description('Keeps everything of an account, or one fax of it, whatever its owner deletes')
    .argument('<uid>', 'id of the account', id)
    .option('--fax <fid>', 'only this fax', id)
    .requiredOption('--reason <text>', 'who asked for it: a file number')
    .option('--dry-run', 'say what would happen and change nothing')
    .addHelpText('after', '\nExample:\n  f2e hold place 12 --reason "court order 2026-114"')
    .action(async (uid: number, options: ActOptions & { fax?: number; reason: string }) => {
      await act(options, async ({ database }) => {
        const input = { accountId: uid, faxId: options.fax ?? null, reason: options.reason };
        const placed = await createLegalHolds({ database: await database() }).place(input);
        if (placed === undefined)
          throw new CommandRefusal('There is no such account or fax, or it is under hold already.');
        return oneRow({ id: String(placed), uid: String(uid) });
      });
    });
  hold
    .command('lift')
    .description('Ends a hold; what is past its time goes at the next clean-up')
    .argument('<id>', 'id of the hold', id)
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (holdId: number, options: ActOptions) => {
      await act(options, async ({ database }) => {
        const lifted = await createLegalHolds({ database: await database() }).lift(holdId);
        if (!lifted) throw new CommandRefusal(`There is no hold ${holdId}.`);
        return oneRow({ id: String(lifted.id), uid: String(lifted.accountId) });
      });
    });
}

type Hold = Awaited<ReturnType<LegalHolds['list']>>[number];

function holdRow({ id: hold, accountId, faxId, parentId, reason, placedAt }: Hold) {
  return {
    id: String(hold),
    uid: String(accountId),
    fid: faxId === null ? null : String(faxId),
    by: parentId === null ? 'operator' : `administrator ${parentId}`,
    reason,
    placedAt: placedAt.toISOString(),
  };
}
