import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

import type { ArrivalSource, WaitingArrival } from '#engine/fax-line/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import type { StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { Arrivals } from './arrivals.service.ts';

/** Dependencies of `fetchArrivals`. */
export interface FetchDeps {
  arrivals: Arrivals;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Hex digits of a hash that distinguish two faxes with the same name and second. */
const HASH_SIGNS = 16;

/**
 * Takes in everything that a line has received: fetch, store, commit, and only then remove. After a crash in between,
 * the fax is still with the line, and the next fetch recognizes it by name, time and content (F-recv-01 to -03).
 * Returns how many faxes are now safe; a fax that fails does not hold up the others. If `mayGoOn` returns false, the
 * rest stays with the line.
 */
export async function fetchArrivals(
  deps: FetchDeps,
  line: Pick<StoredLine, 'id' | 'name' | 'fault'>,
  source: ArrivalSource,
  mayGoOn: () => Promise<boolean>,
): Promise<number> {
  const listed = await source.list();
  if (listed.kind === 'failed') {
    // A known fault was logged when it was found; the listing is repeated every two seconds.
    if (line.fault === null) {
      logEvent(deps.log, 'arrival.list-failed', { line: line.name, reason: listed.reason });
    }
    return 0;
  }
  const inOrder = listed.value.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  let safe = 0;
  for (const arrival of inOrder) {
    if (!(await mayGoOn())) break;
    try {
      if (await takeIn(deps, line, source, arrival)) safe += 1;
    } catch (error) {
      logEvent(deps.log, 'arrival.failed', { line: line.name, file: arrival.name, err: error });
    }
  }
  return safe;
}

async function takeIn(
  deps: FetchDeps,
  line: { id: number; name: string },
  source: ArrivalSource,
  arrival: WaitingArrival,
): Promise<boolean> {
  const fetched = await source.fetch(arrival);
  if (fetched.kind === 'failed') {
    logEvent(deps.log, 'arrival.fetch-failed', {
      line: line.name,
      file: arrival.name,
      reason: fetched.reason,
    });
    return false;
  }
  const tiff = fetched.value;
  const result = await deps.arrivals.receive({
    lineId: line.id,
    callRef: callRefOf(arrival, tiff),
    caller: arrival.caller,
    stationId: arrival.stationId,
    called: arrival.called,
    tiff,
    receivedAt: arrival.receivedAt,
    cutOff: arrival.fault !== '',
    source: 'line',
  });
  deps.faultPoint('after_arrival_before_remove');
  if (!result.accepted) {
    logEvent(deps.log, 'arrival.unrouted', { line: line.name, reason: result.reason });
  }
  const removed = await source.remove(arrival);
  if (removed.kind === 'failed') {
    logEvent(deps.log, 'arrival.remove-failed', {
      line: line.name,
      file: arrival.name,
      reason: removed.reason,
    });
  }
  return true;
}

function callRefOf({ name, receivedAt }: WaitingArrival, tiff: Uint8Array): string {
  const hash = createHash('sha256').update(tiff).digest('hex').slice(0, HASH_SIGNS);
  return `${name} ${receivedAt.toISOString()} ${hash}`;
}
