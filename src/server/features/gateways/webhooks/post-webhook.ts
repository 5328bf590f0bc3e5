import { readRetryAfter } from '#engine/outbound-guard/port.ts';
import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { signatureOf } from './signature.ts';

/** Time limit for a receiver's response (Standard Webhooks: 15 to 30 s). */
export const ANSWER_LIMIT_MS = 15_000;

/** Only the status of a response is read. */
const NO_BODY = 0;

/** A message to post, and its address. */
export interface WebhookMessage {
  url: string;
  id: string;
  type: string;
  data: unknown;
  createdAt: Date;
  secrets: readonly string[];
}

/**
 * The outcome of a post. No text of the response is kept: a receiver inside somebody's network must not be readable.
 */
export interface PostOutcome {
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  /** Why there was no response: HOST_NOT_ALLOWED, HOST_UNKNOWN, UNREACHABLE or TIMEOUT; empty with a status. */
  fault: string;
  /** How long the receiver asks us to wait, in seconds. */
  pauseSeconds: number;
}

/** Returns the body of a delivery, the same text for every attempt. */
export function bodyOf({
  type,
  createdAt,
  data,
}: Pick<WebhookMessage, 'type' | 'createdAt' | 'data'>): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

/** Returns the headers of an attempt (Standard Webhooks). */
export function headersOf(message: WebhookMessage, body: string, at: Date): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'f2e-webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id: message.id, timestamp, body }, message.secrets),
  };
}

/**
 * Posts an event once, through the guard: the host is resolved once, private addresses are refused, and redirects are
 * not followed.
 */
export async function postWebhook(
  guard: Pick<OutboundGuard, 'request'>,
  message: WebhookMessage,
  limitMs = ANSWER_LIMIT_MS,
): Promise<PostOutcome> {
  const body = bodyOf(message);
  const began = performance.now();
  const answer = await guard.request(message.url, {
    method: 'POST',
    headers: headersOf(message, body, new Date()),
    body,
    limitMs,
    maxBytes: NO_BODY,
    statusOnly: true,
  });
  const ms = Math.round(performance.now() - began);
  if (answer.kind === 'refused')
    return { status: null, ms, fault: answer.timedOut ? 'TIMEOUT' : answer.reason, pauseSeconds: 0 };
  const pause = readRetryAfter(answer.headers['retry-after'], new Date()) ?? 0;
  return { status: answer.status, ms, fault: '', pauseSeconds: pause / 1000 };
}
