import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** Somebody who works on a brand's fax accounts under their own name. */
interface PersonTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  /** In lower case. */
  email: string;
  name: string;
  password_hash: string | null;
  created_at: DefaultTime;
  team_mail: Generated<boolean>;
  login_notices: Default<boolean>;
  /** Since when they have had no place, according to the nightly cleanup. */
  placeless_since: Default<Date | null>;
}

/** The role of a person on an account or for an administrator (0740). */
interface MembershipTable {
  id: GeneratedAlways<number>;
  person_id: number;
  account_id: number | null;
  parent_id: Default<number | null>;
  role: 'owner' | 'member' | 'reader' | 'sender' | 'administrator' | 'billing' | 'auditor';
  created_at: DefaultTime;
  /** When the role last got more rights (a trigger of 0971); null: it never did. */
  role_given_at: Date | null;
  last_used_at: Date | null;
  /** Assigned by hand, by groups of a directory (0710), or by groups of a single sign-on provider (0750). */
  source: Default<'manual' | 'scim' | 'sso'>;
  provider_id: Default<number | null>;
}

/** An address invited to work on an account or for an administrator. */
interface InvitationTable {
  id: GeneratedAlways<number>;
  account_id: number | null;
  parent_id: Default<number | null>;
  email: string;
  role: MembershipTable['role'];
  person_id: number | null;
  token_hash: Buffer;
  created_at: DefaultTime;
  expires_at: Date;
}

/** Where people of a brand log in by OpenID Connect. */
interface IdentityProviderTable {
  id: GeneratedAlways<number>;
  /** Null for the provider of operators. */
  brand_id: number | null;
  name: string;
  issuer: string;
  client_id: string;
  /** Sealed for the issuer. */
  secret: string | null;
  /** In lower case. */
  domains: Generated<string[]>;
  trusts_addresses: Generated<boolean>;
  required: Generated<boolean>;
  scopes: Generated<string[]>;
  groups_claim: Default<string>;
  session_minutes: Default<number | null>;
  created_at: DefaultTime;
  /** When its settings, or the roles of its groups, were last changed. */
  changed_at: Default<Date | null>;
  last_login_at: Date | null;
  /** Null if it belongs to the brand. */
  parent_id: Default<number | null>;
  /** The last test login, as a TestLogin of single-sign-on/test-login.ts. */
  test: Default<unknown>;
}

/** An email domain of an administrator's provider. */
interface SignOnDomainTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  domain: string;
  proof_key: string;
  verified_at: Date | null;
  created_at: DefaultTime;
}

/** The role that members of a provider's group get on an account or for an administrator (0750). */
interface SignOnRoleTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  group_name: string;
  account_id: number | null;
  parent_id: number | null;
  /** A role in the console if both are null. */
  role: MembershipTable['role'] | 'full' | 'support' | 'finance';
}

/** A person's or operator's identity at a provider. */
interface ExternalIdentityTable {
  provider_id: number;
  subject: string;
  /** Either the person or the operator is set. */
  person_id: number | null;
  operator_id: Default<number | null>;
  created_at: DefaultTime;
  last_login_at: DefaultTime;
}

/** A login in progress at a provider. */
interface SignOnAttemptTable {
  id_hash: Buffer;
  provider_id: number;
  state: string;
  nonce: string;
  verifier: string;
  expires_at: Date;
  is_test: Default<boolean>;
}

/** A user of an organization's directory, and the person that it stands for here. */
interface ScimUserTable {
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
interface ScimGroupTable {
  id: GeneratedAlways<number>;
  parent_id: number;
  name: string;
  external_id: string | null;
  created_at: DefaultTime;
  changed_at: DefaultTime;
}

/** Membership of a user in a group. */
interface ScimMemberTable {
  group_id: number;
  user_id: number;
}

/** The role that members of a group get on an account; null for all of the administrator's accounts. */
interface ScimGroupRoleTable {
  id: GeneratedAlways<number>;
  group_id: number;
  account_id: number | null;
  role: 'owner' | 'member' | 'reader' | 'sender';
  given_at: Generated<Date | null>;
}

/** The role that members of a group get for the administrator itself (0770). */
interface ScimGroupOwnRoleTable {
  id: Generated<number>;
  group_id: number;
  role: 'administrator' | 'billing' | 'auditor';
  given_at: Generated<Date | null>;
}

/** A call made by a directory. */
interface ScimCallTable {
  id: GeneratedAlways<number>;
  parent_id: number;
  at: DefaultTime;
  method: string;
  path: string;
  status: number;
  event: string;
  params: ColumnType<Record<string, string | number>, string | undefined, string>;
}

/** The tables of people, by name. */
export interface PeopleTables {
  external_identity: ExternalIdentityTable;
  identity_provider: IdentityProviderTable;
  invitation: InvitationTable;
  membership: MembershipTable;
  person: PersonTable;
  scim_call: ScimCallTable;
  scim_group_role: ScimGroupRoleTable;
  scim_group_own_role: ScimGroupOwnRoleTable;
  scim_group: ScimGroupTable;
  scim_member: ScimMemberTable;
  scim_user: ScimUserTable;
  sign_on_attempt: SignOnAttemptTable;
  sign_on_domain: SignOnDomainTable;
  sign_on_role: SignOnRoleTable;
}
