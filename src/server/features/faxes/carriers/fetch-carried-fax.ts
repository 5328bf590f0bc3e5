import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FetchedMedia } from '#engine/fax-line/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import { UNROUTED } from '#server/features/faxes/arrivals/arrivals.service.ts';
import type { Arrivals } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import type { Lines } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { findOpenArrival, markFailed, markTaken } from './carriers.store.ts';
import type { OpenArrival } from './carriers.store.ts';

export interface FetchCarriedDeps {
  database: Database;
  files: FileStore;
  lines: Lines;
  arrivals: Arrivals;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * How long a fax is retried: carriers keep faxes for a limited time, and a fax that could not be fetched for this long
 * needs a person (F-recv-10).
 */
const GIVE_UP_MS = 24 * 3_600_000;

/** Thrown so that the queue retries the job later, at growing intervals. */
class NotYet extends Error {
  override readonly name = 'NotYet';
}

/**
 * Fetches the pages of an announced fax and takes them in. The announcement was committed before, so a crash only
 * repeats the fetch, and the carrier's reference ensures that it becomes one fax in the inbox. Throws NotYet.
 */
export async function fetchCarriedFax(deps: FetchCarriedDeps, arrivalId: number): Promise<void> {
  const fax = await findOpenArrival(deps.database.db, arrivalId);
  if (!fax || fax.state === 'stuck') return;
  const line = (await readLines(deps.database.db)).find(({ id }) => id === fax.lineId);
  const carrier = line && deps.lines.adapterOf(line)?.carrier;
  const fetched = carrier
    ? await carrier.fetch(fax)
    : { kind: 'failed' as const, reason: 'The line is gone or cannot be used.' };
  if (fetched.kind !== 'ok') return await postpone(deps, fax, fetched);
  const result = await deps.arrivals.receive({
    lineId: fax.lineId,
    callRef: fax.faxRef,
    caller: fax.caller,
    stationId: '',
    called: fax.called,
    tiff: fetched.value,
    receivedAt: fax.at,
    cutOff: fax.fault !== '',
    source: 'line',
  });
  deps.faultPoint('after_arrival_before_remove');
  if (!result.accepted) {
    logEvent(deps.log, 'arrival.unrouted', { line: fax.line, reason: result.reason });
  }
  await markTaken(deps.database.db, fax.id);
}

/** Schedules a retry, or hands the fax to a person: after a day, or at once if no retry can help. Throws NotYet. */
async function postpone(
  deps: FetchCarriedDeps,
  fax: OpenArrival,
  fetched: Exclude<FetchedMedia, { kind: 'ok' }>,
): Promise<void> {
  const { database, log } = deps;
  const { reason } = fetched;
  const over = fetched.kind !== 'failed' || Date.now() - fax.announcedAt.getTime() > GIVE_UP_MS;
  const fileKey = fetched.kind === 'strange' ? await keepStrange(deps, fetched.bytes) : undefined;
  await database.transaction(async (tx) => {
    await markFailed(tx, fax.id, { state: over ? 'stuck' : 'waiting', reason, fileKey });
    if (!over) return;
    await writeAudit(tx, {
      actor: { kind: 'system' },
      action: 'fax.stuck',
      object: `line/${fax.line}`,
      detail: { carrierRef: fax.faxRef, called: fax.called, reason, ...(fileKey && { fileKey }) },
    });
  });
  if (!over) throw new NotYet(reason);
  logEvent(log, 'carrier.download-failed', { line: fax.line, carrierRef: fax.faxRef, reason });
}

/** Stores the bytes that came instead of the fax as evidence: the sender was told that it arrived (A-INBOUND-04). */
async function keepStrange({ files }: FetchCarriedDeps, bytes: Uint8Array): Promise<string> {
  const key = `${UNROUTED}${newPathKey()}/strange`;
  await files.put(key, bytes);
  return key;
}
