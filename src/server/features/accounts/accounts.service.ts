import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';

import { addAccount } from './add-account.ts';
import type { AccountChange, AccountInput, AccountsDeps } from './add-account.ts';
import {
  moveState,
  findAccountOfNumber,
  readAccounts,
  revokeSessions,
  setPassword,
} from './accounts.store.ts';
import type { StoredAccount } from './accounts.store.ts';
import { hashNewPassword } from './new-password.ts';
import { addNumbers } from './number-pool.ts';
import type { NumbersAdded } from './number-pool.ts';

export type { StoredAccount } from './accounts.store.ts';
export type { AccountChange, AccountInput, AccountsDeps } from './add-account.ts';
export type { NumbersAdded } from './number-pool.ts';

/** The operator's verbs for accounts and their numbers; every change leaves an audit row. */
export interface Accounts {
  listAccounts(brandId?: number): Promise<StoredAccount[]>;
  findAccount(id: number): Promise<StoredAccount | undefined>;
  findByNumber(number: string): Promise<StoredAccount | undefined>;
  addAccount(input: AccountInput): Promise<AccountChange>;
  /** Nobody can log in, send or receive; nothing is lost. Open sessions end. */
  suspend(id: number): Promise<AccountChange>;
  resume(id: number): Promise<AccountChange>;
  /** Sets a new password and ends all sessions. */
  resetPassword(id: number, password: string): Promise<AccountChange>;
  addNumbers(
    group: { areaCode: string } | { kind: 'tollfree' },
    numbers: readonly string[],
  ): Promise<NumbersAdded>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { database } = deps;
  return {
    listAccounts: async (brandId) => await readAccounts(database.db, { brandId }),
    findAccount: async (id) => (await readAccounts(database.db, { id }))[0],
    findByNumber: async (number) => await findAccountOfNumber(database.db, number),
    addAccount: async (input) => await addAccount(deps, input),
    suspend: async (id) => await changeState(database, id, 'suspended'),
    resume: async (id) => await changeState(database, id, 'active'),
    resetPassword: async (id, password) => await resetPassword(database, id, password),
    addNumbers: async (group, numbers) => await addNumbers(database, group, numbers),
  };
}

async function changeState(
  database: Database,
  id: number,
  to: 'active' | 'suspended',
): Promise<AccountChange> {
  const from = to === 'active' ? 'suspended' : 'active';
  const moved = await database.transaction(async (tx) => {
    if (!(await moveState(tx, id, [from], to))) return false;
    if (to === 'suspended') await revokeSessions(tx, id);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: to === 'active' ? 'account.resume' : 'account.suspend',
      object: `account/${id}`,
    });
    return true;
  });
  const [account] = await readAccounts(database.db, { id });
  if (!account) return { kind: 'refused', reason: `There is no account ${id}.` };
  return moved
    ? { kind: 'ok', account }
    : { kind: 'refused', reason: `The account ${id} is ${account.state}, not ${from}.` };
}

async function resetPassword(database: Database, id: number, password: string): Promise<AccountChange> {
  const [before] = await readAccounts(database.db, { id });
  if (!before) return { kind: 'refused', reason: `There is no account ${id}.` };
  const hashed = await hashNewPassword(database.db, before.brandId, password);
  if (hashed.kind === 'refused') return hashed;
  const done = await database.transaction(async (tx) => {
    if (!(await setPassword(tx, id, hashed.hash))) return false;
    await revokeSessions(tx, id);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.reset-password',
      object: `account/${id}`,
    });
    return true;
  });
  const [account] = await readAccounts(database.db, { id });
  return done && account
    ? { kind: 'ok', account }
    : { kind: 'refused', reason: `The account ${id} is closed.` };
}
