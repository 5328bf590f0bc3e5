import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A time that the database sets if none is given. */
export type DefaultTime = ColumnType<Date, Date | undefined, Date>;
/** An optional column with a default. */
export type Default<T> = Generated<T>;

export interface BrandTable {
  id: Generated<number>;
  gid: Default<number>;
  name: string;
  title: Default<string>;
  lang: Default<string>;
  origin: string | null;
  logo: Default<string>;
  top_banner: Default<string>;
  favicon: Default<string>;
  color: Default<string>;
  onetrust_token: Default<string>;
  ga_id: Default<string>;
  use_new_ui: Default<boolean>;
  is_egnyte: Default<boolean>;
  /** AI assistants may use /v1/mcp. */
  mcp: Default<boolean>;
  sftp_enabled: Default<boolean>;
  confirm_receivers: Default<boolean>;
  help_url: Default<string>;
  cancellation_email: Default<string>;
  send_domain: Default<string>;
  notices: Generated<unknown>;
  password_min: Default<number>;
  password_max: Default<number>;
  password_features: ColumnType<unknown, string | null | undefined, string | null>;
  is_default: Default<boolean>;
  strings: ColumnType<unknown, string | undefined, string>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

export interface BrandAssetTable {
  brand_id: number;
  name: string;
  kind: 'logo' | 'banner' | 'favicon';
  file_key: string;
  version: string;
}

export interface BrandDomainTable {
  domain: string;
  brand_id: number;
  is_primary: Default<boolean>;
}

export interface ProductTable {
  id: Generated<number>;
  brand_id: number;
  code: string;
  type: 'tollfree' | 'local' | 'custom' | 'egnyte' | 'single';
  name: string;
  description: Default<string>;
  option_string: Default<string>;
  month_limit: number | null;
  day_calls: number | null;
  day_pages: number | null;
  day_per_number: number | null;
  overage: Default<'block' | 'bill' | 'none'>;
  hipaa: Default<boolean>;
  active: Default<boolean>;
  parent_view: Default<boolean>;
  /** Whether page texts of its accounts are read, unless an account opts out (0680). */
  read_text: Default<boolean>;
}

export interface TimezoneTable {
  id: number;
  name: string;
  system_name: string;
  sort: number;
}

export interface AccountTable {
  id: Generated<number>;
  brand_id: number;
  parent_id: number | null;
  product_id: number | null;
  node: Default<string>;
  fax_number: string | null;
  pending_number: string | null;
  admin_email: string;
  password_hash: string | null;
  type: Default<string>;
  options: Default<string>;
  month_limit: number | null;
  day_calls: number | null;
  day_pages: number | null;
  day_per_number: number | null;
  /** May call outside the United States and Canada (migration 0120). */
  international: Default<boolean>;
  is_hipaa: Default<boolean>;
  show_cancellation_menu: Default<boolean>;
  station_id: Default<string>;
  state: Default<'pending' | 'active' | 'suspended' | 'closed'>;
  /** Its administrator is disabled; kept by triggers (migration 0310). */
  parent_disabled: Default<boolean>;
  /** May work now: active, and its administrator not disabled. Workers check nothing else (migration 0310). */
  acts: GeneratedAlways<boolean>;
  email_verified_at: Date | null;
  /** A changed address until its link is followed. */
  new_email: string | null;
  /** Until when it may send without proof of its address, because it already did before proof was required. */
  sends_until: Date | null;
  sends_asked_at: Date | null;
  /** Emails to it are not counted: it received them before they were. */
  known_before: Default<boolean>;
  closed_at: Date | null;
  /** When it closes automatically. */
  closes_at: Date | null;
  /** When it was erased; since then only a stub is left (migration 0370). */
  erased_at: Date | null;
  last_login_at: Date | null;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

export interface AccountSettingsTable {
  account_id: number;
  notify_new: Default<boolean>;
  warn_delete: Default<boolean>;
  single_keys: Default<boolean>;
  /** Its pages are read, so that searches find their text (0680). */
  read_text: Default<boolean>;
  language: Default<string>;
  timezone_id: number;
  tour: Default<number>;
  fax_copy: Default<'pdf' | 'tiff' | 'notice'>;
  /** The PDF contains the words of its pages (0820). */
  fax_copy_words: Default<boolean>;
  send_notices: Default<'none' | 'failed' | 'sent' | 'all'>;
  send_report: Default<boolean>;
  usage_notices: Default<boolean>;
  /** Received faxes are split at separator pages (0830). */
  split_faxes: Default<boolean>;
  window_on: Default<boolean>;
  window_days: Default<number[]>;
  window_from: Default<number>;
  window_until: Default<number>;
  idle_minutes: Default<number | null>;
  /** Sends emails about logins from a new browser or network (0860); administrators and people have their own. */
  login_notices: Default<boolean>;
  keep_inbox_days: Default<number | null>;
  keep_sent_days: Default<number | null>;
  keep_archive_days: Default<number | null>;
  updated_at: DefaultTime;
}

export interface SessionTable {
  id_hash: Buffer;
  kind: 'user' | 'multifax' | 'task' | 'operator' | 'person' | 'multifax-person';
  /** For a person, the account that they are working on. */
  subject_id: number;
  person_id: Default<number | null>;
  brand_id: number;
  address: Default<string>;
  user_agent: Default<string>;
  created_at: DefaultTime;
  last_seen_at: DefaultTime;
  idle_seconds: number;
  expires_at: Date;
  revoked_at: Date | null;
  /** Set for a session that a provider may end. */
  provider_id: Default<number | null>;
  provider_sid: Default<string | null>;
}

/** People who run the installation. */
export interface OperatorTable {
  id: GeneratedAlways<number>;
  name: string;
  /** Null once the operator is removed. */
  password_hash: string | null;
  created_at: DefaultTime;
  last_login_at: Date | null;
  removed_at: Date | null;
  role: Default<'full' | 'support' | 'finance'>;
  /** Identifies the operator at single sign-on providers. */
  email: Default<string | null>;
  /** The provider whose groups determine the role; null if the role was assigned here. */
  provider_id: Default<number | null>;
}

export interface LoginFailureTable {
  key: string;
  window_start: DefaultTime;
  count: number;
}

export interface AuditTable {
  id: GeneratedAlways<number>;
  at: DefaultTime;
  actor_kind: 'account' | 'parent' | 'operator' | 'person' | 'system' | 'guest';
  actor_id: number | null;
  account_id: number | null;
  action: string;
  object: Default<string>;
  detail: ColumnType<unknown, string | undefined, string>;
  address: Default<string>;
  chain_no: Default<number | null>;
  hash: Default<Buffer | null>;
  /** Authenticates the remainder of a row of an erased account (migration 0370). */
  erased_mac: Default<Buffer | null>;
}

export interface NumberTable {
  digits: string;
  kind: 'local' | 'tollfree' | 'ported';
  area_code: string;
  state: Default<'free' | 'assigned' | 'reserved' | 'quarantine' | 'porting'>;
  account_id: number | null;
  quarantine_until: Date | null;
  last_account_id: number | null;
}

/** A state that is not built in (`f2e location import`). */
export interface LocationStateTable {
  id: Generated<number>;
  name: string;
}

/** An area that an operator added or renamed. */
export interface LocationAreaTable {
  code: string;
  state: string;
  name: string;
  updated_at: Default<Date>;
}
