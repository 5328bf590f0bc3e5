import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { deleteHold, insertHold, readHolds } from './legal-hold.store.ts';
import type { Hold } from './legal-hold.store.ts';

/**
 * Holds required by a court or an inquiry. A fax under hold, whether its own or its account's, is never removed
 * permanently: the owner may delete it, and the account may be closed, but it remains. The cleanup itself checks for
 * holds (maintenance).
 */
export interface LegalHolds {
  list(): Promise<Hold[]>;
  /** Places a hold; returns undefined if there already is one, or no such account or fax. */
  place(input: { accountId: number; faxId: number | null; reason: string }): Promise<number | undefined>;
  /** Lifts a hold; returns undefined if there is no such hold. Overdue faxes are removed by the next cleanup. */
  lift(id: number): Promise<Hold | undefined>;
}

export function createLegalHolds({ database }: { database: Database }): LegalHolds {
  return {
    list: async () => await readHolds(database.db),
    place: async (input) =>
      await database.transaction(async (tx) => {
        const id = await insertHold(tx, { ...input, parentId: null });
        if (id !== undefined)
          await writeAudit(tx, {
            actor: { kind: 'operator' },
            accountId: input.accountId,
            action: 'hold.place',
            object: `hold/${id}`,
            detail: { faxId: input.faxId, reason: input.reason },
          });
        return id;
      }),
    lift: async (id) =>
      await database.transaction(async (tx) => {
        const hold = await deleteHold(tx, id);
        if (hold)
          await writeAudit(tx, {
            actor: { kind: 'operator' },
            accountId: hold.accountId,
            action: 'hold.lift',
            object: `hold/${id}`,
            detail: { faxId: hold.faxId, reason: hold.reason },
          });
        return hold;
      }),
  };
}
