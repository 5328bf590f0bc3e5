import { randomUUID, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** One fax as the carrier keeps it. */
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

/** A signed webhook, ready to be posted as often and in whatever order a test likes. */
export interface FakeNotice {
  headers: Record<string, string>;
  body: string;
}

/** How this carrier misbehaves. */
export interface Moods {
  /** Accepts the next order and hangs up instead of answering. */
  dropAnswer: boolean;
  /** The API answers with this status. */
  broken: number | null;
  /** Only these requests, where it is not all of them. */
  brokenFor: string | null;
  /** The Retry-After header of such an answer. */
  retryAfter: (() => string) | null;
  /** Webhooks are made and not posted. */
  silent: boolean;
  /** Faxes stay in the state «sending». */
  slow: boolean;
  /** Webhooks say why a fax failed; looking at it does not, as in the published document. */
  reasonInView: boolean;
  /** What the media address answers with. */
  mediaStatus: number;
}

/** Nothing is wrong. */
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

/** How calls end, by the last four digits of the number. */
export const ENDINGS: Readonly<Record<string, string>> = {
  '0199': 'user_busy',
  '0198': 'receiver_no_answer',
  '0197': 'fax_initial_communication_timeout',
  '0196': 'receiver_call_dropped',
  '0195': 'receiver_unallocated_number',
  '0193': 'moon_in_the_wrong_phase',
};

/** What is unusual about a webhook. */
export interface NoticeChange {
  /** When it happened. */
  at?: Date;
  id?: string;
  /** How far its signature's time is from now. */
  seconds?: number;
}

/** A webhook as the carrier signs it: Ed25519 over time and bytes. */
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
