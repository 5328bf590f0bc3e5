import { verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import type { z } from 'zod';

import type { CarrierNotice } from '../port.ts';
import { digits } from '../carrier/digits.ts';
import { callRefOf, eventNotice, notice } from './shapes.ts';
import type { TelnyxNotice } from './shapes.ts';

/** The carrier's own tolerance; an older webhook may be a replay. */
export const NOTICE_SECONDS = 300;

/** An Ed25519 signature (RFC 8032 5.1.6). */
const SIGNATURE_BYTES = 64;

/**
 * Verifies and reads a webhook: it must have an Ed25519 signature over `${timestamp}|${body}` of the raw bytes, and be
 * recent. A verified webhook that we do not need is accepted like any other; otherwise the carrier would repeat it for
 * hours.
 */
export function readTelnyxNotice(
  key: KeyObject,
  headers: Readonly<Record<string, unknown>>,
  body: Uint8Array,
  now: () => number,
): CarrierNotice {
  const timestamp = headers['telnyx-timestamp'];
  const signature = headers['telnyx-signature-ed25519'];
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp)) {
    return { kind: 'refused', reason: 'it is not signed' };
  }
  if (Math.abs(now() / 1_000 - Number(timestamp)) > NOTICE_SECONDS) {
    return { kind: 'refused', reason: 'its time is too far from now' };
  }
  const bytes = Buffer.from(signature, 'base64');
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  if (bytes.length !== SIGNATURE_BYTES || !verify(null, signed, key, bytes)) {
    return { kind: 'refused', reason: 'its signature is wrong' };
  }
  return meaning(body);
}

/** Losing one of these events would lose a fax, or the outcome of one. */
const ACTED_ON: readonly string[] = ['fax.received', 'fax.delivered', 'fax.failed'];

function meaning(body: Uint8Array): CarrierNotice {
  const told = json(body);
  const parsed = notice.safeParse(told);
  if (!parsed.success) return unreadable(told, parsed.error);
  const { id: eventId, event_type: event } = parsed.data.data;
  if (event === 'fax.received') return arrival(eventId, parsed.data);
  return report(eventId, event, parsed.data);
}

/** The carrier repeats an unaccepted webhook for hours: time to fix our side. Values must not get into the log. */
function unreadable(told: unknown, { issues }: z.ZodError): CarrierNotice {
  const { data: known } = eventNotice.safeParse(told);
  if (known && !ACTED_ON.includes(known.data.event_type)) return { kind: 'other', eventId: known.data.id };
  const fields = issues.map(({ path }) => path.join('.') || 'all of it').join(', ');
  return { kind: 'later', reason: `it has an unknown form: ${fields}`.slice(0, 300) };
}

function arrival(eventId: string, { data }: TelnyxNotice): CarrierNotice {
  const { payload, occurred_at: at } = data;
  return {
    kind: 'arrival',
    eventId,
    fax: {
      faxRef: payload.fax_id,
      // If the address is missing, the carrier is asked for one.
      mediaUrl: payload.media_url ?? '',
      caller: digits(payload.from),
      called: digits(payload.to),
      at,
      fault: payload.partial_content === true ? 'partial content' : '',
    },
  };
}

function report(eventId: string, event: string, { data }: TelnyxNotice): CarrierNotice {
  const { payload, occurred_at: at } = data;
  const callRef = callRefOf(payload.client_state);
  if (!callRef) return { kind: 'other', eventId };
  return {
    kind: 'report',
    eventId,
    report: {
      callRef,
      faxRef: payload.fax_id,
      status: statusOf(event),
      reason: (payload.failure_reason ?? '').slice(0, 200),
      pages: payload.page_count ?? null,
      at,
    },
  };
}

/** Returns the status in an event's name: fax.delivered, fax.sending.started. */
function statusOf(event: string): string {
  return event.replace(/^fax\./, '').replace(/\.started$/, '');
}

function json(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    // Signed, but not JSON: it contains nothing that we understand.
    return undefined;
  }
}
