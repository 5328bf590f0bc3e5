import type { CarrierApi } from '../carrier/carrier-api.ts';
import { documentInOrder } from '../carrier/carrier-calls.ts';
import { answerAs, carrierLine } from '../carrier/carrier-line.ts';
import type { CarrierLineParts } from '../carrier/carrier-line.ts';
import { failedOutcome } from '../carrier/failed.ts';
import { FAX_TIMES } from '../carrier/follow-fax.ts';
import { e164 } from '../e164.ts';
import type { FaxLine, OutgoingCall } from '../port.ts';
import { SinchClient } from './client.ts';
import type { SinchOrder } from './client.ts';
import { readSinchNotice } from './notice.ts';
import { blamed, meaningOf } from './outcome.ts';
import type { SinchSettings } from './settings.ts';
import { REF_LABEL, REF_PARAMETER, seenFax } from './shapes.ts';

/** Creates a line over the carrier Sinch (Fax API 3.0). */
export function sinchLine(pattern: string, parts: CarrierLineParts<SinchSettings>): FaxLine {
  const { settings, guard, webhookUrl, lookFailed, times = FAX_TIMES, now = Date.now } = parts;
  const client = new SinchClient(settings, guard);
  const line = { api: sinchApi(client, webhookUrl), times, now, lookFailed };
  return carrierLine(pattern, line, {
    webhookUrl,
    readNotice: async (_, body) => await readSinchNotice(client, body),
    fetch: async ({ faxRef }) => await client.file(faxRef),
  });
}

function sinchApi(client: SinchClient, webhookUrl: string): CarrierApi {
  const api: CarrierApi = {
    pace: client.pace,
    ping: async () => await client.ping(),
    prepare: async (call) => await documentInOrder(api, call),
    order: async (call, tiff) =>
      await client.send(orderOf(call, Buffer.from(tiff), webhookUrl), call.handOver),
    view: async (id) => answerAs(await client.view(id), seenFax),
    list: async (to, since) => answerAs(await client.list(to, since), (faxes) => faxes.map(seenFax)),
    failed: (reason, pagesSent, pages) => failedOutcome(meaningOf, reason, pagesSent, pages),
    blames: ({ about }) => blamed(about),
  };
  return api;
}

function orderOf({ callRef, from, to }: OutgoingCall, tiff: Uint8Array, webhookUrl: string): SinchOrder {
  const callback = new URL(webhookUrl);
  callback.searchParams.set(REF_PARAMETER, callRef);
  return {
    to: e164(to),
    from: e164(from.number),
    tiff,
    // The carrier prints its own line on each page, at most 50 characters.
    headerText: from.stationId.replaceAll(/[^\w~!.+ -]/g, '').slice(0, 50),
    labels: { [REF_LABEL]: callRef },
    callbackUrl: callback.href,
  };
}
