import type { OutboundAnswer, OutboundGuard } from '#engine/outbound-guard/port.ts';
import type { EgnytePace } from './egnyte-pace.ts';
import { secondsOf, STORAGE_FULL, STORAGE_FULL_STATUS, throttled } from './http-faults.ts';
import type { StorageFailure } from './port.ts';

/** Largest JSON response in bytes; listings of 1000 entries fit. */
export const MAX_JSON = 4 * 1024 * 1024;

/** Dependencies of all calls. */
export interface EgnyteDeps {
  guard: OutboundGuard;
  pace: EgnytePace;
  /** F2E_EGNYTE_BASE_URL, _CLIENT_ID and _CLIENT_SECRET; empty if not set. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** A response of Egnyte, whatever its status. */
export type Answered = OutboundAnswer & { kind: 'ok' };

/** Egnyte ended the connection: only a person can make a new one. */
export const REVOKED = {
  kind: 'stop',
  reason: 'ACCESS_REVOKED',
  detail: 'the token is not accepted',
} as const satisfies StorageFailure;

const MASHERY = 'x-mashery-error-code';

/** Whether Egnyte rejects the token: 401, or the gateway's 403 for deactivated keys. */
export function isDead(answer: Answered): boolean {
  return answer.status === 401 || answer.headers[MASHERY] === 'ERR_403_DEVELOPER_INACTIVE';
}

/**
 * Returns the failure if the response is temporary: Egnyte throttles with 429 or with the gateway's 403 and its own
 * error code; 507 means full storage; 5xx is retried. A plain 403 is about permission and returns null.
 */
export function throttleOf(answer: Answered): StorageFailure | null {
  const code = String(answer.headers[MASHERY] ?? '');
  const over = answer.status === 429 || (answer.status === 403 && /_OVER_(?:QPS|RATE)$/.test(code));
  if (over) return throttled(secondsOf(answer.headers['retry-after']));
  if (answer.status === STORAGE_FULL_STATUS) return STORAGE_FULL;
  if (answer.status >= 500)
    return { kind: 'retry', reason: 'UNREACHABLE', detail: `status ${answer.status}` };
  return null;
}

/** Maps a connection failure to a storage failure. */
export function notReached(reason: Extract<OutboundAnswer, { kind: 'refused' }>['reason']): StorageFailure {
  if (reason === 'HOST_NOT_ALLOWED') return { kind: 'stop', reason, detail: 'not dialled' };
  return {
    kind: 'retry',
    reason: reason === 'ANSWER_TOO_BIG' ? 'UNREACHABLE' : reason,
    detail: 'no answer',
  };
}

/** Parses the body as an object; anything else becomes an empty one, because error pages come as HTML. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
