import type { Generated, GeneratedAlways } from 'kysely';

import type { DefaultTime } from './tables-accounts.ts';

/** Somebody who works on fax accounts of a brand under their own name. */
export interface PersonTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  /** In lower case. */
  email: string;
  name: string;
  password_hash: string | null;
  created_at: DefaultTime;
  team_mail: Generated<boolean>;
}

/** What they may do on which account. */
export interface MembershipTable {
  id: GeneratedAlways<number>;
  person_id: number;
  account_id: number;
  role: 'owner' | 'member' | 'reader';
  created_at: DefaultTime;
  last_used_at: Date | null;
}

/** An address that is asked to work on an account. */
export interface InvitationTable {
  id: GeneratedAlways<number>;
  account_id: number;
  email: string;
  role: MembershipTable['role'];
  person_id: number | null;
  token_hash: Buffer;
  created_at: DefaultTime;
  expires_at: Date;
}

/** Where people of a brand log in by OpenID Connect. */
export interface IdentityProviderTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  name: string;
  issuer: string;
  client_id: string;
  /** Sealed for the issuer. */
  secret: string | null;
  /** In lower case. */
  domains: Generated<string[]>;
  trusts_addresses: Generated<boolean>;
  required: Generated<boolean>;
  created_at: DefaultTime;
  last_login_at: Date | null;
}

/** Who somebody is at a provider. */
export interface ExternalIdentityTable {
  provider_id: number;
  subject: string;
  person_id: number;
  created_at: DefaultTime;
  last_login_at: DefaultTime;
}

/** A login that is under way at a provider. */
export interface SignOnAttemptTable {
  id_hash: Buffer;
  provider_id: number;
  state: string;
  nonce: string;
  verifier: string;
  expires_at: Date;
}
