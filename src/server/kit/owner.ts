import type { KeyHolderKind } from '#contract/v1/scopes.ts';

import { provenAccount, provenAdministrator } from './scope.ts';
import type { AccountId, AnyCaller, OperatorCaller, AdministratorId } from './scope.ts';

/** The owner of a login: a fax account or an administrator, verified by the gate or by a login. */
export type Owner = { kind: 'account'; id: AccountId } | { kind: 'parent'; id: AdministratorId };

/** Every login with a password, including people who work on an account under their own name, and operators. */
export type LoginOwner = CustomerLogin | { kind: 'operator'; id: number };

/** The login of an account, an administrator or a person. */
export type CustomerLogin = Owner | { kind: 'person'; id: number };

/** The owner of an API key; a key of one operator belongs to all operators. */
export type KeyHolder = Owner | { kind: 'operator' };

/** Returns the kind of a key's owner as the wire names it. */
export function holderKind({ kind }: KeyHolder): KeyHolderKind {
  return kind === 'parent' ? 'administrator' : kind;
}

/** Returns the owner who is signed in. */
export function ownerOf(caller: AnyCaller): Owner {
  return 'accountId' in caller
    ? { kind: 'account', id: caller.accountId }
    : { kind: 'parent', id: caller.parentId };
}

/** The caller at a place (an account or an administrator): a person, or the place's own login. */
export type PlaceCaller = Pick<AnyCaller, 'address' | 'person'> & { place: Owner };

/** Returns a caller together with the place where they work. */
export function atPlace(caller: AnyCaller): PlaceCaller {
  return { place: ownerOf(caller), person: caller.person, address: caller.address };
}

/**
 * Returns the login that a caller changes when they change their own: the person's if they have one, not the account's.
 */
export function customerLoginOf(caller: AnyCaller): CustomerLogin {
  return caller.person ? { kind: 'person', id: caller.person.id } : ownerOf(caller);
}

/** Like `customerLoginOf`, for calls that operators make, too. */
export function loginOwnerOf(caller: AnyCaller | OperatorCaller): LoginOwner {
  return 'operatorId' in caller ? { kind: 'operator', id: caller.operatorId } : customerLoginOf(caller);
}

/** Returns the login that a row belongs to, by the column that is set. */
export function customerOfRow(row: LoginColumns): CustomerLogin {
  if (row.person_id !== null) return { kind: 'person', id: row.person_id };
  return row.account_id === null
    ? provenOwner({ kind: 'parent', id: row.parent_id ?? 0 })
    : provenOwner({ kind: 'account', id: row.account_id });
}

/** Like `customerOfRow`, for a row that may belong to an operator. */
export function loginOfRow(row: LoginColumns & { operator_id: number | null }): LoginOwner {
  return row.operator_id === null ? customerOfRow(row) : { kind: 'operator', id: row.operator_id };
}

interface LoginColumns {
  account_id: number | null;
  parent_id: number | null;
  person_id: number | null;
}

/** Marks an owner as verified, as `provenAccount` does: only a login and the operator command may call it. */
export function provenOwner({ kind, id }: { kind: Owner['kind']; id: number }): Owner {
  return kind === 'account' ? { kind, id: provenAccount(id) } : { kind, id: provenAdministrator(id) };
}

/** Like `provenOwner`, for any customer login. */
export function provenLogin({ kind, id }: { kind: CustomerLogin['kind']; id: number }): CustomerLogin {
  return kind === 'person' ? { kind, id } : provenOwner({ kind, id });
}

/** Returns the actor and the object of an audit row about this owner. */
export function auditOfOwner({ kind, id }: LoginOwner) {
  return kind === 'account'
    ? { actor: { kind, id }, accountId: id, object: `account/${id}` }
    : { actor: { kind, id }, object: `${kind}/${id}` };
}

/** Returns the column with the owner's id, in tables whose rows belong to either kind of owner. */
export function columnOf({ kind }: Owner): 'account_id' | 'parent_id' {
  return kind === 'account' ? 'account_id' : 'parent_id';
}

/** Like `columnOf`, in tables whose rows may also belong to people. */
export function columnOfLogin({ kind }: CustomerLogin): 'account_id' | 'parent_id' | 'person_id' {
  return `${kind}_id`;
}

/** Returns both owner columns of a new row of such a table. */
export function columnsOf({ kind, id }: Owner): { account_id: number | null; parent_id: number | null } {
  return kind === 'account' ? { account_id: id, parent_id: null } : { account_id: null, parent_id: id };
}
