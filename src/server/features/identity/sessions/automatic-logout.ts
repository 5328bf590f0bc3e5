import type { AutomaticLogout, IdleMinutes } from '#contract/identity/account-security.ts';
import { idleChoices } from '#contract/identity/account-security.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { readIdleMinutes, writeIdleMinutes } from './automatic-logout.store.ts';
import type { IdleSettings } from './automatic-logout.store.ts';
import { lockSessions } from './session.store.ts';

/**
 * Idle timeout of HIPAA accounts and of operators, who can access everything (HIPAA 164.312(a)(2)(iii); spec http-api
 * 0.3).
 */
const HIPAA_IDLE_SECONDS = 15 * 60;

/** Returns a session's idle timeout in seconds. `most` is the installation's; an account may only choose less. */
export function idleSecondsOf(most: number, soon: boolean, minutes: number | null = null): number {
  return Math.min(most, soon ? HIPAA_IDLE_SECONDS : most, minutes === null ? most : minutes * 60);
}

/** Returns the account's choice. */
export async function idleMinutesOf(tx: Db, account: AccountId): Promise<number | null> {
  return (await readIdleMinutes(tx, account))?.minutes ?? null;
}

/** The setting for an account's idle timeout (HIPAA 164.312(a)(2)(iii); spec http-api 12.6). */
export class AutomaticLogoutSetting {
  readonly #database: Database;
  readonly #mostSeconds: number;

  /** `idleSeconds` is the installation's idle timeout. */
  constructor({ database, idleSeconds }: { database: Database; idleSeconds: number }) {
    this.#database = database;
    this.#mostSeconds = idleSeconds;
  }

  async read(account: AccountId): Promise<AutomaticLogout> {
    const settings = await readIdleMinutes(this.#database.db, account);
    if (!settings) throw new AppError('NOT_FOUND');
    return this.#shown(settings);
  }

  /** Applies at once, also to browsers that are logged in. Throws VALIDATION for more than the standard, NOT_FOUND. */
  async change(caller: Caller, minutes: IdleMinutes | null): Promise<AutomaticLogout> {
    return await this.#database.transaction(async (tx) => {
      // Keeps a parallel login from using the previous choice.
      await lockSessions(tx, { kind: 'user', id: caller.accountId });
      const before = await readIdleMinutes(tx, caller.accountId);
      if (!before) throw new AppError('NOT_FOUND');
      if (minutes !== null && !this.#shown(before).choices.includes(minutes))
        throw new AppError('VALIDATION', { fields: { minutes: 'INVALID' } });
      const after = { ...before, minutes };
      if (before.minutes === minutes) return this.#shown(after);
      await writeIdleMinutes(tx, caller.accountId, minutes, this.#seconds(after));
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'automatic-logout.change',
        detail: { minutes },
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
      // A choice that the operator no longer allows has no effect.
      minutes: choices.find((choice) => choice === minutes) ?? null,
      standard: Math.max(1, Math.round(most / 60)),
      choices,
    };
  }
}
