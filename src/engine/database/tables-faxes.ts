import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Default, DefaultTime } from './tables-accounts.ts';

/** One uploaded file of a document. */
export interface OriginalFile {
  name: string;
  type: string;
  size: number;
  key: string;
  /** Hash of its bytes, in hex; missing in files from before it was introduced. */
  sha256?: string;
  /** Only if the sender requested fine photos. */
  photos?: 'fine';
  /** Which of its pages are sent and how they are rotated, as in `sendFax`; if missing, all pages unchanged. */
  plan?: string;
}

export interface DocumentTable {
  id: GeneratedAlways<number>;
  account_id: number;
  storage_key: string;
  source: 'upload' | 'email' | 'line' | 'egnyte' | 'resend' | 'onnet';
  originals: JSONColumnType<OriginalFile[], string | undefined>;
  /** The contents of its cover page; the cover-pages feature defines the format. */
  cover: ColumnType<unknown, string | null | undefined, string | null>;
  tiff_key: string | null;
  pages: Default<number>;
  bytes: Default<number>;
  sha256: Buffer | null;
  state: Default<'new' | 'ready' | 'failed'>;
  fault: string | null;
  deaths: Default<number>;
  orphanings: Default<number>;
  convert_owner: string | null;
  convert_token: Default<number>;
  convert_until: Date | null;
  convert_at: DefaultTime;
  created_at: DefaultTime;
  described_at: Date | null;
  /** When it was converted or given up, and how long the last conversion took (migration 0495). */
  converted_at: Date | null;
  convert_ms: number | null;
}
/** Whose jobs are served next; its row lock makes an account's limits race-free. */
export interface SendTurnTable {
  account_id: number;
  turn: Default<number>;
  convert_turn: Default<number>;
}

export interface FaxPartyTable {
  id: GeneratedAlways<number>;
  account_id: number;
  number: string;
  company: string;
  sender: string;
  to_person: string;
  /** From the account's contact with this number; kept by triggers (migration 0146). */
  contact_person: Default<string>;
  contact_company: Default<string>;
  search_text: GeneratedAlways<string>;
  company_key: GeneratedAlways<string>;
  /** Faxes with this party in each folder; kept by triggers (migration 0004). */
  in_inbox: Default<number>;
  in_sent: Default<number>;
  in_archive: Default<number>;
  in_outbox: Default<number>;
}

export interface FaxTable {
  account_id: number;
  id: GeneratedAlways<number>;
  document_id: number;
  path_key: string;
  action: 'R' | 'S';
  fax_at: DefaultTime;
  party_id: number;
  other_number: string;
  company: string;
  station_id: Default<string>;
  pages: Default<number>;
  bytes: Default<number>;
  rotation: Default<0 | 90 | 180 | 270>;
  /** Additional rotation of pages 1, 2, …, on top of `rotation`; pages beyond its end have none (0475). */
  page_turns: Default<(0 | 90 | 180 | 270)[]>;
  is_new: Default<boolean>;
  archived: Default<boolean>;
  outbox: Default<boolean>;
  status: Default<'OK' | 'FAILED'>;
  uncertain_pages: number | null;
  reason: string | null;
  superseded_by: number | null;
  /** For a received fax that was cut off, the complete one that the same sender sent after it (0395). */
  whole_fax_id: number | null;
  deleted_at: Date | null;
  put_back_at: Date | null;
  /** The sending program's own reference, and further data by which it can find the fax again (0540). */
  client_ref: string | null;
  metadata: JSONColumnType<Record<string, string>, string | undefined>;
  /** Sent with a test key: no line transmits it. */
  is_test: Default<boolean>;
  /** For a part, the fax that was split (0830). */
  part_of: number | null;
  /** For a part, its number from 1 (0850). */
  part_number: number | null;
  /** For a part and for the whole fax, the number of parts (0850). */
  part_count: number | null;
  /** False while a received fax may still be split, and for one that was split: programs get no event for it (0830). */
  announced: Default<boolean>;
  /** The person who sent it under their own name; the ID stays after the person is removed (0840). */
  person_id: number | null;
  folder: GeneratedAlways<number>;
  company_key: GeneratedAlways<string>;
  at_minute: GeneratedAlways<number>;
}

export type JobState =
  | 'QUEUED'
  | 'CONVERTING'
  | 'SENDING'
  | 'WAITING'
  | 'DELIVERED'
  | 'FAILED'
  | 'CANCELLED'
  | 'UNCERTAIN';

export interface SendJobTable {
  id: GeneratedAlways<number>;
  account_id: number;
  fax_id: number;
  to_number: string;
  state: Default<JobState>;
  dials: Default<number>;
  next_at: DefaultTime;
  lease_owner: string | null;
  lease_token: Default<number>;
  lease_until: Date | null;
  line_id: number | null;
  confirmed_pages: Default<number>;
  /** Pages delivered by earlier calls (migration 0080). */
  brought_pages: Default<number>;
  origin: Default<'web' | 'email' | 'egnyte' | 'resend' | 'operator' | 'api' | 'rule'>;
  originator_email: Default<string>;
  last_error: string | null;
  billed_pages: Default<number>;
  created_at: DefaultTime;
  finished_at: Date | null;
  ready: Default<boolean>;
  /** Lines that recently failed this job by a fault of their own, and until when they are skipped. */
  failed_lines: Default<number[]>;
  failed_until: Date | null;
  /** Line faults in a row (migration 0940). */
  faults: Default<number>;
  /** 0 for a fax to one number, 1 for a fax of a broadcast; orders the jobs of one account. */
  priority: Default<number>;
  /** When somebody requested to end the call in progress. */
  cancel_asked_at: Date | null;
  /** When to dial it; null for immediately, and again once it is due (migration 0467). */
  send_at: Date | null;
  /** When the delivery window that it waits for opens. */
  opens_at: Date | null;
  /** May be dialed outside of the delivery window too. */
  any_hour: Default<boolean>;
  /** A test fax: the database allows it no line (0540). */
  is_test: Default<boolean>;
}

export interface SendAttemptTable {
  job_id: number;
  n: number;
  line_id: number | null;
  started_at: DefaultTime;
  ended_at: Date | null;
  result: string | null;
  pages_sent: Default<number>;
  remote_id: Default<string>;
  call_ref: Default<string>;
  detail: Default<string>;
  dialled_at: Date | null;
  /** The worker that handed the call over (migration 0300). */
  dialled_by: string | null;
  /** The only machine that can tell what became of the call (migration 0930); null if any worker can ask the line. */
  known_on: string | null;
  /** Bits per second, and whether damaged data was resent; null if the line does not say. */
  rate: number | null;
  ecm: boolean | null;
  /** From the far end's answer to the hang-up; null if the line does not say. */
  call_seconds: number | null;
  /** The far machine's station identification. */
  station_id: Default<string>;
  /** Why it went over its line (migration 0700); null if there was no choice. */
  why: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface InboundCallTable {
  id: GeneratedAlways<number>;
  line_id: number | null;
  call_ref: string;
  caller_number: Default<string>;
  station_id: Default<string>;
  called_number: Default<string>;
  account_id: number | null;
  fax_id: number | null;
  result: string;
  pages: Default<number>;
  received_at: DefaultTime;
  /** The stored file of a fax that reached no account, until an operator has decided. */
  file_key: string | null;
  decided_at: Date | null;
}

export interface UsageMonthTable {
  account_id: number;
  month: ColumnType<string, string, string>;
  sent_pages: Default<number>;
  rcvd_pages: Default<number>;
  /** The highest percentage of the limit reported in events; kept by a trigger (migration 0550). */
  told_percent: Default<number>;
}

/** Faxes of a folder and how many of them are unread; kept by triggers (migration 0004). */
export interface FolderCounterTable {
  account_id: number;
  folder: number;
  total: Default<number>;
  unread: Default<number>;
}

/** Faxes of a folder in one month of UTC; kept by triggers. */
export interface MonthCounterTable {
  account_id: number;
  folder: number;
  month: ColumnType<string, string, string>;
  n: number;
}

/** The result of a search at one moment, and the action on all of it (0481). */
export interface FaxSelectionTable {
  account_id: number;
  id: GeneratedAlways<number>;
  ids: number[];
  action: 'delete' | 'to_archive' | 'from_archive' | 'view' | 'new' | 'undelete' | null;
  done: Default<number>;
  skipped: Default<number[]>;
  cancelled: Default<boolean>;
  undoes: number | null;
  created_at: DefaultTime;
}
