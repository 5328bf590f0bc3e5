import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Default, DefaultTime } from './tables-accounts.ts';

export interface StorageLinkTable {
  id: GeneratedAlways<number>;
  account_id: number;
  kind: 'sftp' | 'egnyte';
  active: Default<boolean>;
  place: ColumnType<unknown, string | undefined, string>;
  secret: string | null;
  host_key: Default<string>;
  offered_key: Default<string>;
  file_type: Default<'pdf' | 'searchable-pdf' | 'tiff'>;
  name_pattern: Default<'from-first' | 'date-first' | 'company-first'>;
  by_month: Default<boolean>;
  failing_since: Date | null;
  tries: Default<number>;
  next_at: DefaultTime;
  held: Default<boolean>;
  last_error: Default<string>;
  last_ok_at: Date | null;
  noticed_at: Date | null;
  lease_token: Default<number>;
  lease_until: Date | null;
  renewing_until: Date | null;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

export interface StorageDeliveryTable {
  id: GeneratedAlways<number>;
  storage_id: number;
  account_id: number;
  fax_id: number;
  state: Default<'queued' | 'done' | 'failed'>;
  file_name: Default<string>;
  place: Default<string>;
  reason: Default<string>;
  tries: Default<number>;
  parts: Default<string[]>;
  created_at: DefaultTime;
  ended_at: Date | null;
}

export interface EgnyteTaskTable {
  id: string;
  domain: string;
  username: string;
  token: string;
  settings: string;
  items: ColumnType<unknown, string, string>;
  account_id: number | null;
  /** The key that lets it send for the account; the task ends with it. */
  link_id: number | null;
  open_hash: Buffer;
  open_until: Date;
  pin_hash: Buffer | null;
  created_at: DefaultTime;
  expires_at: Date;
}

export interface EgnyteLinkTable {
  id: GeneratedAlways<number>;
  account_id: number;
  domain: string;
  key_hash: Buffer;
  created_at: DefaultTime;
}
