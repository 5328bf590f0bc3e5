import type { AdministrationRole, AnyRole, Role } from '#contract/kit/roles.ts';

/**
 * The id of a fax account whose right to act was verified by the session gate, or by a system task that owns the row.
 */
export type AccountId = number & { readonly __account: true };

/**
 * Marks an id as verified. Only the session gate, the operator command and workers (from their own rows) may call it.
 */
export function provenAccount(id: number): AccountId {
  return id as AccountId;
}

/** The id of a multifax administrator whose right to act was verified by the session gate. */
export type AdministratorId = number & { readonly __administrator: true };

/** Marks an administrator's id as verified. Only the session gate and the operator command may call it. */
export function provenAdministrator(id: number): AdministratorId {
  return id as AdministratorId;
}

/** A person who works on an account, or for an administrator, under their own name, as the gate identified them. */
export interface ActingPerson<R extends AnyRole = AnyRole> {
  id: number;
  name: string;
  email: string;
  role: R;
}

/** The caller of a request with a session of a fax account. */
export interface Caller {
  accountId: AccountId;
  /** Undefined for the login with number and password, which belongs to the account's owner. */
  person?: ActingPerson<Role> | undefined;
  brandId: number;
  sessionIdHash: Buffer;
  /** The remote address, as seen through trusted proxies. */
  address: string;
  /** A language that this installation has, from Accept-Language. */
  language: string;
}

/** The account that is changed, and the caller's address: the owner's browser or a program with a key. */
export type AccountCaller = Pick<Caller, 'accountId' | 'address'>;

/** The caller of a request with a session of a multifax administrator. */
export interface AdministratorCaller {
  parentId: AdministratorId;
  /** Undefined for the login with user name and password. */
  person?: ActingPerson<AdministrationRole> | undefined;
  brandId: number;
  sessionIdHash: Buffer;
  address: string;
  language: string;
}

/** The administrator who changes something, and the caller's address: a browser or a program with a key. */
export type ManagingCaller = Pick<AdministratorCaller, 'parentId' | 'address'>;

/** The caller of a request with a session of the operator console. */
export interface OperatorCaller {
  operatorId: number;
  sessionIdHash: Buffer;
  address: string;
  language: string;
}

/** The caller of a call that both accounts and administrators may make. */
export type AnyCaller = Caller | AdministratorCaller;

/** An account and who acts on it: the account itself, or the administrator that it belongs to. */
export interface ActingOn {
  accountId: AccountId;
  actor: { kind: 'account' | 'parent'; id: number };
  address: string;
}

/** Returns the account as acting on itself, as audit rows name it. */
export function byAccount({ accountId, address }: AccountCaller): ActingOn {
  return { accountId, actor: { kind: 'account', id: accountId }, address };
}
