import { randomUUID, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A fax as the carrier stores it. */
export interface FakeFax {
  id: string;
  status: string;
  direction: 'inbound' | 'outbound';
  from: string;
  to: string;
  connection_id: string;
  client_state?: string;
  webhook_url?: string;
  media_name?: string;
  media_url?: string;
  failure_reason?: string;
  created_at: string;
}

/** A signed webhook that a test can post as often and in any order it needs. */
export interface FakeNotice {
  headers: Record<string, string>;
  body: string;
}

/** The carrier's misbehavior. */
export interface Moods {
  /** Accepts the next order and hangs up instead of responding. */
  dropAnswer: boolean;
  /** Makes the API respond with this status. */
  broken: number | null;
  /** Limits `broken` to these requests; null: all. */
  brokenFor: string | null;
  /** The Retry-After header of such a response. */
  retryAfter: (() => string) | null;
  /** Creates webhooks without posting them. */
  silent: boolean;
  /** Keeps faxes in the state «sending». */
  slow: boolean;
  /** Whether a fax's own data includes the reason of a failure; the published document has it only in webhooks. */
  reasonInView: boolean;
  /** The status of the media address. */
  mediaStatus: number;
}

/** No misbehavior. */
export const GOOD_MOODS: Readonly<Moods> = {
  dropAnswer: false,
  broken: null,
  brokenFor: null,
  retryAfter: null,
  silent: false,
  slow: false,
  reasonInView: true,
  mediaStatus: 200,
};

/** The result of a call by the last four digits of the number. */
export const ENDINGS: Readonly<Record<string, string>> = {
  '0199': 'user_busy',
  '0198': 'receiver_no_answer',
  '0197': 'fax_initial_communication_timeout',
  '0196': 'receiver_call_dropped',
  '0195': 'receiver_unallocated_number',
  '0193': 'moon_in_the_wrong_phase',
};

/** Deviations of a webhook from the default. */
export interface NoticeChange {
  /** When the event happened. */
  at?: Date;
  id?: string;
  /** Offset of the signature's time from now, in seconds. */
  seconds?: number;
}

/** Returns a webhook with the carrier's signature: Ed25519 over time and bytes. */
export function signedNotice(
  key: KeyObject,
  event: string,
  payload: object,
  change: NoticeChange,
): FakeNotice {
  const { at = new Date(), id = randomUUID(), seconds = 0 } = change;
  const body = JSON.stringify({
    data: { event_type: event, id, occurred_at: at.toISOString(), payload, record_type: 'event' },
    meta: { attempt: 1, delivered_to: 'https://example.com/webhooks' },
  });
  const timestamp = String(Math.floor(Date.now() / 1_000) + seconds);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), key).toString('base64'),
    },
  };
}
