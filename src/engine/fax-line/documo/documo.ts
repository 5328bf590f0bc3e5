import type { CarrierApi } from '../carrier/carrier-api.ts';
import { documentInOrder } from '../carrier/carrier-calls.ts';
import { answerAs, carrierLine } from '../carrier/carrier-line.ts';
import type { CarrierLineParts } from '../carrier/carrier-line.ts';
import { failedOutcome } from '../carrier/failed.ts';
import { FAX_TIMES } from '../carrier/follow-fax.ts';
import { e164 } from '../e164.ts';
import type { FaxLine, OutgoingCall } from '../port.ts';
import { DocumoClient } from './client.ts';
import type { DocumoOrder } from './client.ts';
import { readDocumoNotice } from './notice.ts';
import { blamed, meaningOf } from './outcome.ts';
import type { DocumoSettings } from './settings.ts';
import { CANCELLED, seenFax, subjectOf } from './shapes.ts';

/**
 * Slower than for other carriers: the list allows eight requests a minute, and the limit for single faxes is not
 * published.
 */
const TIMES = { ...FAX_TIMES, pollMs: 30_000, lookMs: 20_000 };

/** Creates a line over the carrier Documo (mFax). */
export function documoLine(pattern: string, parts: CarrierLineParts<DocumoSettings>): FaxLine {
  const { settings, guard, webhookUrl, lookFailed, times = TIMES, now = Date.now } = parts;
  const client = new DocumoClient(settings, guard);
  return carrierLine(
    pattern,
    { api: documoApi(client), times, now, lookFailed },
    {
      webhookUrl,
      readNotice: async (headers, body) =>
        await readDocumoNotice({ client, login: settings.webhookLogin }, headers, body),
      fetch: async ({ faxRef }) => await client.file(faxRef),
    },
  );
}

function documoApi(client: DocumoClient): CarrierApi {
  const api: CarrierApi = {
    pace: client.pace,
    ping: async () => await client.ping(),
    prepare: async (call) => await documentInOrder(api, call),
    order: async (call, tiff) => await client.send(orderOf(call, Buffer.from(tiff)), call.handOver),
    view: async (id) => answerAs(await client.view(id), seenFax),
    // Documo does not document that new faxes appear in the list at once, or with their subjects.
    listMayMiss: true,
    list: async () => {
      const answer = await client.list();
      // Some keys have no access to the list. A missing fax proves nothing anyway, so this counts as an empty list.
      return answer.kind === 'refused'
        ? { kind: 'ok', value: [] }
        : answerAs(answer, (faxes) => faxes.map(seenFax));
    },
    failed: (reason, pagesSent, pages) => {
      if (!reason.startsWith(CANCELLED)) return failedOutcome(meaningOf, reason, pagesSent, pages);
      // It was canceled in the carrier's app: a person decides whether to send it again.
      return { kind: 'uncertain', pagesConfirmed: Math.min(pagesSent ?? 0, pages), detail: reason };
    },
    blames: ({ about }) => blamed(about),
  };
  return api;
}

function orderOf({ callRef, from, to }: OutgoingCall, tiff: Uint8Array): DocumoOrder {
  return {
    to: e164(to),
    callerId: /^\d{10}$/.test(from.number) ? from.number : undefined,
    subject: subjectOf(callRef),
    tiff,
  };
}
