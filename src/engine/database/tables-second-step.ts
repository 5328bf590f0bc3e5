import type { GeneratedAlways } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** Belongs to an account, an administrator or a person: exactly one of the columns is set. */
interface OwnedRow {
  account_id: number | null;
  parent_id: number | null;
  person_id: Default<number | null>;
}

/** May also belong to an operator. */
interface LoginOwnedRow extends OwnedRow {
  operator_id: Default<number | null>;
}

export interface SecondStepTable extends LoginOwnedRow {
  id: GeneratedAlways<number>;
  secret: string;
  confirmed_at: Date | null;
  last_step: Default<number>;
  created_at: DefaultTime;
}

export interface RecoveryCodeTable {
  second_step_id: number;
  hash: Buffer;
  used_at: Date | null;
}

export interface LoginStepTable extends LoginOwnedRow {
  hash: Buffer;
  guesses: Default<number>;
  expires_at: Date;
  /** The single sign-on data of the login; a SignOn of the session service. */
  sign_on: Default<unknown>;
}

export interface PasskeyTable extends OwnedRow {
  id: GeneratedAlways<number>;
  rp_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: Default<string[]>;
  name: string;
  created_at: DefaultTime;
  last_used_at: Date | null;
}

export interface PasskeyChallengeTable extends OwnedRow {
  hash: Buffer;
  rp_id: string;
  expires_at: Date;
}

/** A browser and a network that a login came from (0860). */
export interface KnownLoginTable extends OwnedRow {
  id: GeneratedAlways<number>;
  browser: string;
  network: string;
  last_at: DefaultTime;
}
