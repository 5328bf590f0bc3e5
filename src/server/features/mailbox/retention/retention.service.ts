import type { Logger } from 'pino';

import { KEPT_FOLDERS, keepChoices } from '#contract/mailbox/retention.ts';
import type { KeptFolder, Retention } from '#contract/mailbox/retention.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { Parts } from '#server/kit/parts.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import {
  countDueFaxes,
  findKeepingAccounts,
  moveDueFaxes,
  readKeptDays,
  writeKeptDays,
} from './retention.store.ts';
import type { ChosenDays } from './retention.store.ts';

/** Faxes per transaction, and accounts per query. */
const BATCH = 500;

/** Dependencies and settings of retention. */
export interface RetentionDeps {
  database: Database;
  /** The range of days that accounts may choose from; if `most` is null, they may keep faxes forever. */
  bounds: { least: number; most: number | null };
  /** How many days a deleted fax can be restored. */
  restoreDays: number;
}

/** A change for one folder. */
export interface RetentionChange {
  folder: KeptFolder;
  days: number | null;
  /** Whether to only count what the change would move. */
  dryRun?: boolean | undefined;
}

/**
 * How long faxes stay in their folders, which the account chooses within the operator's bounds. Older faxes move to
 * Recently deleted at night, unless a legal hold keeps them (spec http-api 12.37).
 */
export class RetentionService {
  readonly #deps: RetentionDeps;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  async read(account: AccountId): Promise<Retention> {
    const chosen = await readKeptDays(this.#deps.database.db, account);
    if (!chosen) throw new AppError('NOT_FOUND');
    return this.#shown(chosen);
  }

  /** Throws VALIDATION for days outside the bounds. */
  async change(
    caller: Caller,
    { folder, days, dryRun = false }: RetentionChange,
  ): Promise<Retention & { moves: number }> {
    const { accountId: account } = caller;
    return await this.#deps.database.transaction(async (tx) => {
      const before = await readKeptDays(tx, account, true);
      if (!before) throw new AppError('NOT_FOUND');
      if (days !== null && !this.#shown(before).choices.includes(days))
        throw new AppError('VALIDATION', { fields: { days: 'INVALID' } });
      const counted = this.#effective(days);
      const moves = counted === null ? 0 : await countDueFaxes(tx, { account, folder, days: counted });
      if (dryRun || before[folder] === days) return { ...this.#shown(before), moves };
      await writeKeptDays(tx, account, folder, days);
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'retention.change',
        detail: { folder, days },
      });
      return { ...this.#shown({ ...before, [folder]: days }), moves };
    });
  }

  /**
   * Moves every fax whose time is over to Recently deleted; gives how many. It may be stopped and repeated at any time. An
   * account that fails keeps no others.
   */
  async moveOldFaxes(signal: AbortSignal, log: Pick<Logger, 'error'>): Promise<number> {
    const { database, bounds } = this.#deps;
    const parts = new Parts(log, signal);
    let moved = 0;
    for (let after = 0; ;) {
      const page = { after, limit: BATCH, all: bounds.most !== null };
      const accounts = await findKeepingAccounts(database.db, page);
      for (const { id, ...chosen } of accounts)
        for (const folder of KEPT_FOLDERS) {
          const days = this.#effective(chosen[folder]);
          if (days === null) continue;
          const moves = async () => await this.#moveFrom(id, folder, days, signal);
          moved += await parts.run(`account/${id}`, moves, 0);
        }
      const last = accounts.at(-1);
      if (!last || accounts.length < BATCH) break;
      after = last.id;
    }
    parts.end();
    return moved;
  }

  async #moveFrom(
    account: AccountId,
    folder: KeptFolder,
    days: number,
    signal: AbortSignal,
  ): Promise<number> {
    for (let total = 0; ;) {
      signal.throwIfAborted();
      const some = await this.#deps.database.transaction(async (tx) => {
        const faxes = await moveDueFaxes(tx, { account, folder, days }, BATCH);
        if (faxes.length > 0)
          await writeAudit(tx, {
            actor: { kind: 'system' },
            accountId: account,
            action: 'retention.delete',
            detail: { folder, days, faxes },
          });
        return faxes.length;
      });
      total += some;
      if (some < BATCH) return total;
    }
  }

  /** Applies the current bounds to a choice, because they may have changed since. */
  #effective(days: number | null): number | null {
    const { least, most } = this.#deps.bounds;
    if (days === null) return most;
    return Math.min(Math.max(days, least), most ?? Infinity);
  }

  #shown({ inbox, sent, archive }: ChosenDays): Retention {
    const { bounds, restoreDays } = this.#deps;
    const shown = (days: number | null): number | null => {
      const counted = this.#effective(days);
      return counted === bounds.most ? null : counted;
    };
    const days = { inbox: shown(inbox), sent: shown(sent), archive: shown(archive) };
    const offered = keepChoices(bounds.least, bounds.most);
    const standing = Object.values(days).filter((one) => one !== null);
    const choices = [...new Set([...offered, ...standing])].toSorted((a, b) => a - b);
    return { ...days, choices, most: bounds.most, restoreDays };
  }
}
