import type { Default, DefaultTime } from './tables-accounts.ts';
import type { Generated } from 'kysely';

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
