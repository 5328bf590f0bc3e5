import type { Scope } from '#contract/v1/scopes.ts';

import type { Owner } from './owner.ts';
import type { AccountId } from './scope.ts';

/** A program that calls the public API with a key. */
export interface KeyCaller {
  keyId: number;
  /** Its id as its holder knows it, without `key_`. */
  publicId: string;
  /** Faxes of a test key go to a simulated line. */
  mode: 'live' | 'test';
  scopes: readonly Scope[];
  /** Whose key it is. */
  owner: Owner | { kind: 'operator' };
  brandId: number;
  address: string;
  language: string;
}

/** The same for a call about one fax account, which the gate has proved. */
export interface AccountKeyCaller extends KeyCaller {
  accountId: AccountId;
}
