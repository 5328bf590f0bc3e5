import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, AnyCaller, AdministratorId } from '#server/kit/scope.ts';

import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';

/** The owner of a storage, and who acts: the account itself or its administrator. */
export interface StorageOwner {
  accountId: AccountId;
  actor: AuditEntry['actor'];
  address: string;
}

/** How a call names the account: `uid` in the query, `user_id` in the body, both, or neither. */
export interface Whose {
  uid?: string;
  user_id?: string;
}

/**
 * Returns the account that a call is about: the caller's own, or the administrator's managed account. Throws NOT_FOUND
 * for any other account.
 */
export async function ownerOf(
  storage: { managedAccountOf(parent: AdministratorId, uid: number): Promise<AccountId> },
  caller: AnyCaller,
  named: readonly Whose[],
): Promise<StorageOwner> {
  const written = named.flatMap((one) => [one.uid ?? '', one.user_id ?? '']).filter((id) => id !== '');
  const ids = new Set(written.map((id) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)));
  const [uid] = ids;
  if (ids.size > 1) throw new AppError('NOT_FOUND');
  if ('parentId' in caller) {
    if (uid === undefined) throw new AppError('NOT_FOUND');
    const accountId = await storage.managedAccountOf(caller.parentId, uid);
    return { accountId, actor: { kind: 'parent', id: caller.parentId }, address: caller.address };
  }
  if (uid !== undefined && uid !== caller.accountId) throw new AppError('NOT_FOUND');
  return byAccount(caller);
}
