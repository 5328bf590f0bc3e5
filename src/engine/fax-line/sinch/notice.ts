import { digits } from '../carrier/digits.ts';
import type { CarrierNotice } from '../port.ts';
import type { SinchClient } from './client.ts';
import { callRefOf, seenFax } from './shapes.ts';
import type { SinchFax } from './shapes.ts';

/** The fax stands at the beginning of a webhook, as JSON or in a form; what follows is the file. */
const FAX_ID =
  /"fax"\s*:\s*\{[^{}]*?"id"\s*:\s*"([\w-]{1,100})"|name="fax"[^{]{0,200}\{[^{}]*?"id"\s*:\s*"([\w-]{1,100})"/;

/**
 * Reads a webhook. The carrier signs none: only the name of the fax is taken from it, and what happened is asked of the
 * carrier itself, so that a forged one tells nothing but what is true anyway (A-INBOUND-05).
 */
export async function readSinchNotice(client: SinchClient, body: Uint8Array): Promise<CarrierNotice> {
  const found = FAX_ID.exec(Buffer.from(body).toString('latin1'));
  const id = found?.[1] ?? found?.[2];
  if (id === undefined) return { kind: 'refused', reason: 'it names no fax' };
  const seen = await client.view(id);
  if (seen.kind === 'refused') return { kind: 'refused', reason: 'the carrier does not know its fax' };
  if (seen.kind !== 'ok') return { kind: 'later' };
  return seen.value.direction === 'INBOUND' ? arrival(seen.value) : report(seen.value);
}

function arrival(told: SinchFax): CarrierNotice {
  const { id, status, numberOfPages, errorMessage, from, to, completedTime, createTime } = told;
  const eventId = `${id} ${status}`;
  const failed = status === 'FAILURE';
  if ((status !== 'COMPLETED' && !failed) || (failed && (numberOfPages ?? 0) === 0))
    return { kind: 'other', eventId };
  return {
    kind: 'arrival',
    eventId,
    fax: {
      faxRef: id,
      mediaUrl: '',
      caller: digits(from),
      called: digits(to),
      at: completedTime ?? createTime ?? new Date(),
      fault: failed ? (errorMessage ?? 'cut off') : '',
    },
  };
}

function report(told: SinchFax): CarrierNotice {
  const { id: faxRef, status, reason, pages } = seenFax(told);
  const callRef = callRefOf(told);
  const eventId = `${faxRef} ${status}`;
  if (callRef === null || status === 'on') return { kind: 'other', eventId };
  const at = told.completedTime ?? new Date();
  return { kind: 'report', eventId, report: { callRef, faxRef, status, reason, pages, at } };
}
