import type { CarrierNotice } from '../port.ts';
import type { ApiAnswer } from './api-client.ts';
import type { SeenFax } from './carrier-api.ts';

/**
 * Reads a webhook that the carrier does not sign: only the fax ID is taken from it, and the carrier itself is asked
 * what happened, so that a forged webhook can only report what is true anyway (A-INBOUND-05). It is refused if it has
 * no fax ID or one unknown to the carrier. It is deferred while the carrier cannot be asked or rejects the query, as
 * with an expired API key.
 */
export async function readUnsignedNotice<Fax>(
  id: string | undefined,
  view: (id: string) => Promise<ApiAnswer<Fax>>,
  meaning: (fax: Fax) => CarrierNotice,
): Promise<CarrierNotice> {
  if (id === undefined) return { kind: 'refused', reason: 'it names no fax' };
  const seen = await view(id);
  if (seen.kind === 'refused' && UNKNOWN.includes(seen.status))
    return { kind: 'refused', reason: 'the carrier does not know its fax' };
  return seen.kind === 'ok' ? meaning(seen.value) : { kind: 'later', reason: seen.detail };
}

/** Statuses for an unknown or invalid fax ID: 400, 404, 410, 422. */
const UNKNOWN: readonly number[] = [400, 404, 410, 422];

/** Converts the queried state of a sent fax to a notice: its end, or nothing that matters. */
export function reportOf(seen: SeenFax, at: Date): CarrierNotice {
  const { id: faxRef, callRef, status, reason, pages } = seen;
  const eventId = `${faxRef} ${status}`;
  if (callRef === null || status === 'on') return { kind: 'other', eventId };
  return { kind: 'report', eventId, report: { callRef, faxRef, status, reason, pages, at } };
}
