import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { managedAccountOf } from '#server/kit/managed-account.ts';
import type { AdministratorCaller } from '#server/kit/scope.ts';

import { deleteOwnHold, findOwnHold, insertHold } from './legal-hold.store.ts';
import type { Hold } from './legal-hold.store.ts';

/** Legal holds that an administrator places on fax accounts of theirs; those of operators are not theirs to see or lift. */
export class AdministratorHolds {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** The administrator's own hold on an account. Throws NOT_FOUND for an account of somebody else. */
  async find({ parentId }: AdministratorCaller, id: number): Promise<Hold | undefined> {
    const { db } = this.#database;
    return await findOwnHold(db, await managedAccountOf(db, parentId, id), parentId);
  }

  /** Throws NOT_FOUND, and HOLD_EXISTS where the administrator holds the account already. */
  async place({ parentId, address }: AdministratorCaller, id: number, reason: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const accountId = await managedAccountOf(tx, parentId, id);
      const hold = await insertHold(tx, { accountId, faxId: null, parentId, reason });
      if (hold === undefined) throw new AppError('HOLD_EXISTS');
      await writeAudit(tx, {
        actor: { kind: 'parent', id: parentId },
        accountId,
        address,
        action: 'hold.place',
        object: `hold/${hold}`,
        detail: { reason },
      });
    });
  }

  /** Throws NOT_FOUND, also where there is no hold. */
  async lift({ parentId, address }: AdministratorCaller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const accountId = await managedAccountOf(tx, parentId, id);
      const hold = await deleteOwnHold(tx, accountId, parentId);
      if (!hold) throw new AppError('NOT_FOUND');
      await writeAudit(tx, {
        actor: { kind: 'parent', id: parentId },
        accountId,
        address,
        action: 'hold.lift',
        object: `hold/${hold.id}`,
        detail: { reason: hold.reason },
      });
    });
  }
}
