import type { Default, DefaultTime } from './tables-accounts.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface ParentTable {
  id: Generated<number>;
  brand_id: number;
  username: string;
  email: string;
  password_hash: string | null;
  total_services: number;
  total_pages: number;
  state: Default<'active' | 'disabled'>;
  node: Default<string>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

export interface ServiceSlotTable {
  id: Generated<number>;
  parent_id: number;
  product_type: 'tollfree' | 'local' | 'custom' | 'egnyte' | 'single' | null;
  account_id: number | null;
}

export interface InstallationTable {
  only_one: Default<boolean>;
  key_fingerprint: string | null;
  demonstration_at: Date | null;
  created_at: DefaultTime;
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

export interface MailOutTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  template: string;
  language: string;
  to_address: string;
  payload: string | null;
  attachments: ColumnType<unknown, string | undefined, string>;
  message_id: string;
  state: Default<'queued' | 'sent' | 'failed'>;
  tries: Default<number>;
  last_reason: Default<string>;
  created_at: DefaultTime;
  ended_at: Date | null;
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
  created_at: DefaultTime;
}

export interface TokenTable {
  id: GeneratedAlways<number>;
  purpose: 'reset' | 'verify' | 'sso' | 'oauth_state';
  hash: Buffer;
  subject_kind: 'account' | 'parent';
  subject_id: number;
  extra: ColumnType<unknown, string | undefined, string>;
  created_at: DefaultTime;
  expires_at: Date;
  used_at: Date | null;
}
