import { setTimeout as pause } from 'node:timers/promises';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { e164 } from '../e164.ts';
import { matchesPattern } from '../pattern.ts';
import { leavesCall } from '../port.ts';
import type {
  CallOutcome,
  CallReports,
  FaxLine,
  LeftCall,
  LineHealth,
  LostCall,
  LostCallOutcome,
  OutgoingCall,
} from '../port.ts';
import { TelnyxClient } from './client.ts';
import type { ApiAnswer } from './client.ts';
import { FAX_TIMES, followFax } from './follow-fax.ts';
import type { FaxTimes } from './follow-fax.ts';
import { fetchMedia } from './media.ts';
import { readTelnyxNotice } from './notice.ts';
import type { TelnyxSettings } from './settings.ts';
import { callRefOf, clientState } from './shapes.ts';
import { Uploads } from './uploads.ts';

/** What a line of this carrier is made of. */
export interface TelnyxParts {
  settings: TelnyxSettings;
  guard: OutboundGuard;
  /** Where the carrier reaches us about this line. */
  webhookUrl: string;
  times?: FaxTimes;
  now?: () => number;
}

interface Line {
  client: TelnyxClient;
  uploads: Uploads;
  webhookUrl: string;
  times: FaxTimes;
  now: () => number;
}

/** The API takes no larger document (schema SendFaxMultipartRequest). */
const MAX_BYTES = 20 * 1024 * 1024;
/** The carrier takes no more pages (operation SendFax). */
const MAX_PAGES = 350;
/** Calls of a crashed process are at most this old when somebody looks for them. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** A fax that was accepted this very moment may not be in lists yet: it is looked for so often. */
const SURE_LOOKS = 3;

/** Faxes over the carrier Telnyx: no modem, no server of one's own, told about by signed webhooks. */
export function telnyxLine(pattern: string, parts: TelnyxParts): FaxLine {
  const { settings, guard, webhookUrl, times = FAX_TIMES, now = Date.now } = parts;
  const client = new TelnyxClient(settings, guard);
  const line: Line = { client, uploads: new Uploads(), webhookUrl, times, now };
  return {
    telephone: true,
    carrier: {
      webhookUrl,
      readNotice: (headers, body) => readTelnyxNotice(settings.webhookKey, headers, body, now),
      fetch: async (fax) => await fetchMedia({ client, guard, settings }, fax),
    },
    reaches: (number) => matchesPattern(pattern, number),
    send: async (call, signal) => await send(line, call, signal),
    adopt: async (call, signal) => await adopt(line, call, signal),
    check: async () => await check(client),
  };
}

async function send(line: Line, call: OutgoingCall, signal: AbortSignal): Promise<LostCallOutcome> {
  const { client, uploads } = line;
  if (call.afterRest) client.pace.distrust();
  // A question is cheap; a document that is refused was sent for nothing.
  if (client.pace.recovering && (await client.ping()).kind !== 'ok')
    return lineFault(line, 'the carrier is away');
  const media = uploads.of(call.jobId) ?? (await upload(line, call));
  if (typeof media !== 'string') return media;
  if (signal.aborted) return { kind: 'never-placed' };
  const placed = await place(line, call, media, signal);
  if (placed.kind !== 'placed') {
    // The next try takes the same document, if it comes soon.
    const again =
      placed.kind === 'never-placed' || (placed.kind === 'retry' && placed.reason === 'LINE_FAULT');
    if (!again) remove(line, call.jobId, media);
    return placed;
  }
  call.onTaken?.();
  const outcome = await followFax(client, { ...call, id: placed.id }, signal, line.times);
  if (outcome.kind === 'delivered') for (let page = 1; page <= call.pages; page += 1) call.onPage(page);
  if (!leavesCall(signal)) remove(line, call.jobId, media);
  return outcome;
}

/** Puts the pages where the carrier finds them; gives their name there. */
async function upload(line: Line, call: OutgoingCall): Promise<string | CallOutcome> {
  const tiff = await call.tiff();
  if (tiff.byteLength > MAX_BYTES || call.pages > MAX_PAGES) {
    return {
      kind: 'final',
      reason: 'DOCUMENT_REFUSED',
      pagesConfirmed: 0,
      detail: 'larger than the carrier takes',
    };
  }
  const uploaded = await line.client.upload(call.callRef, tiff);
  if (uploaded.kind !== 'ok') return notPlaced(line, uploaded);
  line.uploads.note(call.jobId, call.callRef);
  return call.callRef;
}

/** Nobody waits for this: the document goes by itself after a day, but the sooner the better. */
function remove({ client, uploads }: Line, jobId: number, media: string): void {
  uploads.forget(jobId);
  void client.removeMedia(media);
}

type Placed = { kind: 'placed'; id: string };

/** Gives the order. When its answer is lost, the carrier is asked for our reference before anybody repeats it. */
async function place(
  line: Line,
  call: OutgoingCall,
  media: string,
  signal: AbortSignal,
): Promise<Placed | LostCallOutcome> {
  const { callRef, from, to } = call;
  const order = {
    mediaName: media,
    from: e164(from.number),
    to: e164(to),
    displayName: displayName(from.stationId),
    resolution: call.resolution,
    clientState: clientState(callRef),
    webhookUrl: line.webhookUrl,
  };
  const answer = await line.client.send(order, call.handOver);
  if (answer.kind === 'ok') return { kind: 'placed', id: answer.value.id };
  if (answer.kind === 'withdrawn') return { kind: 'never-placed' };
  if (answer.kind !== 'unknown') return notPlaced(line, answer);
  const found = await find(line, call, signal);
  if (found.kind === 'found') return { kind: 'placed', id: found.id };
  if (found.kind === 'left') return found;
  return found.kind === 'nowhere'
    ? lineFault(line, answer.detail)
    : { kind: 'uncertain', pagesConfirmed: 0, detail: answer.detail };
}

type Found = { kind: 'found'; id: string } | { kind: 'nowhere' } | { kind: 'unreachable' } | LeftCall;

/** Looks for the fax that bears our reference: in what we were told, and in the carrier's list. */
async function find(
  { client, times, now }: Line,
  call: { callRef: string; to: string; reports?: CallReports },
  signal: AbortSignal,
): Promise<Found> {
  const started = now();
  for (let misses = 0; misses < SURE_LOOKS;) {
    const told = (await call.reports?.read())?.[0];
    if (told) return { kind: 'found', id: told.faxRef };
    const listed = await client.list(e164(call.to), new Date(started - LOOK_BACK_MS));
    if (listed.kind === 'ok') {
      const ours = listed.value.find((fax) => callRefOf(fax.client_state) === call.callRef);
      if (ours) return { kind: 'found', id: ours.id };
      misses += 1;
    } else if (now() - started > times.awayMs) return { kind: 'unreachable' };
    if (signal.aborted && leavesCall(signal)) return { kind: 'left' };
    // Hung up or not, only the carrier knows whether there is a call.
    if (misses < SURE_LOOKS) await pause(times.lookMs);
  }
  return { kind: 'nowhere' };
}

async function adopt(line: Line, lost: LostCall, signal: AbortSignal): Promise<LostCallOutcome> {
  const found = await find(line, lost, signal);
  if (found.kind === 'left') return found;
  if (found.kind === 'nowhere' && lost.pagesConfirmed === 0) return { kind: 'never-placed' };
  if (found.kind !== 'found') {
    return {
      kind: 'uncertain',
      pagesConfirmed: lost.pagesConfirmed,
      detail: 'the carrier does not know the call',
    };
  }
  const outcome = await followFax(line.client, { ...lost, id: found.id }, signal, line.times);
  if (outcome.kind !== 'left') void line.client.removeMedia(lost.callRef);
  return outcome;
}

/** The carrier took no order: because of the number, the document, or, most of all, because of us. */
function notPlaced(line: Line, answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>): CallOutcome {
  if (answer.kind !== 'refused' || ![400, 422].includes(answer.status)) return lineFault(line, answer.detail);
  const detail = answer.detail;
  if (answer.about.endsWith('/to'))
    return { kind: 'final', reason: 'NUMBER_INVALID', pagesConfirmed: 0, detail };
  if (/media|contents/.test(answer.about))
    return { kind: 'final', reason: 'DOCUMENT_REFUSED', pagesConfirmed: 0, detail };
  return lineFault(line, detail);
}

async function check(client: TelnyxClient): Promise<LineHealth> {
  const answer = await client.ping();
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

function lineFault({ client }: Line, detail: string): CallOutcome {
  const { restMs } = client.pace;
  return { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0, detail, ...(restMs > 0 && { restMs }) };
}

/** What the far end may show: letters, digits and few signs, at most 128 (schema SendFaxRequest). */
function displayName(stationId: string): string {
  return stationId.replaceAll(/[^\w~!.+ -]/g, '').slice(0, 128);
}
