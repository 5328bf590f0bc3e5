import type { Scope } from '#contract/v1/scopes.ts';

import type { KeyHolder } from './owner.ts';
import type { AccountId } from './scope.ts';

/** A program that calls the public API with a key. */
export interface KeyCaller {
  keyId: number;
  /** The key's id as its holder sees it, without `key_`. */
  publicId: string;
  /** Live or test; faxes of a test key go to a simulated line. */
  mode: 'live' | 'test';
  scopes: readonly Scope[];
  /** The owner of the key. */
  owner: KeyHolder;
  brandId: number;
  address: string;
  language: string;
}

/** A program that makes a call about one fax account, which the gate has verified. */
export interface AccountKeyCaller extends KeyCaller {
  accountId: AccountId;
}

/** A valid key and its owner. */
export type GateKey = Omit<KeyCaller, 'address' | 'language' | 'brandId'> & {
  /** Null for an operator's key, which is valid on the hosts of all brands. */
  brandId: number | null;
};
