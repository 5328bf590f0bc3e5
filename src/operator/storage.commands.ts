import type { Command } from 'commander';

import { storageFaultKey } from '#contract/faxes/storage-faults.ts';
import { openRemoteStorages } from '#server/composition/engines.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { createStorageAdmin, storageState } from '#server/features/faxes/copies/operate-storage.ts';
import type { OperatedLink, StorageAdmin } from '#server/features/faxes/copies/operate-storage.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** storage list | test | retry */
export function addStorageCommands(program: Command, act: Act): void {
  const storage = program
    .command('storage')
    .description('Customers’ own storage, where copies of received faxes go');
  storage
    .command('list')
    .description('All of them; those that do not work first')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const all = await (await adminOf(installation)).list();
        return { json: { storages: all.map(wire) }, rows: all.map(row) };
      });
    });
  storage
    .command('test')
    .description('Tries it with a file that is removed again')
    .argument('<id>', 'id of the storage, as list shows it', id)
    .action(async (storageId: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const outcome = await (await adminOf(installation)).test(storageId);
        if (outcome.kind === 'unknown') throw new CommandRefusal(`There is no storage ${storageId}.`);
        if (outcome.kind === 'ok') return oneRow({ ok: true, reason: '', hostKey: outcome.hostKey });
        const words = storageFaultKey(outcome.storage, outcome.reason) ?? 'storage.notWorking';
        const reason = (await installation.messages()).say('en', words);
        return { ...oneRow({ ok: false, reason, hostKey: '' }), good: false };
      });
    });
  storage
    .command('retry')
    .description('Makes the copies that wait due now, of one storage or of all')
    .argument('[id]', 'id of the storage', id)
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (storageId: number | undefined, options: ActOptions) => {
      await act(options, async (installation) => {
        const retried = await (await adminOf(installation)).retry(storageId);
        if (!retried) throw new CommandRefusal(`There is no storage ${storageId}.`);
        const { storages, waiting, held } = retried;
        const note = held > 0 && `${held} of them can be resumed only by their owner.`;
        return { ...oneRow({ storages, waiting, held }), ...(note !== false && { note }) };
      });
    });
}

async function adminOf({ config, database }: Installation): Promise<StorageAdmin> {
  const opened = await database();
  const keys = await openInstallationKeys(opened, config.masterKeyFile);
  return createStorageAdmin({
    database: opened,
    storages: openRemoteStorages(config),
    secretKey: keys.for('storage-login'),
  });
}

function wire(link: OperatedLink) {
  const { active, held, waiting } = link;
  return {
    id: String(link.id),
    uid: String(link.accountId),
    faxnumber: link.faxNumber,
    email: link.email,
    type: link.kind,
    host: link.place.host,
    dir: link.place.folder,
    status: active ? 'Y' : 'N',
    state: storageState(link),
    waiting,
    lastError: link.lastError,
    nextTry: active && !held && waiting > 0 ? link.nextAt.toISOString() : null,
    lastOk: link.lastOkAt?.toISOString() ?? null,
  };
}

function row(link: OperatedLink) {
  const { email: _email, status: _status, uid, ...shown } = wire(link);
  return { ...shown, uid };
}
