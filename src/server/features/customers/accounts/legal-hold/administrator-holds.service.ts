import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { managedAccountOf } from '#server/kit/managed-account.ts';
import type { AdministratorCaller } from '#server/kit/scope.ts';

import { deleteOwnHold, findOwnHold, insertHold } from './legal-hold.store.ts';
import type { Hold } from './legal-hold.store.ts';

/**
 * Manages legal holds that an administrator places on their fax accounts; they can neither see nor lift those of
 * operators.
 */
export class AdministratorHolds {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Returns the administrator's own hold on an account. Throws NOT_FOUND for an account that is not theirs. */
  async find({ parentId }: AdministratorCaller, id: number): Promise<Hold | undefined> {
    const { db } = this.#database;
    return await findOwnHold(db, await managedAccountOf(db, parentId, id), parentId);
  }

  /** Places a hold on an account. Throws NOT_FOUND, and HOLD_EXISTS if the administrator already holds it. */
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

  /** Lifts the hold on an account. Throws NOT_FOUND, also if there is no hold. */
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
