import type { CarrierNotice } from '../port.ts';
import type { ApiAnswer } from './api-client.ts';
import type { SeenFax } from './carrier-api.ts';

/**
 * Reads a webhook that the carrier does not sign: only the name of the fax is taken from it, and what happened is asked
 * of the carrier itself, so that a forged one tells nothing but what is true anyway (A-INBOUND-05). It is refused when
 * it names no fax or one that the carrier does not know, and comes again later while the carrier cannot be asked or
 * does not let us ask, as with an API key that has ended.
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

/** The carrier has no such fax, or its name is none: 400, 404, 410, 422. */
const UNKNOWN: readonly number[] = [400, 404, 410, 422];

/** What a look at a fax that we sent says about its call: its end, or nothing that changes anything. */
export function reportOf(seen: SeenFax, at: Date): CarrierNotice {
  const { id: faxRef, callRef, status, reason, pages } = seen;
  const eventId = `${faxRef} ${status}`;
  if (callRef === null || status === 'on') return { kind: 'other', eventId };
  return { kind: 'report', eventId, report: { callRef, faxRef, status, reason, pages, at } };
}
