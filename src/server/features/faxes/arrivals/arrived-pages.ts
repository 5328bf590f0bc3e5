import type { Logger } from 'pino';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { ConversionOutcome, DocumentEngine } from '#engine/documents/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

/** One fax as a line hands it over, or as the sending queue delivers it on-net. */
export interface Arrival {
  lineId: number | null;
  /** The line's own name for the call: the same call reported twice is one fax. */
  callRef: string;
  /** Digits; empty if the network withheld them. */
  caller: string;
  /** The station id of the sending machine. */
  stationId: string;
  called: string;
  tiff: Uint8Array;
  /** When the line received it, if that is not now. */
  receivedAt?: Date;
  /**
   * Whether the call ended before all pages were sent: the pages so far are stored, and the fax is marked as cut off.
   */
  cutOff?: boolean;
  /** Whether a rule of another account of this installation forwarded it: rules do not forward it again. */
  byRule?: boolean;
  /** `onnet` pages are our own and get their header line here; pages from a line already have the sender's. */
  source: 'line' | 'onnet';
}

/**
 * The pages of an arrival as they are stored. With a fault and no pages, `tiff` is the fax as received. With a fault
 * and pages, some of the pages could be read only in part, and `original` is the fax as received.
 */
export interface ArrivedPages {
  tiff: Uint8Array;
  count: number;
  fault: string | null;
  original?: Uint8Array;
}

/** The fault of a fax with pages that could be read only in part. */
export const PAGES_DAMAGED = 'PAGES_DAMAGED';

interface PagesDeps {
  documents: DocumentEngine;
  log: Pick<Logger, 'warn'>;
}

/**
 * How often a conversion is tried: a converter that crashes twice on a fax always crashes on it (F-recv-12: a poison
 * TIFF).
 */
const TRIES = 2;

/**
 * Returns the pages to store. Nothing that arrived is ever discarded: what cannot be read is stored as received,
 * without pages, so that the account sees it and can download it.
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

/**
 * Stores an endless fax: the pages that a fax may have are shown, and everything received is kept beside them
 * (A-INBOUND-06).
 */
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

/** Prints the header line on the pages. If that fails, the fax is delivered without it. */
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

/** Formats the date and time of the header line (47 CFR 68.318(d)) in the US style and in the given zone. */
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
