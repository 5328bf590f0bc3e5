import type { ColumnType, GeneratedAlways } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** A connection to the telephone network. */
export interface LineTable {
  id: GeneratedAlways<number>;
  name: string;
  /** `onnet`, or a kind from engine/fax-line/kinds.ts. */
  kind: string;
  pattern: Default<string>;
  priority: Default<number>;
  channels: Default<number>;
  /** Price per page, in cents (migration 0700). */
  price: number | null;
  /** The hours in which it is used, as entered (migration 0730); empty for always. */
  hours: Default<string>;
  config: ColumnType<unknown, string | undefined, string>;
  state: Default<'on' | 'drain' | 'off'>;
  created_at: DefaultTime;
  removed_at: Date | null;
  fetched_by: string | null;
  fetched_until: Date | null;
  /** Why the line takes no calls now (migration 0120); null if its last check succeeded. */
  fault: string | null;
  fault_since: Date | null;
  checked_at: Date | null;
  checking_until: Date | null;
  /** Until when its carrier accepts no calls (migration 0301); kept until it has accepted the next one. */
  rest_until: Date | null;
}

/** A carrier's report about one of our calls (migration 0120). */
export interface LineReportTable {
  line_id: number;
  event_id: string;
  call_ref: string;
  fax_ref: string;
  status: string;
  reason: string;
  pages: number | null;
  occurred_at: Date;
  received_at: DefaultTime;
}

/** A received fax that a carrier has announced (migration 0120). */
export interface LineArrivalTable {
  id: GeneratedAlways<number>;
  line_id: number;
  fax_ref: string;
  media_url: string;
  caller: string;
  called: string;
  fault: string;
  received_at: Date;
  announced_at: DefaultTime;
  state: Default<'waiting' | 'taken' | 'stuck'>;
  tries: Default<number>;
  reason: Default<string>;
  /** A fetched file that is not a fax, unchanged. */
  file_key: string | null;
  /** When an operator gave it up (migration 0962). */
  discarded_at: Date | null;
}

/** The progress of a call over a line that reports it (migration 0690). */
export interface LineCallTable {
  id: GeneratedAlways<number>;
  line_id: number;
  direction: 'out' | 'in' | 'test';
  call_ref: string;
  account_id: number | null;
  far_number: string;
  own_number: string;
  /** Pages of this call; 0 while their number is unknown. */
  pages: number;
  steps: ColumnType<unknown, string | undefined, string>;
  started_at: DefaultTime;
  seen_at: DefaultTime;
  ended_at: Date | null;
  stop_asked_at: Date | null;
  result: string | null;
  detail: Default<string>;
  verdict: ColumnType<unknown, string | null | undefined, string | null>;
  quality: ColumnType<unknown, string | null | undefined, string | null>;
  /** Sealed; kept for a day. */
  trace: string | null;
}
