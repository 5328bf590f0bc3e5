import { setTimeout as pause } from 'node:timers/promises';

import { e164 } from '../e164.ts';
import { leavesCall } from '../port.ts';
import type {
  CallOutcome,
  CallReports,
  LeftCall,
  LineHealth,
  LostCall,
  LostCallOutcome,
  OutgoingCall,
} from '../port.ts';
import type { ApiAnswer } from './api-client.ts';
import type { CarrierApi, CarrierDocument } from './carrier-api.ts';
import { followFax } from './follow-fax.ts';
import type { FollowingLine } from './follow-fax.ts';

/** The parts of a carrier's line that placing calls needs. */
export interface CarrierLine extends FollowingLine {
  now: () => number;
}

/** How far back to look for the calls of a crashed process. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** How often to look for a fax: one accepted just now may not be listed yet. */
const SURE_LOOKS = 3;

/** Places a call with a carrier, and follows it to its end. */
export async function sendByCarrier(
  line: CarrierLine,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<LostCallOutcome> {
  const { api } = line;
  if (call.afterRest) api.pace.distrust();
  // A ping is cheap; a document sent with a refused order is wasted.
  if (api.pace.recovering && (await api.ping()).kind !== 'ok') return lineFault(api, 'the carrier is away');
  const prepared = await api.prepare(call);
  if (prepared.kind !== 'ready') return prepared;
  if (signal.aborted) return { kind: 'never-placed' };
  const placed = await place(line, call, prepared.document, signal);
  if (placed.kind !== 'placed') {
    // The next attempt reuses the document if it comes soon.
    const again =
      placed.kind === 'never-placed' || (placed.kind === 'retry' && placed.reason === 'LINE_FAULT');
    if (!again) api.tidy?.(call);
    return placed;
  }
  call.onTaken?.();
  const outcome = await followFax(line, { ...call, id: placed.id }, signal);
  if (outcome.kind === 'delivered') for (let page = 1; page <= call.pages; page += 1) call.onPage(page);
  if (!leavesCall(signal)) api.tidy?.(call);
  return outcome;
}

type Placed = { kind: 'placed'; id: string };

/** Places the order. If the response is lost, the carrier is asked for our reference before the order is repeated. */
async function place(
  line: CarrierLine,
  call: OutgoingCall,
  document: CarrierDocument,
  signal: AbortSignal,
): Promise<Placed | LostCallOutcome> {
  const answer = await line.api.order(call, document);
  if (answer.kind === 'ok') return { kind: 'placed', id: answer.value.id };
  if (answer.kind === 'withdrawn') return { kind: 'never-placed' };
  if (answer.kind !== 'unknown') return notPlaced(line.api, answer);
  const found = await find(line, call, signal);
  if (found.kind === 'found') return { kind: 'placed', id: found.id };
  if (found.kind === 'left') return found;
  return found.kind === 'nowhere' && !line.api.listMayMiss
    ? lineFault(line.api, answer.detail)
    : { kind: 'uncertain', pagesConfirmed: 0, detail: answer.detail };
}

type Found = { kind: 'found'; id: string } | { kind: 'nowhere' } | { kind: 'unreachable' } | LeftCall;

/** Looks for the fax with our reference, in the reports received and in the carrier's list. */
async function find(
  line: CarrierLine,
  call: { callRef: string; to: string; reports?: CallReports },
  signal: AbortSignal,
): Promise<Found> {
  const { times } = line;
  const started = line.now();
  const began = performance.now();
  for (let misses = 0; misses < SURE_LOOKS;) {
    const told = (await call.reports?.read())?.[0];
    if (told) return { kind: 'found', id: told.faxRef };
    const listed = await lookInList(line, call, new Date(started - LOOK_BACK_MS));
    if (listed.kind === 'found') return listed;
    if (listed.kind === 'nowhere') misses += 1;
    else if (performance.now() - began > times.awayMs) return listed;
    if (signal.aborted && leavesCall(signal)) return { kind: 'left' };
    // Aborted or not, only the carrier can tell whether there is a call.
    if (misses < SURE_LOOKS) await pause(times.lookMs);
  }
  return { kind: 'nowhere' };
}

async function lookInList(
  { api, lookFailed }: CarrierLine,
  { to, callRef }: { to: string; callRef: string },
  since: Date,
): Promise<Exclude<Found, LeftCall>> {
  const listed = await api.list(e164(to), since);
  if (listed.kind !== 'ok') {
    lookFailed?.(listed.detail);
    return { kind: 'unreachable' };
  }
  const ours = listed.value.find((fax) => fax.callRef === callRef);
  if (!ours) return { kind: 'nowhere' };
  if (ours.id !== '') return { kind: 'found', id: ours.id };
  // It was ordered: a fax must not be treated as missing because its ID has an unknown form.
  lookFailed?.('the carrier lists a fax of ours under a name of an unknown form');
  return { kind: 'unreachable' };
}

/** Asks the carrier what became of a call after a crash. */
export async function adoptByCarrier(
  line: CarrierLine,
  lost: LostCall,
  signal: AbortSignal,
): Promise<LostCallOutcome> {
  const found = await find(line, lost, signal);
  if (found.kind === 'left') return found;
  const surelyNot = found.kind === 'nowhere' && !line.api.listMayMiss;
  if (surelyNot && lost.pagesConfirmed === 0) return { kind: 'never-placed' };
  if (found.kind !== 'found') {
    return {
      kind: 'uncertain',
      pagesConfirmed: lost.pagesConfirmed,
      detail: 'the carrier does not know the call',
    };
  }
  const outcome = await followFax(line, { ...lost, id: found.id }, signal);
  if (outcome.kind !== 'left') line.api.tidy?.(lost);
  return outcome;
}

/** Returns the outcome of a rejected order or document: the cause is the number, the document or, most often, us. */
export function notPlaced(api: CarrierApi, answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>): CallOutcome {
  const { detail } = answer;
  if (answer.kind !== 'refused' || ![400, 422].includes(answer.status)) return lineFault(api, detail);
  const blamed = api.blames(answer);
  if (blamed === 'number') return { kind: 'final', reason: 'NUMBER_INVALID', pagesConfirmed: 0, detail };
  if (blamed === 'document') return { kind: 'final', reason: 'DOCUMENT_REFUSED', pagesConfirmed: 0, detail };
  return lineFault(api, detail);
}

/** The size limit of a document in bytes, if the carrier states none. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Prepares a document that is sent inside the order. A ping comes first: an order that fails with an error may still
 * have been accepted, whereas a ping orders nothing.
 */
export async function documentInOrder(
  api: CarrierApi,
  call: Pick<OutgoingCall, 'tiff'>,
): ReturnType<CarrierApi['prepare']> {
  const answers = await api.ping();
  if (answers.kind !== 'ok') return notPlaced(api, answers);
  const tiff = await call.tiff();
  return tiff.byteLength > MAX_BYTES ? TOO_LARGE : { kind: 'ready', document: tiff };
}

/** The outcome for a document that exceeds the carrier's limits. */
export const TOO_LARGE: CallOutcome = {
  kind: 'final',
  reason: 'DOCUMENT_REFUSED',
  pagesConfirmed: 0,
  detail: 'larger than the carrier takes',
};

/** Checks whether the carrier accepts calls now. */
export async function checkCarrier(api: CarrierApi): Promise<LineHealth> {
  const answer = await api.ping();
  if (answer.kind === 'unsent' && answer.detail === 'HOST_NOT_ALLOWED')
    return { ok: false, reason: 'The address of the carrier is not allowed: see F2E_ALLOW_PRIVATE_HOSTS.' };
  if (answer.kind === 'unsent' || answer.kind === 'unknown')
    return { ok: false, reason: `The carrier does not answer (${answer.detail}).` };
  if (answer.kind === 'later')
    return { ok: false, reason: 'The carrier wants us to wait before we ask again.' };
  if (answer.kind === 'refused' && [401, 403].includes(answer.status))
    return { ok: false, reason: 'The carrier does not take the API key.' };
  return { ok: true };
}

function lineFault({ pace }: CarrierApi, detail: string): CallOutcome {
  const { restMs } = pace;
  return { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0, detail, ...(restMs > 0 && { restMs }) };
}
