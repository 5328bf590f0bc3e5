import type { Default, DefaultTime } from './tables-accounts.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface InstallationTable {
  only_one: Default<boolean>;
  key_fingerprint: string | null;
  demonstration_at: Date | null;
  mail_alert_at: Date | null;
  created_at: DefaultTime;
}

export interface AuditChainTable {
  only_one: Default<boolean>;
  base_no: Default<number>;
  base_hash: Default<Buffer>;
  last_no: Default<number>;
  last_hash: Default<Buffer>;
  mac: Buffer | null;
}

/** The figures of one hour, over all accounts (migration 0495). */
export interface HourFiguresTable {
  hour: Date;
  delivered: Default<number>;
  not_sent: Default<number>;
  uncertain: Default<number>;
  received: Default<number>;
  reasons: ColumnType<Record<string, number>, string | undefined, string>;
  converted: Default<number>;
  not_converted: Default<number>;
  convert_typical_ms: number | null;
  convert_slow_ms: number | null;
  oldest_seconds: Default<number>;
  counted_at: DefaultTime;
}

/** Who accessed which fax (migration 0370). */
export interface FaxAccessTable {
  id: GeneratedAlways<number>;
  at: DefaultTime;
  account_id: number;
  fax_id: number | null;
  kind: 'open' | 'download' | 'print' | 'mail' | 'copy' | 'log';
  form: Default<string>;
  actor_kind: 'account' | 'parent' | 'operator' | 'system';
  actor_id: number | null;
  name: Default<string>;
  address: Default<string>;
  device: Default<string>;
  /** One row per person, fax, kind, day, address and browser. */
  access_key: Buffer | null;
  chain_no: Default<number | null>;
  hash: Default<Buffer | null>;
  erased_mac: Default<Buffer | null>;
}

export interface PurgeSightingTable {
  account_id: number;
  fax_id: number;
  seen_at: DefaultTime;
}

export interface OrphanSightingTable {
  storage_key: string;
  seen_at: DefaultTime;
}

/** Documents that this database has deleted, filled by a trigger (migration 0360), and other files that may go. */
export interface RemovedDocumentTable {
  storage_key: string;
  removed_at: DefaultTime;
  document_id: number | null;
  due_at: DefaultTime;
}

/** Where each clean-up that takes several nights stands (migration 0950). */
export interface CleanUpTable {
  name: string;
  place: Default<string>;
  done_at: Date | null;
}

/** How much all fax pages take (migration 0953). */
export interface StoredBytesTable {
  only_one: Default<boolean>;
  bytes: number;
  counted_at: DefaultTime;
}

/** The progress of verifying stored files against their hashes (migration 0361). */
export interface FileScrubTable {
  only_one: Default<boolean>;
  after_document: Default<number>;
  began_at: Date | null;
  ended_at: Date | null;
}

/** Stored files that had changed or were missing when last read. */
export interface DamagedFileTable {
  key: string;
  document_id: number;
  problem: 'missing' | 'damaged';
  seen_at: DefaultTime;
}

/** Files on a machine that wait for the bucket (migration 0390). */
export interface FileSpoolTable {
  id: string;
  node: string;
  files: number;
  bytes: number;
  limit_bytes: number;
  since: Date | null;
  seen_at: Date;
}

export interface NodeTable {
  name: string;
  state: Default<'up' | 'drain'>;
  last_seen: DefaultTime;
}

export interface LegalHoldTable {
  id: GeneratedAlways<number>;
  account_id: number;
  fax_id: number | null;
  parent_id: number | null;
  reason: string;
  placed_at: DefaultTime;
}

export interface MailOutTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  template: string;
  language: string;
  to_address: string;
  payload: string | null;
  attachments: ColumnType<unknown, string | undefined, string>;
  message_id: string;
  state: Default<'queued' | 'sent' | 'failed' | 'bounced'>;
  tries: Default<number>;
  last_reason: Default<string>;
  created_at: DefaultTime;
  ended_at: Date | null;
  account_id: number | null;
  fax_id: number | null;
  bare: Default<boolean>;
  /** Sent to an address that had not been confirmed for the account. */
  unproved: Default<boolean>;
  lease_token: Default<number>;
  /** Until when it waits for the words of its fax (0820). */
  words_until: Default<Date | null>;
}

export interface MailWordsTable {
  brand_id: number;
  template: string;
  language: string;
  subject: string;
  text: string;
}

export interface MailAddressTable {
  account_id: number;
  address: string;
  bounces: Default<number>;
  first_at: DefaultTime;
  last_at: DefaultTime;
  suspended_at: Date | null;
  reason: 'unknown' | 'full' | 'refused';
  detail: Default<string>;
}

export interface CopyRefusalTable {
  account_id: number;
  address: string;
  at: DefaultTime;
}

export interface MailDomainKeyTable {
  domain: string;
  selector: string;
  private_key: string;
  public_key: string;
  created_at: DefaultTime;
}

export interface UsageWarningTable {
  account_id: number;
  month: ColumnType<string, string, string>;
  percent: 80 | 100;
}

export interface BlockedNumberTable {
  account_id: number;
  id: GeneratedAlways<number>;
  caller: string;
  caller_key: GeneratedAlways<string>;
  digits: string;
  created_at: DefaultTime;
}

export interface CancellationRequestTable {
  id: GeneratedAlways<number>;
  account_id: number;
  contact_email: string;
  contact_phone: string;
  client_fields: ColumnType<unknown, string | undefined, string>;
  state: Default<'pending' | 'approved' | 'rejected' | 'withdrawn'>;
  created_at: DefaultTime;
  decided_at: Date | null;
}

export interface SubaccountTable {
  account_id: number;
  email: string;
  receive_faxes: boolean;
  send_faxes: boolean;
  /** Set while it receives no faxes before it is confirmed. */
  confirm_hash: Default<Buffer | null>;
  /** Hash of the key in the last link. */
  link_hash: Default<Buffer | null>;
  confirmed_at: Default<Date | null>;
  sends_until: Default<Date | null>;
  sends_asked_at: Default<Date | null>;
  known_before: Default<boolean>;
  created_at: DefaultTime;
}

export interface TokenTable {
  id: GeneratedAlways<number>;
  purpose: 'reset' | 'verify' | 'sso' | 'oauth_state' | 'handover';
  hash: Buffer;
  subject_kind: 'account' | 'parent' | 'person';
  subject_id: number;
  extra: ColumnType<unknown, string | undefined, string>;
  created_at: DefaultTime;
  expires_at: Date;
  used_at: Date | null;
}
