import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { FakeDocumo } from '#test/documo/fake-documo.ts';

import { testCall } from '../line.contract-test.ts';
import type { CarrierSide, FaxLine } from '../port.ts';
import { documoLine } from './documo.ts';
import { readDocumoSettings } from './settings.ts';

const PDF = Buffer.from('%PDF-1.4');
const TO = '+12125550100';
const FROM = '3105550111';
const login = { webhookUser: 'fax', webhookPassword: 'two: words' };

let carrier: FakeDocumo;

beforeAll(async () => {
  carrier = await new FakeDocumo().start();
});
afterAll(async () => await carrier.stop());
afterEach(() => {
  const faults = carrier.faults.splice(0);
  if (faults.length > 0) throw new Error(`the carrier refused: ${JSON.stringify(faults)}`);
});

function lineOf(more: object = {}): FaxLine & { carrier: CarrierSide } {
  const settings = readDocumoSettings({ ...carrier.config, ...more });
  if (typeof settings === 'string') throw new Error(settings);
  const guard = createOutboundGuard({ allowPrivate: true });
  const line = documoLine('+1*', { settings, guard, webhookUrl: 'http://127.0.0.1:9/documo' });
  if (!line.carrier) throw new Error('the line has no webhooks');
  return { ...line, carrier: line.carrier };
}

async function read(body: string | Buffer) {
  return await lineOf().carrier.readNotice({}, Buffer.from(body));
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

it('[A-INBOUND-05] webhooks say nothing but which fax to look at: numbers and states are the carrier’s own', async () => {
  const fax = carrier.receive(FROM, TO, PDF);
  const forged = carrier.noticeOf({ ...fax, faxNumber: '+12125550666', faxCallerId: '9005550111' });
  expect(await read(forged)).toMatchObject({
    kind: 'arrival',
    fax: { faxRef: fax.messageId, caller: FROM, called: '12125550100', mediaUrl: '', fault: '' },
  });
  expect(await read(carrier.noticeOf({ ...fax, messageId: 'unknown' }))).toMatchObject({ kind: 'refused' });
  expect(await read('{"event":"fax.v1.number.add"}')).toMatchObject({ kind: 'refused' });
  expect(await read('')).toMatchObject({ kind: 'refused' });
  const { carrier: side } = lineOf();
  expect(await side.fetch({ faxRef: fax.messageId, mediaUrl: 'http://169.254.169.254/' })).toEqual({
    kind: 'ok',
    value: PDF,
  });
});

it('webhooks come as a form as well, with the fields as JSON or each by itself', async () => {
  const fax = carrier.receive(FROM, TO, PDF);
  const told = { kind: 'arrival', fax: { faxRef: fax.messageId } };
  expect(await read(carrier.oldNoticeOf(fax, PDF))).toMatchObject(told);
  const fields = `--b\r\nContent-Disposition: form-data; name="messageId"\r\n\r\n${fax.messageId}\r\n--b--`;
  expect(await read(fields)).toMatchObject(told);
});

it('with a user and a password, webhooks without exactly these are refused before the carrier is asked', async () => {
  const fax = carrier.receive(FROM, TO, PDF);
  const tell = async (authorization?: string) =>
    (await lineOf(login).carrier.readNotice({ authorization }, Buffer.from(carrier.noticeOf(fax)))).kind;
  const asked = carrier.requests.length;
  expect(await tell()).toBe('refused');
  expect(await tell(basic('fax:two: word'))).toBe('refused');
  expect(await tell(basic('fan:two: words'))).toBe('refused');
  expect(await tell('Basic ')).toBe('refused');
  expect(carrier.requests).toHaveLength(asked);
  expect(await tell(basic('fax:two: words'))).toBe('arrival');
});

it('webhooks report the end of a call, and are asked for again while the carrier is away', async () => {
  const call = testCall('3105550116', { tiff: async () => Buffer.from('pages') });
  await lineOf().send(call, new AbortController().signal);
  const [fax] = carrier.faxesTo('+13105550116');
  if (!fax) throw new Error('there is no fax');
  expect(await read(carrier.noticeOf(fax))).toMatchObject({
    kind: 'report',
    report: { callRef: call.callRef, faxRef: fax.messageId, status: 'delivered', pages: 2 },
  });
  const other = carrier.receive(FROM, TO, PDF, { direction: 'outbound', subject: 'Invoice' });
  expect(await read(carrier.noticeOf(other))).toMatchObject({ kind: 'other' });
  carrier.moods.broken = 503;
  expect(await read(carrier.noticeOf(fax))).toMatchObject({ kind: 'later' });
  carrier.moods.broken = 0;
});

it('webhooks of a fax that was cut off bring its pages, and of one without pages nothing', async () => {
  const cut = { status: 'failed', resultInfo: 'Incomplete transmission' };
  const part = carrier.receive(FROM, TO, PDF, cut);
  expect(await read(carrier.noticeOf(part))).toMatchObject({ fax: { fault: 'Incomplete transmission' } });
  const empty = carrier.receive(FROM, TO, Buffer.from(''), { ...cut, pagesComplete: 0 });
  expect(await read(carrier.noticeOf(empty))).toMatchObject({ kind: 'other' });
});

it.each([
  ['is still on at the carrier', { status: 'processing' }],
  ['has no direction', { direction: undefined }],
])('a webhook about a fax that %s is to come again: what came must not be forgotten', async (_, change) => {
  const fax = Object.assign(carrier.receive(FROM, TO, PDF), change);
  expect(await read(carrier.noticeOf(fax))).toMatchObject({ kind: 'later' });
});

it('a received fax whose state is not a documented one is taken', async () => {
  const fax = carrier.receive(FROM, TO, PDF, { status: 'received' });
  expect(await read(carrier.noticeOf(fax))).toMatchObject({ kind: 'arrival' });
});
