import type { GeneratedAlways, JSONColumnType } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** A key for programs: of an account, of an administrator, or (neither) of an operator. */
export interface ApiKeyTable {
  id: GeneratedAlways<number>;
  account_id: number | null;
  parent_id: number | null;
  public_id: string;
  mode: 'live' | 'test';
  name: string;
  hash: Buffer;
  old_hash: Buffer | null;
  old_until: Date | null;
  scopes: string[];
  networks: Default<string[]>;
  expires_at: Date | null;
  created_at: DefaultTime;
  last_used_at: Date | null;
  last_address: Default<string>;
  expiry_told_at: Date | null;
  rotated_at: Date | null;
}

/** How far a key is ahead of its rate. */
export interface ApiKeyRateTable {
  key_id: number;
  ahead_until: Date;
}

/** The response of a call with an Idempotency-Key. */
export interface ApiAnswerTable {
  id: GeneratedAlways<number>;
  key_id: number;
  key: string;
  run: string;
  fingerprint: string;
  answer: string | null;
  created_at: DefaultTime;
}

/** The number of calls with a key on one day (UTC). */
export interface ApiKeyDayTable {
  key_id: number;
  day: Date;
  calls: number;
  refused: number;
}

/** Events of an account or of an administrator's accounts, for programs; written by triggers (migration 0520). */
export interface ApiEventTable {
  id: Default<string>;
  seq: number | null;
  account_id: number | null;
  parent_id: number | null;
  type: string;
  data: JSONColumnType<Record<string, unknown>>;
  created_at: DefaultTime;
}

/** An address that events are posted to. */
export interface WebhookEndpointTable {
  id: string;
  account_id: number | null;
  parent_id: number | null;
  url: string;
  host: string;
  description: Default<string>;
  events: Default<string[]>;
  secret: string;
  old_secret: string | null;
  old_until: Date | null;
  active: Default<boolean>;
  off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
  failing_since: Date | null;
  warned_at: Date | null;
  stopped_host: Default<string | null>;
  created_at: DefaultTime;
}

/** One event for one endpoint. */
export interface WebhookDeliveryTable {
  id: GeneratedAlways<number>;
  endpoint_id: string;
  event_id: string;
  state: Default<'queued' | 'delivered' | 'failed'>;
  tries: Default<number>;
  next_at: DefaultTime;
  lease_token: Default<number>;
  lease_until: Date | null;
  /** Once the post under this lease has ended, the delivery is due again (migration 0961). */
  resend_after: number | null;
  created_at: DefaultTime;
  ended_at: Date | null;
}

/** One post of a delivery, and its result. */
export interface WebhookAttemptTable {
  delivery_id: number;
  n: number;
  endpoint_id: string;
  at: DefaultTime;
  status: number | null;
  ms: number;
  fault: Default<string>;
}
