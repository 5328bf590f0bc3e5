import { minuteOf } from '#contract/faxes/delivery-window.ts';
import type { WindowOut } from '#contract/faxes/delivery-window.ts';
import { flag } from '#contract/kit/flags.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { readWindow, writeWindow } from './later.store.ts';
import type { StoredWindow } from './later.store.ts';
import { wakeWorkers } from './outbox.store.ts';

/** A delivery window as a person sets it. */
export interface AskedWindow {
  on: boolean;
  days: readonly number[];
  from: string;
  until: string;
}

/** The hours in which an account's faxes are dialed (spec http-api 12.28). */
export class DeliveryWindows {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Returns the window of the account. Throws NOT_FOUND. */
  async read(account: AccountId): Promise<WindowOut> {
    const window = await readWindow(this.#database.db, account);
    if (!window) throw new AppError('NOT_FOUND');
    return wireOf(window);
  }

  /**
   * Changes the window; faxes that wait for the old one follow the new one. Throws NOT_FOUND, and WINDOW_DAYS if the
   * window would never open.
   */
  async change(caller: Caller, { on, days, from, until }: AskedWindow): Promise<WindowOut> {
    if (on && days.length === 0) throw new AppError('WINDOW_DAYS', { fields: { days: 'WINDOW_DAYS' } });
    const window = { on, days, from: minuteOf(from), until: minuteOf(until) };
    return await this.#database.transaction(async (tx) => {
      const before = await readWindow(tx, caller.accountId, { lock: true });
      if (!before) throw new AppError('NOT_FOUND');
      if (JSON.stringify(wireOf(before)) === JSON.stringify(wireOf(window))) return wireOf(before);
      await writeWindow(tx, caller.accountId, window);
      await wakeWorkers(tx);
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'settings.delivery-window',
        detail: wireOf(window),
      });
      return wireOf(window);
    });
  }
}

function wireOf({ on, days, from, until }: StoredWindow): WindowOut {
  return { on: flag(on), days: [...days], from: timeOf(from), until: timeOf(until) };
}

/** Formats minutes of the day as HH:MM. */
function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
