import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { deleteHold, insertHold, readHolds } from './legal-hold.store.ts';
import type { Hold } from './legal-hold.store.ts';

/**
 * What a court or an inquiry wants kept. A fax under hold, its own or its account's, is never removed for good: the
 * owner may delete it, an account may be closed, and it is still there. The clean-up itself looks (maintenance).
 */
export interface LegalHolds {
  list(): Promise<Hold[]>;
  /** Undefined when it is held already, or there is no such account or fax. */
  place(input: { accountId: number; faxId: number | null; reason: string }): Promise<number | undefined>;
  /** Undefined when there is no such hold. What is past its time goes at the next clean-up. */
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
