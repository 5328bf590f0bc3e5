import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import type { CarrierApi, SeenFax } from '../carrier/carrier-api.ts';
import {
  TOO_LARGE,
  adoptByCarrier,
  checkCarrier,
  notPlaced,
  sendByCarrier,
} from '../carrier/carrier-calls.ts';
import { failedOutcome } from '../carrier/failed.ts';
import { FAX_TIMES } from '../carrier/follow-fax.ts';
import type { FaxTimes } from '../carrier/follow-fax.ts';
import { e164 } from '../e164.ts';
import { matchesPattern } from '../pattern.ts';
import type { FaxLine, OutgoingCall } from '../port.ts';
import { TelnyxClient } from './client.ts';
import { fetchMedia } from './media.ts';
import { readTelnyxNotice } from './notice.ts';
import { meaningOf } from './outcome.ts';
import type { TelnyxSettings } from './settings.ts';
import { callRefOf, clientState } from './shapes.ts';
import type { TelnyxFax } from './shapes.ts';
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

/** The API takes no larger document (schema SendFaxMultipartRequest). */
const MAX_BYTES = 20 * 1024 * 1024;
/** The carrier takes no more pages (operation SendFax). */
const MAX_PAGES = 350;

/** Faxes over the carrier Telnyx: no modem, no server of one's own, told about by signed webhooks. */
export function telnyxLine(pattern: string, parts: TelnyxParts): FaxLine {
  const { settings, guard, webhookUrl, times = FAX_TIMES, now = Date.now } = parts;
  const client = new TelnyxClient(settings, guard);
  const line = { api: telnyxApi(client, webhookUrl), times, now };
  return {
    telephone: true,
    carrier: {
      webhookUrl,
      readNotice: async (headers, body) => readTelnyxNotice(settings.webhookKey, headers, body, now),
      fetch: async (fax) => await fetchMedia({ client, guard, settings }, fax),
    },
    reaches: (number) => matchesPattern(pattern, number),
    send: async (call, signal) => await sendByCarrier(line, call, signal),
    adopt: async (call, signal) => await adoptByCarrier(line, call, signal),
    check: async () => await checkCarrier(line.api),
  };
}

function telnyxApi(client: TelnyxClient, webhookUrl: string): CarrierApi {
  const uploads = new Uploads();
  const api: CarrierApi = {
    pace: client.pace,
    ping: async () => await client.ping(),
    prepare: async (call) => {
      const known = uploads.of(call.jobId);
      if (known !== undefined) return { kind: 'ready', document: known };
      const tiff = await call.tiff();
      if (tiff.byteLength > MAX_BYTES || call.pages > MAX_PAGES) return TOO_LARGE;
      const uploaded = await client.upload(call.callRef, tiff);
      if (uploaded.kind !== 'ok') return notPlaced(api, uploaded);
      uploads.note(call.jobId, call.callRef);
      return { kind: 'ready', document: call.callRef };
    },
    order: async (call, media) => await client.send(orderOf(call, String(media), webhookUrl), call.handOver),
    view: async (id) => {
      const seen = await client.view(id);
      return seen.kind === 'ok' ? { kind: 'ok', value: seenFax(seen.value) } : seen;
    },
    list: async (to, since) => {
      const listed = await client.list(to, since);
      return listed.kind === 'ok' ? { kind: 'ok', value: listed.value.map(seenFax) } : listed;
    },
    cancel: async (id) => await client.cancel(id),
    // The document goes by itself after a day, but the sooner the better.
    tidy: ({ jobId, callRef }) => {
      const name = uploads.of(jobId) ?? callRef;
      uploads.forget(jobId);
      void client.removeMedia(name);
    },
    failed: (reason, pagesSent, pages) => failedOutcome(meaningOf, reason, pagesSent, pages),
    blames: ({ about }) => {
      if (about.endsWith('/to')) return 'number';
      return /media|contents/.test(about) ? 'document' : 'us';
    },
  };
  return api;
}

function orderOf({ callRef, from, to, resolution }: OutgoingCall, mediaName: string, webhookUrl: string) {
  return {
    mediaName,
    from: e164(from.number),
    to: e164(to),
    displayName: displayName(from.stationId),
    resolution,
    clientState: clientState(callRef),
    webhookUrl,
  };
}

function seenFax({
  id,
  client_state: state,
  status,
  failure_reason: reason,
  page_count: pages,
}: TelnyxFax): SeenFax {
  return {
    id,
    callRef: callRefOf(state),
    status: status === 'delivered' || status === 'failed' ? status : 'on',
    reason: reason ?? '',
    pages: pages ?? null,
  };
}

/** What the far end may show: letters, digits and few signs, at most 128 (schema SendFaxRequest). */
function displayName(stationId: string): string {
  return stationId.replaceAll(/[^\w~!.+ -]/g, '').slice(0, 128);
}
