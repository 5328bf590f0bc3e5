import type { KeyHolderKind } from '#contract/v1/scopes.ts';

import { provenAccount, provenAdministrator } from './scope.ts';
import type { AccountId, AnyCaller, OperatorCaller, AdministratorId } from './scope.ts';

/** Whose way to log in something is: a fax account's or an administrator's, proved by the gate or by a login. */
export type Owner = { kind: 'account'; id: AccountId } | { kind: 'parent'; id: AdministratorId };

/** Whoever has a password: people who work on an account under their own name, and operators, too. */
export type LoginOwner = CustomerLogin | { kind: 'operator'; id: number };

/** Whoever logs in to an account or an administration. */
export type CustomerLogin = Owner | { kind: 'person'; id: number };

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

/** Who does something at a place, an account or an administrator: a person, or its own login. */
export type PlaceCaller = Pick<AnyCaller, 'address' | 'person'> & { place: Owner };

/** A caller, by the place at which they work. */
export function atPlace(caller: AnyCaller): PlaceCaller {
  return { place: ownerOf(caller), person: caller.person, address: caller.address };
}

/** Whose login it is that somebody changes at their open page: their own, not their account's. */
export function customerLoginOf(caller: AnyCaller): CustomerLogin {
  return caller.person ? { kind: 'person', id: caller.person.id } : ownerOf(caller);
}

/** The same for calls that operators make, too. */
export function loginOwnerOf(caller: AnyCaller | OperatorCaller): LoginOwner {
  return 'operatorId' in caller ? { kind: 'operator', id: caller.operatorId } : customerLoginOf(caller);
}

/** Whose row it is, by the column that is set. */
export function customerOfRow(row: LoginColumns): CustomerLogin {
  if (row.person_id !== null) return { kind: 'person', id: row.person_id };
  return row.account_id === null
    ? provenOwner({ kind: 'parent', id: row.parent_id ?? 0 })
    : provenOwner({ kind: 'account', id: row.account_id });
}

/** The same for a row that may be an operator's. */
export function loginOfRow(row: LoginColumns & { operator_id: number | null }): LoginOwner {
  return row.operator_id === null ? customerOfRow(row) : { kind: 'operator', id: row.operator_id };
}

interface LoginColumns {
  account_id: number | null;
  parent_id: number | null;
  person_id: number | null;
}

/** Marks an owner as proved, as `provenAccount` does: only a login and the operator command may call it. */
export function provenOwner({ kind, id }: { kind: Owner['kind']; id: number }): Owner {
  return kind === 'account' ? { kind, id: provenAccount(id) } : { kind, id: provenAdministrator(id) };
}

/** The same for whoever logs in. */
export function provenLogin({ kind, id }: { kind: CustomerLogin['kind']; id: number }): CustomerLogin {
  return kind === 'person' ? { kind, id } : provenOwner({ kind, id });
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

/** The same for people, too. */
export function columnOfLogin({ kind }: CustomerLogin): 'account_id' | 'parent_id' | 'person_id' {
  return `${kind}_id`;
}

/** Both columns of a new row of such a table. */
export function columnsOf({ kind, id }: Owner): { account_id: number | null; parent_id: number | null } {
  return kind === 'account' ? { account_id: id, parent_id: null } : { account_id: null, parent_id: id };
}
