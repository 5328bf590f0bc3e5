import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { FakeTelnyx } from '#test/telnyx/fake-telnyx.ts';

import { lineContract, testCall } from '../line.contract-test.ts';
import { LEAVE_CALL } from '../port.ts';
import type { FaxLine } from '../port.ts';
import { meaningOf } from './outcome.ts';
import { readTelnyxSettings } from './settings.ts';
import { telnyxLine } from './telnyx.ts';

const never = new AbortController().signal;
const quick = { pollMs: 20, reasonMs: 60, awayMs: 300, callMs: 60_000, lookMs: 10, cancelMs: 2_000 };

let carrier: FakeTelnyx;

function lineOf(): FaxLine {
  const settings = readTelnyxSettings(carrier.config);
  if (typeof settings === 'string') throw new Error(settings);
  const guard = createOutboundGuard({ allowPrivate: true });
  const webhookUrl = 'http://127.0.0.1:9/api/lines/carrier/telnyx';
  return telnyxLine('+1*', { settings, guard, webhookUrl, times: quick });
}

beforeAll(async () => {
  carrier = await new FakeTelnyx().start();
});
afterAll(async () => await carrier.stop());
afterEach(() => {
  Object.assign(carrier.moods, {
    dropAnswer: false,
    broken: null,
    silent: false,
    slow: false,
    reasonInView: true,
  });
  const faults = carrier.faults.splice(0);
  if (faults.length > 0) throw new Error(`the carrier refused: ${JSON.stringify(faults)}`);
});

lineContract('telnyx', () => ({
  line: lineOf(),
  answering: '3105550111',
  busy: '3105550199',
  invalid: '3105550195',
  tiff: (pages) => Buffer.alloc(pages, 'P'),
}));

describe('telnyx', () => {
  it('uploads the document, orders with our reference and the address of our webhook, and tidies up', async () => {
    const call = testCall('3105550111', { from: { number: '2125550100', stationId: 'Dr. Müller & Co' } });
    await lineOf().send(call, never);
    const [fax] = carrier.faxesTo('+13105550111').slice(-1);
    expect(fax).toMatchObject({ from: '+12125550100', connection_id: '234423' });
    expect(Buffer.from(fax?.client_state ?? '', 'base64').toString()).toBe(call.callRef);
    expect(fax?.webhook_url).toBe('http://127.0.0.1:9/api/lines/carrier/telnyx');
    await expect.poll(() => carrier.media.has(call.callRef)).toBe(false);
  });

  it('[F-send-16] a lost answer is asked for by our reference: one fax', async () => {
    carrier.moods.dropAnswer = true;
    const before = carrier.faxesTo('+13105550112').length;
    const outcome = await lineOf().send(testCall('3105550112'), never);
    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(carrier.faxesTo('+13105550112')).toHaveLength(before + 1);
  });

  it('a carrier that is away is a fault of the line, and so is one that does not take our key', async () => {
    carrier.moods.broken = 503;
    expect(await lineOf().send(testCall('3105550111'), never)).toMatchObject({ reason: 'LINE_FAULT' });
    expect(await lineOf().check()).toMatchObject({ ok: false });
    carrier.moods.broken = 401;
    expect(await lineOf().check()).toEqual({ ok: false, reason: 'The carrier does not take the API key.' });
    expect(await lineOf().send(testCall('3105550111'), never)).toMatchObject({ reason: 'LINE_FAULT' });
    carrier.moods.broken = 429;
    expect(await lineOf().send(testCall('3105550111'), never)).toMatchObject({ reason: 'LINE_FAULT' });
    carrier.moods.broken = null;
    expect(await lineOf().check()).toEqual({ ok: true });
  });

  it('what was told counts more than what is seen, and the first end stands', async () => {
    carrier.moods.slow = true;
    const call = testCall('3105550111');
    const at = new Date();
    const told = (status: string, reason: string, ms: number) => ({
      callRef: call.callRef,
      faxRef: 'x',
      status,
      reason,
      pages: null,
      at: new Date(at.getTime() + ms),
    });
    const reports = {
      read: async () => [told('sending', '', 1), told('failed', 'user_busy', 2), told('delivered', '', 3)],
      wait: async () => {},
    };
    const outcome = await lineOf().send({ ...call, reports }, never);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'BUSY' });
  });

  it('a failure without a reason is tried once more', async () => {
    carrier.moods.reasonInView = false;
    const outcome = await lineOf().send(testCall('3105550199'), never);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'OTHER' });
  });

  it('after a crash the call is found by our reference and followed, or surely was never placed', async () => {
    carrier.moods.slow = true;
    const leaving = new AbortController();
    const call = testCall('3105550113');
    const sending = lineOf().send(call, leaving.signal);
    await expect.poll(() => carrier.faxesTo('+13105550113').length).toBe(1);
    leaving.abort(LEAVE_CALL);
    expect(await sending).toEqual({ kind: 'left' });
    const lost = { jobId: 1, callRef: call.callRef, to: call.to, pages: 2, pagesConfirmed: 0 };
    const adopting = lineOf().adopt(lost, never);
    const [fax] = carrier.faxesTo('+13105550113');
    if (fax) await carrier.end(fax, 'delivered');
    expect(await adopting).toMatchObject({ kind: 'delivered', pages: 2 });
    expect(await lineOf().adopt({ ...lost, callRef: randomUUID() }, never)).toEqual({ kind: 'never-placed' });
  });

  it('the carrier’s reasons mean something to us, and new ones are OTHER', () => {
    const meanings = Object.fromEntries(
      [
        'user_busy',
        'receiver_decline',
        'page_count_limit_exceeded',
        'account_disabled',
        'destination_not_in_service_plan',
        'gremlins',
      ].map((reason) => [reason, meaningOf(reason)]),
    );
    expect(meanings).toEqual({
      user_busy: 'BUSY',
      receiver_decline: 'DECLINED',
      page_count_limit_exceeded: 'DOCUMENT_REFUSED',
      account_disabled: 'LINE_FAULT',
      destination_not_in_service_plan: 'BARRED',
      gremlins: 'OTHER',
    });
  });

  it('refuses settings with a sentence that repeats no secret', () => {
    const good = carrier.config;
    const refused = [
      { ...good, apiKey: undefined },
      { ...good, connection: undefined },
      { ...good, webhookKey: 'c2hvcnQ=' },
      { ...good, apiBase: 'http://api.telnyx.com/v2' },
      { ...good, apiKey: 'KEY\r\nx: y' },
    ].map((config) => readTelnyxSettings(config));
    expect(refused.every((answer) => typeof answer === 'string' && !answer.includes('KEY'))).toBe(true);
  });
});

const read = async (event: string, payload: object) => {
  const { headers, body } = carrier.notice(event, payload);
  return await lineOf().carrier?.readNotice(headers, Buffer.from(body));
};

describe('webhooks', () => {
  const payload = {
    fax_id: 'f1',
    direction: 'outbound',
    client_state: Buffer.from('ref-1').toString('base64'),
  };

  it('are read when their signature is right and fresh', async () => {
    const { headers, body } = carrier.notice('fax.delivered', { ...payload, page_count: 2 });
    expect(await lineOf().carrier?.readNotice(headers, Buffer.from(body))).toMatchObject({
      kind: 'report',
      report: { callRef: 'ref-1', faxRef: 'f1', status: 'delivered', pages: 2 },
    });
  });

  it('are refused when the body, the key, the time or the form of the signature is wrong', async () => {
    const stranger = new FakeTelnyx();
    const right = carrier.notice('fax.delivered', payload);
    const notices = [
      { headers: right.headers, body: right.body.replace('delivered', 'failed') },
      { headers: {}, body: right.body },
      stranger.notice('fax.delivered', payload),
      carrier.notice('fax.delivered', payload, { seconds: -301 }),
      carrier.notice('fax.delivered', payload, { seconds: 302 }),
      { headers: { ...right.headers, 'telnyx-signature-ed25519': 'AAAA' }, body: right.body },
      { headers: { ...right.headers, 'telnyx-timestamp': 'soon' }, body: right.body },
    ];
    for (const { headers, body } of notices)
      expect(await lineOf().carrier?.readNotice(headers, Buffer.from(body))).toMatchObject({
        kind: 'refused',
      });
  });

  it('of a known event in an unknown form come again, and the log says which field; others are taken', async () => {
    for (const event of ['fax.received', 'fax.delivered', 'fax.failed'])
      expect(await read(event, { ...payload, fax_id: 7 })).toEqual({
        kind: 'later',
        reason: 'it has an unknown form: data.payload.fax_id',
      });
    expect(await read('fax.queued', { fax_id: 7 })).toMatchObject({ kind: 'other' });
    expect(await read('number.ported', {})).toMatchObject({ kind: 'other' });
  });

  it('of a received fax without the address of its pages are taken: the carrier is asked for it', async () => {
    carrier.receive('+13105550111', '+12125550100', Buffer.from('%PDF'));
    const [fax] = [...carrier.faxes.values()].slice(-1);
    const notice = await read('fax.received', { fax_id: fax?.id, media_url: null });
    if (notice?.kind !== 'arrival') throw new Error(`it is ${notice?.kind}`);
    expect(await lineOf().carrier?.fetch(notice.fax)).toMatchObject({ kind: 'ok' });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'https://evil.example/fax.pdf',
    'https://api.telnyx.com.evil.example/x',
    'https://user@s3.amazonaws.com/x',
  ])('[A-INBOUND-03] pages are not fetched from %s', async (mediaUrl) => {
    const before = carrier.requests.length;
    const fetched = await lineOf().carrier?.fetch({ faxRef: 'unknown', mediaUrl });
    expect(fetched).toMatchObject({ kind: 'failed' });
    expect(carrier.requests.slice(before).every((request) => request.includes('/faxes/unknown'))).toBe(true);
  });

  it('[A-INBOUND-03] pages are not fetched where a redirection leads', async () => {
    carrier.moods.mediaStatus = 302;
    carrier.receive('+13105550111', '+12125550100', Buffer.from('%PDF'));
    const [fax] = [...carrier.faxes.values()].slice(-1);
    const fetched = await lineOf().carrier?.fetch({ faxRef: fax?.id ?? '', mediaUrl: fax?.media_url ?? '' });
    carrier.moods.mediaStatus = 200;
    expect(fetched).toMatchObject({ kind: 'failed', reason: 'The pages are answered with 302.' });
  });
});
