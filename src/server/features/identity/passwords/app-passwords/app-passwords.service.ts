import { randomInt } from 'node:crypto';

import { MAX_KEYS } from '#contract/kit/login-key.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import type { TellOfChange } from '../password.service.ts';
import { MAIL_BUDGET, spend } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount, provenAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import {
  countAppPasswords,
  deleteAppPassword,
  findByAppPassword,
  insertAppPassword,
  listAppPasswords,
  noteUse,
} from './app-passwords.store.ts';
import type { AppPasswordRow } from './app-passwords.store.ts';

/** Letters and digits that are not confused when typed into a scanner: no 0 and o, no 1, i and l. */
const SYMBOLS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 20 of 31 symbols are 99 bits. That cannot be guessed, so a plain SHA-256 protects the password at rest. */
const LENGTH = 20;
const GROUP = 5;

/** Manages the passwords with which mail programs and devices send an account's faxes. Each can be revoked alone. */
export class AppPasswordsService {
  readonly #database: Database;
  readonly #tell: TellOfChange;

  constructor({ database, tell }: { database: Database; tell: TellOfChange }) {
    this.#database = database;
    this.#tell = tell;
  }

  async list(account: AccountId): Promise<AppPasswordRow[]> {
    return await listAppPasswords(this.#database.db, account);
  }

  /** Creates an app password, which is known only in this response. Throws APP_PASSWORD_LIMIT. */
  async add(caller: Caller, name: string): Promise<{ id: number; password: string }> {
    const password = newAppPassword();
    return await this.#database.transaction(async (tx) => {
      if ((await countAppPasswords(tx, caller.accountId)) >= MAX_KEYS)
        throw new AppError('APP_PASSWORD_LIMIT', { params: { max: MAX_KEYS } });
      const hash = hashOf(password);
      const id = await insertAppPassword(tx, caller.accountId, { name, hash });
      await this.#tell(tx, { kind: 'account', id: caller.accountId }, 'appPasswordAdded');
      await writeAudit(tx, { ...byAccount(caller), action: 'app-password.add', detail: { id, name } });
      return { id, password };
    });
  }

  /** Revokes an app password. Throws NOT_FOUND if it is not the caller's. */
  async remove(caller: Caller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const name = await deleteAppPassword(tx, caller.accountId, id);
      if (name === undefined) throw new AppError('NOT_FOUND');
      await writeAudit(tx, { ...byAccount(caller), action: 'app-password.remove', detail: { id, name } });
    });
  }

  /**
   * Returns the active account of a login: the user name is its fax number or an address that may send its faxes, the
   * password one of its app passwords. Returns null for anything else, `wait` after too many failures from there
   * (A-AUTH-03).
   */
  async logIn(username: string, password: string, address: string): Promise<AccountId | null | 'wait'> {
    const { db } = this.#database;
    const spent = await spend(db, MAIL_BUDGET, address);
    if (spent.kind === 'wait') return 'wait';
    const found = await findByAppPassword(db, hashOf(password));
    if (!found) return null;
    const name = username.trim().toLowerCase();
    const isNumber = found.number !== '' && normalizeNumber(name) === found.number && !name.includes('@');
    if (!isNumber && !found.emails.includes(name)) return null;
    await spent.forgive();
    await noteUse(db, found.id, address);
    return provenAccount(found.accountId);
  }
}

/** Returns a new password in four groups of five: «k3mf9-…». */
function newAppPassword(): string {
  const symbols = Array.from({ length: LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('');
  return (symbols.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** Hashes a password. Users may type it with or without the hyphens, in any case. */
function hashOf(password: string): Buffer {
  return hashToken(password.toLowerCase().replaceAll(/[\s-]/g, ''));
}
