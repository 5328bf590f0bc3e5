import type { DefaultTime, Default } from './tables-accounts.ts';
import type { GeneratedAlways } from 'kysely';

export interface AppPasswordTable {
  id: GeneratedAlways<number>;
  account_id: number;
  name: string;
  hash: Buffer;
  created_at: DefaultTime;
  last_used_at: Date | null;
  last_address: Default<string>;
}

export interface MailInTable {
  id: GeneratedAlways<number>;
  account_id: number;
  document_id: number;
  sender: string;
  proof: 'login' | 'dmarc' | 'dkim' | 'spf' | 'unproved';
  message_id: string;
  subject: string;
  received_at: DefaultTime;
  answered_at: Date | null;
  cancel_hash: Buffer | null;
  cancelled_at: Date | null;
}

export interface MailTakenTable {
  account_id: number;
  mark: Buffer;
  number: string;
  fax_id: number;
  taken_at: DefaultTime;
}
