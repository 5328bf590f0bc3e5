import type { KeyHolderKind } from '#contract/v1/scopes.ts';

import { provenAccount, provenAdministrator } from './scope.ts';
import type { AccountId, AnyCaller, OperatorCaller, AdministratorId } from './scope.ts';

/** Whose way to log in something is: a fax account's or an administrator's, proved by the gate or by a login. */
export type Owner = { kind: 'account'; id: AccountId } | { kind: 'parent'; id: AdministratorId };

/** Whoever may have a two-step login: operators, too. */
export type LoginOwner = Owner | { kind: 'operator'; id: number };

/** Whose an API key is: that of an operator is all operators'. */
export type KeyHolder = Owner | { kind: 'operator' };

/** A holder in the words of the wire. */
export function holderKind({ kind }: KeyHolder): KeyHolderKind {
  return kind === 'parent' ? 'administrator' : kind;
}

/** The owner who is signed in. */
export function ownerOf(caller: AnyCaller): Owner {
  return 'accountId' in caller
    ? { kind: 'account', id: caller.accountId }
    : { kind: 'parent', id: caller.parentId };
}

/** The same for calls that operators make, too. */
export function loginOwnerOf(caller: AnyCaller | OperatorCaller): LoginOwner {
  return 'operatorId' in caller ? { kind: 'operator', id: caller.operatorId } : ownerOf(caller);
}

/** Marks an owner as proved, as `provenAccount` does: only a login and the operator command may call it. */
export function provenOwner({ kind, id }: { kind: Owner['kind']; id: number }): Owner {
  return kind === 'account' ? { kind, id: provenAccount(id) } : { kind, id: provenAdministrator(id) };
}

/** Who did it and about whom, in the words of the audit. */
export function auditOfOwner({ kind, id }: LoginOwner) {
  return kind === 'account'
    ? { actor: { kind, id }, accountId: id, object: `account/${id}` }
    : { actor: { kind, id }, object: `${kind}/${id}` };
}

/** The column of a table whose rows belong to either kind of owner. */
export function columnOf({ kind }: Owner): 'account_id' | 'parent_id' {
  return kind === 'account' ? 'account_id' : 'parent_id';
}

/** Both columns of a new row of such a table. */
export function columnsOf({ kind, id }: Owner): { account_id: number | null; parent_id: number | null } {
  return kind === 'account' ? { account_id: id, parent_id: null } : { account_id: null, parent_id: id };
}
