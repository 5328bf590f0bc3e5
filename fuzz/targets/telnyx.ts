import { generateKeyPairSync, sign } from 'node:crypto';

import type { OutboundGuard } from '../../src/engine/outbound-guard/port.ts';
import { TelnyxClient } from '../../src/engine/fax-line/telnyx/client.ts';
import { fetchMedia } from '../../src/engine/fax-line/telnyx/media.ts';
import { readTelnyxNotice } from '../../src/engine/fax-line/telnyx/notice.ts';
import { failedOutcome } from '../../src/engine/fax-line/carrier/failed.ts';
import { meaningOf } from '../../src/engine/fax-line/telnyx/outcome.ts';
import type { TelnyxSettings } from '../../src/engine/fax-line/telnyx/settings.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const NOW = 1_790_000_000;
const settings = {
  apiBase: 'https://api.telnyx.com/v2',
  apiKey: 'key',
  connection: 'c',
} as unknown as TelnyxSettings;

/** The hosts that may be contacted for a fax's pages. */
const CARRIER = /(?:^|\.)(?:telnyx\.com|telnyxstorage\.com|amazonaws\.com)$|^localhost$|^127\.|^\[::1\]$/;

/** Responds to every request with the input; the requested addresses must be the carrier's. */
function guardOf(body: Buffer, status: number): OutboundGuard {
  const headers = { 'retry-after': body.toString('latin1', 0, 40) };
  return {
    dial: async () => ({ kind: 'refused', reason: 'UNREACHABLE' }),
    request: async (address) => {
      const { protocol, hostname } = new URL(address);
      holds(protocol === 'https:' && CARRIER.test(hostname), 'only the carrier is asked');
      return { kind: 'ok', status, headers, body };
    },
  };
}

const event = (type: string, payload: object) =>
  seed(
    JSON.stringify({
      data: {
        id: 'e1',
        event_type: type,
        occurred_at: '2026-11-23T10:00:00Z',
        payload: { fax_id: 'f1', ...payload },
      },
    }),
  );

/** A carrier's webhooks, with and without its signature, and responses of its API. */
export const target: FuzzTarget = {
  covers: ['/src/engine/fax-line/telnyx/', '/src/engine/outbound-guard/retry-after'],
  maxBytes: 1024 * 1024,
  seeds: () => [
    event('fax.received', {
      media_url: 'https://s3.amazonaws.com/faxes/a.tiff',
      from: '+12125550100',
      to: '+1',
      partial_content: true,
    }),
    event('fax.delivered', {
      client_state: Buffer.from('ref-1').toString('base64'),
      page_count: 2,
      direction: 'outbound',
    }),
    event('fax.failed', { client_state: 'cmVmLTE=', failure_reason: 'user_busy', page_count: 0 }),
    seed('{"data":{"id":"f1","status":"sending","media_url":"https://media.telnyx.com/a","page_count":1}}'),
    seed('{"errors":[{"code":10005,"title":"x","detail":"y","source":{"pointer":"/to"}}]}'),
  ],
  run: async (input) => {
    const signature = sign(null, Buffer.concat([Buffer.from(`${NOW}|`), input]), privateKey).toString(
      'base64',
    );
    const headers = { 'telnyx-timestamp': String(NOW), 'telnyx-signature-ed25519': signature };
    const read = readTelnyxNotice(publicKey, headers, input, () => NOW * 1000);
    holds(read.kind !== 'refused', 'what is signed is read');
    const forged = { ...headers, 'telnyx-signature-ed25519': input.toString('latin1') };
    holds(
      readTelnyxNotice(publicKey, forged, input, () => NOW * 1000).kind === 'refused',
      'what is not is refused',
    );
    if (read.kind === 'report') failedOutcome(meaningOf, read.report.reason, read.report.pages, 3);
    if (read.kind === 'report' || read.kind === 'arrival') {
      const { at } = read.kind === 'report' ? read.report : read.fax;
      holds(!Number.isNaN(at.getTime()), 'a time is a time');
    }
    const status = [200, 201, 204, 400, 404, 422, 429, 500][input.length % 8]!;
    const guard = guardOf(input, status);
    const client = new TelnyxClient(settings, guard);
    const seen = await client.view('f1');
    const mediaUrl =
      read.kind === 'arrival'
        ? read.fax.mediaUrl
        : seen.kind === 'ok'
          ? (seen.value.media_url ?? '')
          : input.toString();
    await fetchMedia({ client, guard, settings }, { faxRef: 'f1', mediaUrl });
  },
};
