import type { GeneratedAlways, Generated } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** A recently deleted contact, as it was. */
export interface DeletedContactTable {
  account_id: number;
  id: number;
  to_person: string;
  company: string;
  fax_number: string;
  home_phone: string;
  email: string;
  address: string;
  notes: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: DefaultTime;
  /** The groups that it belonged to (migration 0492). */
  group_ids: Default<number[]>;
}

/** A group of contacts; a deleted one is kept for a day, for Undo (migration 0492). */
export interface ContactGroupTable {
  account_id: number;
  id: Generated<number>;
  name: string;
  created_at: DefaultTime;
  deleted_at: Date | null;
}

/** A contact in a group. */
export interface ContactGroupMemberTable {
  account_id: number;
  group_id: number;
  contact_id: number;
}

export interface ContactTable {
  account_id: number;
  id: Generated<number>;
  to_person: string;
  company: string;
  fax_number: Default<string>;
  home_phone: Default<string>;
  email: Default<string>;
  address: Default<string>;
  notes: Default<string>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
  person_key: GeneratedAlways<string>;
  company_key: GeneratedAlways<string>;
  search_text: GeneratedAlways<string>;
}
