import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { FakeDocumo } from '#test/documo/fake-documo.ts';

import { lineContract, testCall } from '../line.contract-test.ts';
import { LEAVE_CALL } from '../port.ts';
import type { FaxLine } from '../port.ts';
import { documoLine } from './documo.ts';
import { blamed, meaningOf } from './outcome.ts';
import { readDocumoSettings } from './settings.ts';

const never = new AbortController().signal;
const quick = { pollMs: 20, reasonMs: 60, awayMs: 300, callMs: 60_000, lookMs: 10, cancelMs: 2_000 };
const webhookLogin = { webhookUser: 'fax', webhookPassword: 'SECRET: of webhooks' };

let carrier: FakeDocumo;

function lineOf(more: object = {}): FaxLine {
  const settings = readDocumoSettings({ ...carrier.config, ...more });
  if (typeof settings === 'string') throw new Error(settings);
  const guard = createOutboundGuard({ allowPrivate: true });
  return documoLine('+1*', { settings, guard, webhookUrl: 'http://127.0.0.1:9/documo', times: quick });
}

beforeAll(async () => {
  carrier = await new FakeDocumo().start();
});
afterAll(async () => await carrier.stop());
afterEach(() => {
  const calm = { dropAnswer: false, broken: 0, slow: false, forgetful: false, noHistory: false };
  Object.assign(carrier.moods, calm);
  const faults = carrier.faults.splice(0);
  if (faults.length > 0) throw new Error(`the carrier refused: ${JSON.stringify(faults)}`);
});

lineContract('documo', () => ({
  line: lineOf(),
  answering: '3105550111',
  busy: '3105550199',
  invalid: '3105550195',
  tiff: (pages) => Buffer.alloc(pages, 'P'),
}));

describe('documo', () => {
  it('orders with the document, our reference as the subject, and no cover page', async () => {
    const tiff = Buffer.from('II*\0pages');
    const call = testCall('3105550112', { tiff: async () => tiff });
    expect(await lineOf().send(call, never)).toMatchObject({ kind: 'delivered', pages: 2 });
    const [fax] = carrier.faxesTo('+13105550112');
    expect(fax).toMatchObject({ faxCallerId: '2125550100', subject: `f2e:${call.callRef}` });
    expect(carrier.files.get(fax?.messageId ?? '')).toEqual(tiff);
  });

  it('[F-send-16] a lost answer is asked for by our reference: one fax', async () => {
    carrier.moods.dropAnswer = true;
    const outcome = await lineOf().send(testCall('3105550113'), never);
    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(carrier.faxesTo('+13105550113')).toHaveLength(1);
  });

  it.each([
    ['does not tell the subjects', 'forgetful'],
    ['does not let the key read it', 'noHistory'],
  ] as const)('after a lost answer, a list that %s leaves the fax uncertain', async (_, mood) => {
    Object.assign(carrier.moods, { dropAnswer: true, [mood]: true });
    const before = carrier.faxes.size;
    carrier.requests.length = 0;
    const outcome = await lineOf().send(testCall('3105550117'), never);
    expect(outcome).toMatchObject({ kind: 'uncertain', pagesConfirmed: 0 });
    expect(carrier.faxes.size).toBe(before + 1);
    // The list proves nothing, so a few queries are enough.
    expect(carrier.requests.filter((request) => request === 'GET /fax/history')).toHaveLength(3);
  });

  it('after a crash the call is found by our reference and followed; one that is not found is uncertain', async () => {
    carrier.moods.slow = true;
    const leaving = new AbortController();
    const call = testCall('3105550114');
    const sending = lineOf().send(call, leaving.signal);
    await expect.poll(() => carrier.faxesTo('+13105550114').length).toBe(1);
    leaving.abort(LEAVE_CALL);
    expect(await sending).toEqual({ kind: 'left' });
    // More than one page of the list has been added since.
    for (let sent = 0; sent < 130; sent += 1)
      carrier.receive('2125550100', '+13105550118', Buffer.from(''), { direction: 'outbound' });
    const lost = { jobId: 1, callRef: call.callRef, to: call.to, pages: 2, pagesConfirmed: 0 };
    const adopting = lineOf().adopt(lost, never);
    const [fax] = carrier.faxesTo('+13105550114');
    if (fax) carrier.end(fax);
    expect(await adopting).toMatchObject({ kind: 'delivered', pages: 2 });
    const unheard = await lineOf().adopt({ ...lost, callRef: 'unheard-of' }, never);
    expect(unheard).toMatchObject({ kind: 'uncertain', pagesConfirmed: 0 });
  });

  it('a fax that is hung up goes on to its end, for the carrier has no such call; pages that went over are uncertain', async () => {
    carrier.moods.slow = true;
    const stop = new AbortController();
    const sending = lineOf().send(testCall('3105550115'), stop.signal);
    await expect.poll(() => carrier.faxesTo('+13105550115').length).toBe(1);
    stop.abort();
    const [fax] = carrier.faxesTo('+13105550115');
    if (fax) carrier.end(fax, 'Call dropped', { pagesComplete: 2 });
    expect(await sending).toMatchObject({ kind: 'uncertain', pagesConfirmed: 2 });
  });

  it('a fax that is canceled in the app of the carrier ends as uncertain', async () => {
    carrier.moods.slow = true;
    const sending = lineOf().send(testCall('3105550119'), never);
    await expect.poll(() => carrier.faxesTo('+13105550119').length).toBe(1);
    const [fax] = carrier.faxesTo('+13105550119');
    if (fax) carrier.end(fax, '', { status: 'cancelled' });
    expect(await sending).toMatchObject({ kind: 'uncertain', pagesConfirmed: 0, detail: 'cancelled' });
  });

  it('a carrier that is away is a fault of the line, and so is one that does not take our key', async () => {
    const before = carrier.requests.filter((request) => request === 'POST /faxes').length;
    carrier.moods.broken = 503;
    expect(await lineOf().send(testCall('3105550111'), never)).toMatchObject({ reason: 'LINE_FAULT' });
    expect(carrier.requests.filter((request) => request === 'POST /faxes')).toHaveLength(before);
    expect(await lineOf().check()).toMatchObject({ ok: false });
    carrier.moods.broken = 0;
    const reason = 'The carrier does not take the API key.';
    expect(await lineOf({ apiKey: 'another' }).check()).toEqual({ ok: false, reason });
    expect(await lineOf().check()).toEqual({ ok: true });
  });

  it.each([
    ['Fax number busy 6000', 'BUSY'],
    ['No Answer', 'NO_ANSWER'],
    ['Invalid fax number', 'NUMBER_INVALID'],
    ['The number is not in service', 'NUMBER_INVALID'],
    ['No faxtone detected', 'NO_FAX_MACHINE'],
    ['Transmission not completed', 'DROPPED'],
    ['Call disconnected', 'DROPPED'],
    ['Insufficient balance', 'LINE_FAULT'],
    ['gremlins', 'OTHER'],
    ['', 'OTHER'],
  ])('%s means %s', (reason, meaning) => {
    expect(meaningOf(reason)).toBe(meaning);
  });

  it.each([
    ['{"error":{"message":"faxNumber is not valid"}}', 'number'],
    ['{"message":"callerId is not a phone number of this account"}', 'us'],
    ['{"message":"Attachments are required"}', 'document'],
    ['{"message":"Account is not active"}', 'us'],
  ])('an order that is refused with %s is about: %s', (about, whom) => {
    expect(blamed(about)).toBe(whom);
  });

  it('refuses settings with a sentence that repeats no secret', () => {
    const good = { ...carrier.config, ...webhookLogin };
    expect(readDocumoSettings(good)).toMatchObject({ webhookLogin: { user: 'fax' } });
    const refused = [
      { ...good, apiKey: undefined },
      { ...good, apiKey: 'SECRET\r\nx: y' },
      { ...good, webhookUser: undefined },
      { ...good, webhookPassword: undefined },
      { ...good, webhookUser: 'a:b' },
      { ...good, apiBase: 'http://api.documo.com/v1' },
    ].map((config) => readDocumoSettings(config));
    expect(refused.every((answer) => typeof answer === 'string' && !answer.includes('SECRET'))).toBe(true);
  });
});
