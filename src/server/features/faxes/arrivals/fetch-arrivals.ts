import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

import type { ArrivalSource, WaitingArrival } from '#engine/fax-line/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import type { StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import type { Arrivals } from './arrivals.service.ts';

/** What fetching needs. */
export interface FetchDeps {
  arrivals: Arrivals;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Signs of a hash that tell two faxes of one name and second apart. */
const HASH_SIGNS = 16;

/**
 * Takes in everything that a line has received: fetch, store, commit, and only then remove. A crash anywhere in
 * between leaves the fax with the line; its next fetch is recognised by name, time and content (F-recv-01 to -03).
 * Gives how many faxes are safe now; one that makes trouble doesn't hold up the others. Where it may not go on, the rest
 * stays with the line.
 */
export async function fetchArrivals(
  deps: FetchDeps,
  line: Pick<StoredLine, 'id' | 'name' | 'fault'>,
  source: ArrivalSource,
  mayGoOn: () => Promise<boolean>,
): Promise<number> {
  const listed = await source.list();
  if (listed.kind === 'failed') {
    // A fault that is known was logged when it was found; this comes every two seconds.
    if (line.fault === null) {
      deps.log.warn(
        { line: line.name, reason: listed.reason },
        'the received faxes of a line cannot be listed',
      );
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
      deps.log.error(
        { line: line.name, file: arrival.name, err: error },
        'a received fax stays with its line',
      );
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
    deps.log.warn({ line: line.name, file: arrival.name, reason: fetched.reason }, 'a fax cannot be fetched');
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
    deps.log.warn({ line: line.name, reason: result.reason }, 'a fax arrived that no inbox takes');
  }
  const removed = await source.remove(arrival);
  if (removed.kind === 'failed') {
    deps.log.warn({ line: line.name, file: arrival.name, reason: removed.reason }, 'a fax stays on its line');
  }
  return true;
}

function callRefOf({ name, receivedAt }: WaitingArrival, tiff: Uint8Array): string {
  const hash = createHash('sha256').update(tiff).digest('hex').slice(0, HASH_SIGNS);
  return `${name} ${receivedAt.toISOString()} ${hash}`;
}
