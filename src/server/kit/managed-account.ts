import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, ActingOn, AnyCaller, AdministratorId } from '#server/kit/scope.ts';

import { findManagedAccount } from './managed-account.store.ts';

/** An id as the wire writes it; anything else matches no account. */
const ID = /^[1-9]\d{0,14}$/;

/**
 * Returns one of the administrator's accounts. Throws NOT_FOUND for any other, whether it exists or not (A-TENANT-16).
 */
export async function managedAccountOf(db: Db, parent: AdministratorId, id: number): Promise<AccountId> {
  const child = await findManagedAccount(db, parent, id);
  if (child === undefined) throw new AppError('NOT_FOUND');
  return child;
}

/**
 * Returns the account that a call is about: a fax account may omit its uid or name itself, an administrator must name
 * one of their own accounts. Any other account is treated as if it did not exist (spec http-api 6.1).
 */
export async function accountInScope(db: Db, caller: AnyCaller, uid: string): Promise<ActingOn> {
  if ('parentId' in caller) {
    const accountId = await managedAccountOf(db, caller.parentId, ID.test(uid) ? Number(uid) : 0);
    return { accountId, actor: { kind: 'parent', id: caller.parentId }, address: caller.address };
  }
  if (uid !== '' && uid !== String(caller.accountId)) throw new AppError('NOT_FOUND');
  return byAccount(caller);
}
