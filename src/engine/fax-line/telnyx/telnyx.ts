import type { CarrierApi, SeenFax } from '../carrier/carrier-api.ts';
import { TOO_LARGE, notPlaced } from '../carrier/carrier-calls.ts';
import { answerAs, carrierLine } from '../carrier/carrier-line.ts';
import type { CarrierLineParts } from '../carrier/carrier-line.ts';
import { failedOutcome } from '../carrier/failed.ts';
import { FAX_TIMES } from '../carrier/follow-fax.ts';
import { e164 } from '../e164.ts';
import type { FaxLine, OutgoingCall } from '../port.ts';
import { TelnyxClient } from './client.ts';
import { fetchMedia } from './media.ts';
import { readTelnyxNotice } from './notice.ts';
import { meaningOf } from './outcome.ts';
import type { TelnyxSettings } from './settings.ts';
import { callRefOf, clientState } from './shapes.ts';
import type { TelnyxFax } from './shapes.ts';
import { Uploads } from './uploads.ts';

/** The largest document that the API accepts, in bytes (schema SendFaxMultipartRequest). */
const MAX_BYTES = 20 * 1024 * 1024;
/** The most pages that the carrier accepts (operation SendFax). */
const MAX_PAGES = 350;

/** Creates a line over the carrier Telnyx: no modem and no server to run; signed webhooks report events. */
export function telnyxLine(pattern: string, parts: CarrierLineParts<TelnyxSettings>): FaxLine {
  const { settings, guard, webhookUrl, lookFailed, times = FAX_TIMES, now = Date.now } = parts;
  const client = new TelnyxClient(settings, guard);
  const line = { api: telnyxApi(client, webhookUrl), times, now, lookFailed };
  return carrierLine(pattern, line, {
    webhookUrl,
    readNotice: async (headers, body) => readTelnyxNotice(settings.webhookKey, headers, body, now),
    fetch: async (fax) => await fetchMedia({ client, guard, settings }, fax),
  });
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
    view: async (id) => answerAs(await client.view(id), seenFax),
    list: async (to, since) => answerAs(await client.list(to, since), (faxes) => faxes.map(seenFax)),
    cancel: async (id) => await client.cancel(id),
    // The carrier deletes the document after a day, but earlier is better.
    tidy: ({ jobId, callRef }) => {
      const name = uploads.of(jobId) ?? callRef;
      uploads.forget(jobId);
      client.removeMedia(name).catch(() => undefined);
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

/** The name shown to the far end: letters, digits and a few symbols, at most 128 (schema SendFaxRequest). */
function displayName(stationId: string): string {
  return stationId.replaceAll(/[^\w~!.+ -]/g, '').slice(0, 128);
}
