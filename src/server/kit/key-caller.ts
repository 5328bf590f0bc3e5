import type { Scope } from '#contract/v1/scopes.ts';

import type { KeyHolder } from './owner.ts';
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
  owner: KeyHolder;
  brandId: number;
  address: string;
  language: string;
}

/** The same for a call about one fax account, which the gate has proved. */
export interface AccountKeyCaller extends KeyCaller {
  accountId: AccountId;
}

/** A key that is good, and whose it is. */
export type GateKey = Omit<KeyCaller, 'address' | 'language' | 'brandId'> & {
  /** Null for an operator's: those are good at every brand's host. */
  brandId: number | null;
};
