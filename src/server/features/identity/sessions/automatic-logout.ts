import type { AutomaticLogout, IdleMinutes } from '#contract/identity/account-security.ts';
import { idleChoices } from '#contract/identity/account-security.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { readIdleMinutes, writeIdleMinutes } from './automatic-logout.store.ts';
import type { IdleSettings } from './automatic-logout.store.ts';
import { lockSessions } from './session.store.ts';

/** Accounts with health papers, and operators, who reach everything, log off sooner (HIPAA 164.312(a)(2)(iii); spec http-api 0.3). */
const HIPAA_IDLE_SECONDS = 15 * 60;

/** How long a session lasts without use. `most` is the installation's; an account may choose less, never more. */
export function idleSecondsOf(most: number, soon: boolean, minutes: number | null = null): number {
  return Math.min(most, soon ? HIPAA_IDLE_SECONDS : most, minutes === null ? most : minutes * 60);
}

/** What the account has chosen. */
export async function idleMinutesOf(tx: Db, account: AccountId): Promise<number | null> {
  return (await readIdleMinutes(tx, account))?.minutes ?? null;
}

/** After how much time without use an account's browsers are logged out (HIPAA 164.312(a)(2)(iii); spec http-api 12.6). */
export class AutomaticLogoutSetting {
  readonly #database: Database;
  readonly #mostSeconds: number;

  /** `idleSeconds` is the installation's setting. */
  constructor({ database, idleSeconds }: { database: Database; idleSeconds: number }) {
    this.#database = database;
    this.#mostSeconds = idleSeconds;
  }

  async read(account: AccountId): Promise<AutomaticLogout> {
    const settings = await readIdleMinutes(this.#database.db, account);
    if (!settings) throw new AppError('NOT_FOUND');
    return this.#shown(settings);
  }

  /** Counts at once, also for browsers that are logged in. Throws VALIDATION for more than the standard. */
  async change(caller: Caller, minutes: IdleMinutes | null): Promise<AutomaticLogout> {
    return await this.#database.transaction(async (tx) => {
      // A login that happens now would count on what was chosen before.
      await lockSessions(tx, { kind: 'user', id: caller.accountId });
      const before = await readIdleMinutes(tx, caller.accountId);
      if (!before) throw new AppError('NOT_FOUND');
      if (minutes !== null && !this.#shown(before).choices.includes(minutes))
        throw new AppError('VALIDATION', { fields: { minutes: 'INVALID' } });
      const after = { ...before, minutes };
      if (before.minutes === minutes) return this.#shown(after);
      await writeIdleMinutes(tx, caller.accountId, minutes, this.#seconds(after));
      await writeAudit(tx, {
        actor: { kind: 'account', id: caller.accountId },
        accountId: caller.accountId,
        action: 'automatic-logout.change',
        detail: { minutes },
        address: caller.address,
      });
      return this.#shown(after);
    });
  }

  #seconds({ isHipaa, minutes }: IdleSettings): number {
    return idleSecondsOf(this.#mostSeconds, isHipaa, minutes);
  }

  #shown({ isHipaa, minutes }: IdleSettings): AutomaticLogout {
    const most = this.#seconds({ isHipaa, minutes: null });
    const choices = idleChoices(most);
    return {
      // One that the operator no longer allows has no effect.
      minutes: choices.find((choice) => choice === minutes) ?? null,
      standard: Math.max(1, Math.round(most / 60)),
      choices,
    };
  }
}
