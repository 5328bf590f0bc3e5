import type { ColumnType, GeneratedAlways } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** A way to the telephone network. */
export interface LineTable {
  id: GeneratedAlways<number>;
  name: string;
  /** `onnet`, or a kind of engine/fax-line/kinds.ts. */
  kind: string;
  pattern: Default<string>;
  priority: Default<number>;
  channels: Default<number>;
  /** Of a page, in cents (migration 0700). */
  price: number | null;
  /** When it is used, as it is written (migration 0730); empty for always. */
  hours: Default<string>;
  config: ColumnType<unknown, string | undefined, string>;
  state: Default<'on' | 'drain' | 'off'>;
  created_at: DefaultTime;
  removed_at: Date | null;
  fetched_by: string | null;
  fetched_until: Date | null;
  /** Why the line takes no calls now (migration 0120); null when its last check was good. */
  fault: string | null;
  fault_since: Date | null;
  checked_at: Date | null;
  checking_until: Date | null;
  /** Until when its carrier wants no calls (migration 0301); kept until it has taken the next one. */
  rest_until: Date | null;
}

/** What a carrier told about one of our calls (migration 0120). */
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
  /** What was fetched and is no fax, as it came. */
  file_key: string | null;
}

/** How a call goes over a line that tells (migration 0690). */
export interface LineCallTable {
  id: GeneratedAlways<number>;
  line_id: number;
  direction: 'out' | 'in' | 'test';
  call_ref: string;
  account_id: number | null;
  far_number: string;
  own_number: string;
  /** Pages of this call; 0 while the number is unknown. */
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
  /** Sealed, for a day. */
  trace: string | null;
}
