import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { Default, DefaultTime } from './tables-accounts.ts';

export interface CoverSettingsTable {
  account_id: number;
  use_coverpage: Default<boolean>;
  name: Default<string>;
  company: Default<string>;
  location: Default<string>;
  phone: Default<string>;
  template_id: Default<number>;
  updated_at: DefaultTime;
}

export interface CoverTemplateTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  name: string;
  source: string;
  active: Default<boolean>;
  created_at: DefaultTime;
}

/** A file of a fax that is still being written. */
export interface DraftTable {
  id: GeneratedAlways<number>;
  account_id: number;
  key: string;
  name: string;
  extension: string;
  bytes: number;
  state: Default<'new' | 'ready' | 'failed'>;
  fault: string | null;
  pages: Default<number>;
  drawn: Default<number>;
  drawn_of: Default<number>;
  photos: Default<'quick' | 'fine'>;
  deaths: Default<number>;
  converting_until: Date | null;
  created_at: DefaultTime;
  fax_draft_id: number | null;
  /** The program's draft that the file belongs to (0540). */
  api_draft: string | null;
  /** The person who uploaded it under their own name (0840). */
  person_id: number | null;
}

/** A fax that is still being written. */
export interface FaxDraftTable {
  id: GeneratedAlways<number>;
  account_id: number;
  key: string;
  version: Default<number>;
  content: JSONColumnType<object>;
  device: string;
  page: string;
  browser: string;
  saved_at: DefaultTime;
  open_until: Date | null;
  discarded_at: Date | null;
  /** The person who is writing it under their own name (0840). */
  person_id: number | null;
}

/** A copy of a fax to be sent by email. */
export interface FaxCopyTable {
  id: GeneratedAlways<number>;
  account_id: number;
  document_id: number;
  to_address: string;
  state: Default<'waiting' | 'queued' | 'failed'>;
  created_at: DefaultTime;
}

/** Usage that still counts toward the limits of the last 24 hours although its own rows are gone (migration 0900). */
export interface DayLimitUseTable {
  account_id: number;
  kind: 'fax' | 'copy';
  /** The ID of the job or the copy. */
  of_id: number;
  number: Default<string>;
  pages: Default<number>;
  called: Default<boolean>;
  at: Date;
}

export interface IdempotencyTable {
  account_id: number;
  key: string;
  answer: JSONColumnType<object>;
  fingerprint: Default<Buffer | null>;
  created_at: DefaultTime;
}

/** As idempotency, of administrators. */
export interface ParentIdempotencyTable extends Omit<IdempotencyTable, 'account_id'> {
  parent_id: number;
}

/** A send of a program that is being worked on. */
export interface IdempotencyRunTable {
  account_id: number;
  key: string;
  until: Date;
}
