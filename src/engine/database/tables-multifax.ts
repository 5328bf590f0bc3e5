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
  login_notices: Default<boolean>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

export interface ServiceSlotTable {
  id: Generated<number>;
  parent_id: number;
  product_type: 'tollfree' | 'local' | 'custom' | 'egnyte' | 'single' | null;
  account_id: number | null;
}

export interface WhitelistedDomainTable {
  id: GeneratedAlways<number>;
  account_id: number;
  domain: string;
  active: Default<boolean>;
  proved_at: Default<Date | null>;
  proved_by: Default<'email' | 'dns' | 'operator' | null>;
  /** The required text of the domain's TXT record. */
  proof_key: Default<string>;
  checked_at: Default<Date | null>;
  /** Until when its senders may send without proof, because they already did before proof was required. */
  sends_until: Default<Date | null>;
  sends_asked_at: Default<Date | null>;
  created_at: DefaultTime;
}

export interface BlockedDomainTable {
  domain: string;
  reason: Default<string>;
}

export interface PortOrderTable {
  id: GeneratedAlways<number>;
  account_id: number;
  digits: string | null;
  kind: 'port' | 'tollfree';
  state: Default<'new' | 'submitted' | 'accepted' | 'done' | 'rejected'>;
  reason: Default<string>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

export interface UsageDayTable {
  account_id: number;
  /** YYYY-MM-DD in the server zone. */
  day: ColumnType<string, string, string>;
  sent_pages: Default<number>;
  rcvd_pages: Default<number>;
  shown_sent: Default<number>;
  shown_rcvd: Default<number>;
  /** Null if the day began before faxes were counted. */
  sent_faxes: Default<number | null>;
  rcvd_faxes: Default<number | null>;
}

export interface UsageRollupTable {
  only_one: Default<boolean>;
  through: Date | null;
}

export interface BulkAddedTable {
  parent_id: number;
  /** SHA-256 of the file. */
  file: Buffer;
  line: number;
  account_id: number;
}

export interface MailboxViewTable {
  id: GeneratedAlways<number>;
  /** The administrator who viewed the mailbox; null for an operator. */
  parent_id: Default<number | null>;
  account_id: number;
  opened_at: DefaultTime;
  operator_id: Default<number | null>;
  /** Why an operator viewed it. */
  reason: Default<string>;
}

export interface MailboxViewFaxTable {
  view_id: number;
  fax_id: number;
}
