import type { Logger } from 'pino';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { ConversionOutcome, DocumentEngine } from '#engine/documents/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

/** One fax as a line hands it over, or as the sending queue delivers it on-net. */
export interface Arrival {
  lineId: number | null;
  /** The line's own name of the call: the same call reported twice is one fax. */
  callRef: string;
  /** Digits; empty when the network withheld them. */
  caller: string;
  /** What the sending machine calls itself. */
  stationId: string;
  called: string;
  tiff: Uint8Array;
  /** When the line received it, where that is not now. */
  receivedAt?: Date;
  /** The call ended before all pages were over: what is here is stored, and says so. */
  cutOff?: boolean;
  /** A rule of another account of this installation forwarded it: rules do not forward it once more. */
  byRule?: boolean;
  /** `onnet` pages are our own and get their header line here; those of a line bear the sender's already. */
  source: 'line' | 'onnet';
}

/**
 * The pages of an arrival as they are stored. With a fault and no pages, `tiff` is what came in. With a fault and
 * pages, some of them could only be read in part, and `original` is what came in.
 */
export interface ArrivedPages {
  tiff: Uint8Array;
  count: number;
  fault: string | null;
  original?: Uint8Array;
}

/** The fault of a fax of which some pages could only be read in part. */
export const PAGES_DAMAGED = 'PAGES_DAMAGED';

interface PagesDeps {
  documents: DocumentEngine;
  log: Pick<Logger, 'warn'>;
}

/** A converter that crashes twice on one fax crashes on it for ever (F-recv-12: a poison TIFF). */
const TRIES = 2;

/**
 * The pages to store. Nothing that arrived is ever thrown away: what cannot be read is kept as it came, without pages,
 * so that the account sees it and can download it.
 */
export async function faxPagesOf(deps: PagesDeps, arrival: Arrival, zone: string): Promise<ArrivedPages> {
  if (arrival.source === 'onnet') {
    const tiff = await stamped(deps, arrival, zone);
    return { tiff, count: deps.documents.countPages(tiff), fault: null };
  }
  let fault = 'DOCUMENT_DAMAGED';
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const outcome = await deps.documents.toFaxPages([{ name: 'fax.tiff', bytes: arrival.tiff }]);
    if (outcome.kind === 'ok') return readPages(deps, arrival, outcome);
    fault = outcome.reason;
    if (fault === 'TOO_MANY_PAGES') return await firstPagesOf(deps, arrival);
    if (outcome.kind === 'refused') break;
  }
  logEvent(deps.log, 'arrival.unreadable', { callRef: arrival.callRef, fault });
  return { tiff: arrival.tiff, count: 0, fault };
}

/** Somebody sends without end: what a fax may have is shown, and all that came is kept beside it (A-INBOUND-06). */
async function firstPagesOf(deps: PagesDeps, { callRef, tiff: original }: Arrival): Promise<ArrivedPages> {
  const capped = deps.documents.capPages(original);
  const outcome = await deps.documents.toFaxPages([{ name: 'fax.tiff', bytes: capped }]);
  if (outcome.kind !== 'ok') return { tiff: original, count: 0, fault: 'TOO_MANY_PAGES' };
  logEvent(deps.log, 'arrival.too-many-pages', { callRef, shown: outcome.pages });
  return { tiff: outcome.tiff, count: outcome.pages, fault: PAGES_DAMAGED, original };
}

function readPages(
  deps: PagesDeps,
  { callRef, tiff: original }: Arrival,
  { tiff, pages: count, damagedPages = [] }: Extract<ConversionOutcome, { kind: 'ok' }>,
): ArrivedPages {
  if (damagedPages.length === 0) return { tiff, count, fault: null };
  logEvent(deps.log, 'arrival.damaged-pages', { callRef, damagedPages });
  return { tiff, count, fault: PAGES_DAMAGED, original };
}

/** A header that cannot be printed must not cost the fax. */
async function stamped(deps: PagesDeps, arrival: Arrival, zone: string): Promise<Uint8Array> {
  try {
    return await deps.documents.stampHeader(arrival.tiff, {
      dateTime: headerTime(new Date(), zone),
      from: [arrival.stationId, formatFaxNumber(arrival.caller)].filter(Boolean).join(' '),
      to: formatFaxNumber(arrival.called) ?? '',
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logEvent(deps.log, 'arrival.header-not-printed', { callRef: arrival.callRef, reason });
    return arrival.tiff;
  }
}

/** Date and time of the header line (47 CFR 68.318(d)), as people in the zone write it. */
export function headerTime(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
    .format(instant)
    .replace(',', '');
}
