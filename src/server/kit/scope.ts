import type { AdministrationRole, AnyRole, Role } from '#contract/kit/roles.ts';

/** The id of a fax account whose right to act was proved by the session gate, or by a system task that owns the row. */
export type AccountId = number & { readonly __account: true };

/** Marks an id as proved. Only the session gate, the operator command and workers (from their own rows) may call it. */
export function provenAccount(id: number): AccountId {
  return id as AccountId;
}

/** The id of a multifax administrator whose right to act was proved by the session gate. */
export type AdministratorId = number & { readonly __administrator: true };

/** Marks an administrator's id as proved. Only the session gate and the operator command may call it. */
export function provenAdministrator(id: number): AdministratorId {
  return id as AdministratorId;
}

/** Somebody who works on an account, or for an administrator, under their own name, as the gate found them. */
export interface ActingPerson<R extends AnyRole = AnyRole> {
  id: number;
  name: string;
  email: string;
  role: R;
}

/** Who makes a request with a session of a fax account, and from where. */
export interface Caller {
  accountId: AccountId;
  /** Undefined: the login with number and password, which is the owner's. */
  person?: ActingPerson<Role> | undefined;
  brandId: number;
  sessionIdHash: Buffer;
  /** The remote address, as seen through trusted proxies. */
  address: string;
  /** A language that this installation has, from Accept-Language. */
  language: string;
}

/** Whose account is changed, and from where: by its owner's browser or by a program with a key. */
export type AccountCaller = Pick<Caller, 'accountId' | 'address'>;

/** Who makes a request with a session of a multifax administrator, and from where. */
export interface AdministratorCaller {
  parentId: AdministratorId;
  /** Undefined: the login with user name and password. */
  person?: ActingPerson<AdministrationRole> | undefined;
  brandId: number;
  sessionIdHash: Buffer;
  address: string;
  language: string;
}

/** Which administrator changes something, and from where: by a browser or by a program with a key. */
export type ManagingCaller = Pick<AdministratorCaller, 'parentId' | 'address'>;

/** Who makes a request with a session of the operator console, and from where. */
export interface OperatorCaller {
  operatorId: number;
  sessionIdHash: Buffer;
  address: string;
  language: string;
}

/** Either of the two, for calls that both may make. */
export type AnyCaller = Caller | AdministratorCaller;

/** An account and who acts on it: its owner, or the administrator that it belongs to. */
export interface ActingOn {
  accountId: AccountId;
  actor: { kind: 'account' | 'parent'; id: number };
  address: string;
}
