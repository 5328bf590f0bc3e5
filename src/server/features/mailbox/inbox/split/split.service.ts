import type { FaxSplit, SplitFax } from '#contract/mailbox/fax-split.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { applyAction, lockFaxes } from '../fax-actions.store.ts';
import { beginWork, endUntouchedWork, readSplit } from './split.store.ts';
import type { SplitMember } from './split.store.ts';

/** Dependencies of splits. Deleted faxes stay for `deletedDays`. */
export interface SplitDeps {
  database: Database;
  deletedDays: number;
}

/** Shows faxes that were split at separator pages, and puts them together again (spec http-api 12.51). */
export class SplitService {
  readonly #deps: SplitDeps;

  constructor(deps: SplitDeps) {
    this.#deps = deps;
  }

  /** Returns the whole fax and the parts, for a fax that is one of them. Throws NOT_FOUND. */
  async of({ accountId }: Caller, faxId: number): Promise<FaxSplit> {
    const { database, deletedDays } = this.#deps;
    const members = await readSplit(database.db, accountId, faxId, deletedDays);
    const [first] = members;
    if (!first) throw new AppError('NOT_FOUND');
    const place = (part: number | null) => placeOf(members.find((member) => member.part === part));
    return {
      part: members.find(({ id }) => id === faxId)?.part ?? null,
      whole: place(null),
      parts: Array.from({ length: first.count }, (_, at) => place(at + 1)),
    };
  }

  /**
   * Moves the whole fax back to the inbox and its parts to Recently deleted. Returns the faxes that changed.
   * Idempotent. Throws NOT_FOUND, also if the whole fax was deleted.
   */
  async undo(caller: Caller, faxId: number): Promise<{ whole: number; changed: number[] }> {
    const { database, deletedDays } = this.#deps;
    const { accountId } = caller;
    return await database.transaction(async (tx) => {
      const members = await readSplit(tx, accountId, faxId, deletedDays);
      const ids = members.map(({ id }) => id);
      const there = await lockFaxes(tx, accountId, 'delete', ids, deletedDays);
      const whole = members.find(({ part }) => part === null)?.id;
      if (whole === undefined || !there.includes(whole)) throw new AppError('NOT_FOUND');
      const parts = there.filter((id) => id !== whole);
      const back = await applyAction(tx, accountId, 'from_archive', [whole]);
      if (back.length > 0) await beginWork(tx, accountId, whole, parts);
      const gone = await applyAction(tx, accountId, 'delete', parts);
      const changed = [...back, ...gone];
      if (changed.length > 0) await note(tx, caller, { action: 'fax.undo-split', whole, changed });
      return { whole, changed };
    });
  }

  /**
   * Reverses `undo`: restores parts from Recently deleted and archives the whole fax, if at least one part can be
   * restored. Returns the faxes that changed. Throws NOT_FOUND.
   */
  async again(caller: Caller, whole: number, faxes: readonly number[]): Promise<number[]> {
    const { database, deletedDays } = this.#deps;
    const { accountId } = caller;
    return await database.transaction(async (tx) => {
      const members = await readSplit(tx, accountId, whole, deletedDays);
      const ids = members.flatMap(({ id, part }) => (part !== null && faxes.includes(id) ? [id] : []));
      const kept = await lockFaxes(tx, accountId, 'to_archive', [whole], deletedDays);
      const parts = await lockFaxes(tx, accountId, 'undelete', ids, deletedDays);
      if (parts.length === 0 || members[0]?.id !== whole) throw new AppError('NOT_FOUND');
      const back = await applyAction(tx, accountId, 'undelete', parts);
      const filed = await applyAction(tx, accountId, 'to_archive', faxes.includes(whole) ? kept : []);
      if (filed.length > 0) await endUntouchedWork(tx, accountId, whole);
      const changed = [...filed, ...back];
      if (changed.length > 0) await note(tx, caller, { action: 'fax.split-again', whole, changed });
      return changed;
    });
  }
}

function placeOf(member: SplitMember | undefined): SplitFax {
  if (!member) return { fax_id: null, folder: null };
  const filed = member.archived ? 'Archive' : 'Inbox';
  return { fax_id: String(member.id), folder: member.deleted ? 'Deleted' : filed };
}

interface Change {
  action: 'fax.undo-split' | 'fax.split-again';
  whole: number;
  changed: readonly number[];
}

async function note(
  tx: Parameters<typeof writeAudit>[0],
  caller: Caller,
  { action, whole, changed }: Change,
): Promise<void> {
  await writeAudit(tx, {
    ...byAccount(caller),
    action,
    object: `fax/${whole}`,
    detail: { faxes: changed },
  });
}
