import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { wakeWorkers } from '#server/features/faxes/queue/outbox.service.ts';
import { removeWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { provenAccount } from '#server/kit/scope.ts';

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
import { importAccounts } from './import-accounts.ts';
import type { AccountsImported } from './import-accounts.ts';
import { addNumbers } from './number-pool.ts';
import type { NumberGroup, NumbersAdded } from './number-pool.ts';
import { readPortOrders } from './port-order.store.ts';
import type { PortOrder } from './port-order.store.ts';
import { advancePort, completePortOrder, rejectPortOrder } from './port-orders.ts';
import type { PortChange } from './port-orders.ts';

export type { StoredAccount } from './accounts.store.ts';
export type { AccountChange, AccountInput } from './add-account.ts';
export type { NumberChoice } from './number-pool.ts';
export { takeNumber } from './number-pool.ts';
export { openAccount } from './open-account.ts';
export { closeAccount } from './close-account.ts';
export type { Closing } from './close-account.ts';
export { reopenByOperator } from './reopen-account.ts';
export { takeSlot } from './service-slots.store.ts';
export { hashNewPassword } from './new-password.ts';
export { insertPortOrder, isNumberKnown } from './port-order.store.ts';
export type { PortOrder } from './port-order.store.ts';
export { ACCOUNT_SETTINGS, closeByOperator, setAccount } from './operate-accounts.ts';
export { assignByOperator, moveByOperator, releaseByOperator } from './operate-numbers.ts';
export type { NumberChange } from './operate-numbers.ts';
export { listNumbers, setClosingDay } from './operate-accounts.store.ts';

/** The operator's verbs for accounts and their numbers; every change writes an audit row. */
export interface Accounts {
  listAccounts(brandId?: number): Promise<StoredAccount[]>;
  findAccount(id: number): Promise<StoredAccount | undefined>;
  findByNumber(number: string): Promise<StoredAccount | undefined>;
  /** With `mail` false, the owner gets no mail; account resend-verify can send it later. */
  addAccount(input: AccountInput, options?: { mail: boolean }): Promise<AccountChange>;
  /** No login, no sending, no receiving; waiting faxes are held until the account is resumed. Open sessions end. */
  suspend(id: number): Promise<AccountChange>;
  resume(id: number): Promise<AccountChange>;
  /** Adds the accounts of a CSV file; `mail` false sends no mails. */
  importAccounts(
    brandId: number,
    text: string,
    options: { mail: boolean; progress: (done: number, total: number) => void },
  ): Promise<AccountsImported>;
  /** Sets a new password and ends all sessions. */
  resetPassword(id: number, password: string): Promise<AccountChange>;
  listPortOrders(open: boolean): Promise<PortOrder[]>;
  findPortOrder(id: number): Promise<PortOrder | undefined>;
  /** Records that the order was submitted to the other carrier, or that the carrier accepted it. */
  advancePort(id: number, to: 'submitted' | 'accepted'): Promise<PortChange>;
  /** Completes the order: the number has arrived. */
  completePort(id: number, number?: string): Promise<PortChange>;
  /** Rejects the order: the number is not available. */
  rejectPort(id: number, reason: string): Promise<PortChange>;
  addNumbers(group: NumberGroup, numbers: readonly string[]): Promise<NumbersAdded>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { database } = deps;
  return {
    listAccounts: async (brandId) => await readAccounts(database.db, { brandId }),
    findAccount: async (id) => (await readAccounts(database.db, { id }))[0],
    findByNumber: async (number) => await findAccountOfNumber(database.db, number),
    addAccount: async (input, { mail } = { mail: true }) =>
      await addAccount(mail ? deps : silent(deps), input),
    importAccounts: async (brandId, text, { mail, progress }) =>
      await importAccounts(mail ? deps : silent(deps), brandId, text, progress),
    suspend: async (id) => await changeState(database, id, 'suspended'),
    resume: async (id) => await changeState(database, id, 'active'),
    resetPassword: async (id, password) => await resetPassword(database, id, password),
    listPortOrders: async (open) => await readPortOrders(database.db, { open }),
    findPortOrder: async (id) => (await readPortOrders(database.db, { id }))[0],
    advancePort: async (id, to) => await advancePort(deps, id, to),
    completePort: async (id, number) => await completePortOrder(deps, id, number),
    rejectPort: async (id, reason) => await rejectPortOrder(deps, id, reason),
    addNumbers: async (group, numbers) => await addNumbers(database, group, numbers),
  };
}

function silent({ database, node, zone }: AccountsDeps): AccountsDeps {
  return { database, node, zone };
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
    // Faxes held meanwhile continue.
    else await wakeWorkers(tx);
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
  const hashed = await hashNewPassword(
    database.db,
    { brandId: before.brandId, names: [before.faxNumber ?? '', before.pendingNumber ?? ''] },
    password,
  );
  if (hashed.kind === 'refused') return hashed;
  const done = await database.transaction(async (tx) => {
    if (!(await setPassword(tx, id, hashed.hash))) return false;
    await revokeSessions(tx, id);
    const owner = { kind: 'account', id: provenAccount(id) } as const;
    await removeWaysIn(tx, owner, 'older', { actor: { kind: 'operator' } });
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
