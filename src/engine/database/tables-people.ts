import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

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
  /** Given by hand, or by groups of a directory (0710). */
  source: Default<'manual' | 'scim'>;
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

/** A user of an organization's directory, and the person that it is here. */
export interface ScimUserTable {
  id: GeneratedAlways<number>;
  parent_id: number;
  person_id: number;
  user_name: string;
  external_id: string | null;
  display_name: Default<string>;
  given_name: Default<string>;
  family_name: Default<string>;
  active: Default<boolean>;
  created_at: DefaultTime;
  changed_at: DefaultTime;
}

/** A group of a directory. */
export interface ScimGroupTable {
  id: GeneratedAlways<number>;
  parent_id: number;
  name: string;
  external_id: string | null;
  created_at: DefaultTime;
  changed_at: DefaultTime;
}

/** Who is in which group. */
export interface ScimMemberTable {
  group_id: number;
  user_id: number;
}

/** What the members of a group may do on an account; null: on all of the administrator's. */
export interface ScimGroupRoleTable {
  id: GeneratedAlways<number>;
  group_id: number;
  account_id: number | null;
  role: MembershipTable['role'];
}

/** A call of a directory. */
export interface ScimCallTable {
  id: GeneratedAlways<number>;
  parent_id: number;
  at: DefaultTime;
  method: string;
  path: string;
  status: number;
  event: string;
  params: ColumnType<Record<string, string | number>, string | undefined, string>;
}
