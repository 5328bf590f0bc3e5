import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { FakeSinch } from '#test/sinch/fake-sinch.ts';

import { lineContract, testCall } from '../line.contract-test.ts';
import { LEAVE_CALL } from '../port.ts';
import type { FaxLine } from '../port.ts';
import { blamed, meaningOf } from './outcome.ts';
import { readSinchSettings } from './settings.ts';
import { sinchLine } from './sinch.ts';

const never = new AbortController().signal;
const quick = { pollMs: 20, reasonMs: 60, awayMs: 300, callMs: 60_000, lookMs: 10, cancelMs: 2_000 };

let carrier: FakeSinch;

function lineOf(): FaxLine {
  const settings = readSinchSettings(carrier.config);
  if (typeof settings === 'string') throw new Error(settings);
  const guard = createOutboundGuard({ allowPrivate: true });
  const webhookUrl = 'http://127.0.0.1:9/api/lines/carrier/sinch';
  return sinchLine('+1*', { settings, guard, webhookUrl, times: quick });
}

beforeAll(async () => {
  carrier = await new FakeSinch().start();
});
afterAll(async () => await carrier.stop());
afterEach(() => {
  Object.assign(carrier.moods, { dropAnswer: false, broken: 0, slow: false, silent: false });
  const faults = carrier.faults.splice(0);
  if (faults.length > 0) throw new Error(`the carrier refused: ${JSON.stringify(faults)}`);
});

lineContract('sinch', () => ({
  line: lineOf(),
  answering: '3105550111',
  busy: '3105550199',
  invalid: '3105550195',
  tiff: (pages) => Buffer.alloc(pages, 'P'),
}));

describe('sinch', () => {
  it('orders with the document, our reference, and the address of our webhook; the carrier does not try again itself', async () => {
    const tiff = Buffer.from('II*\0pages');
    const call = testCall('3105550112', {
      from: { number: '2125550100', stationId: 'Dr. Müller & Co' },
      tiff: async () => tiff,
    });
    expect(await lineOf().send(call, never)).toMatchObject({ kind: 'delivered', pages: 2 });
    const [fax] = carrier.faxesTo('+13105550112');
    expect(fax).toMatchObject({ from: '+12125550100', labels: { f2e: call.callRef } });
    expect(fax?.callbackUrl).toBe(`http://127.0.0.1:9/api/lines/carrier/sinch?ref=${call.callRef}`);
    expect(carrier.files.get(fax?.id ?? '')).toEqual(tiff);
  });

  it('[F-send-16] a lost answer is asked for by our reference: one fax', async () => {
    carrier.moods.dropAnswer = true;
    const outcome = await lineOf().send(testCall('3105550113'), never);
    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(carrier.faxesTo('+13105550113')).toHaveLength(1);
  });

  it('after a crash the call is found by our reference and followed, or surely was never placed', async () => {
    carrier.moods.slow = true;
    const leaving = new AbortController();
    const call = testCall('3105550114');
    const sending = lineOf().send(call, leaving.signal);
    await expect.poll(() => carrier.faxesTo('+13105550114').length).toBe(1);
    leaving.abort(LEAVE_CALL);
    expect(await sending).toEqual({ kind: 'left' });
    const lost = { jobId: 1, callRef: call.callRef, to: call.to, pages: 2, pagesConfirmed: 0 };
    const adopting = lineOf().adopt(lost, never);
    const [fax] = carrier.faxesTo('+13105550114');
    // Without the label, the reference in the webhook address still identifies the fax.
    delete fax?.labels;
    if (fax) await carrier.end(fax);
    expect(await adopting).toMatchObject({ kind: 'delivered', pages: 2 });
    expect(await lineOf().adopt({ ...lost, callRef: randomUUID() }, never)).toEqual({ kind: 'never-placed' });
  });

  it('a fax that is hung up goes on to its end, for the carrier has no such call; pages that went over are uncertain', async () => {
    carrier.moods.slow = true;
    const stop = new AbortController();
    const sending = lineOf().send(testCall('3105550115'), stop.signal);
    await expect.poll(() => carrier.faxesTo('+13105550115').length).toBe(1);
    stop.abort();
    const [fax] = carrier.faxesTo('+13105550115');
    const dropped = {
      errorType: 'FAX_ERROR',
      errorCode: 8,
      errorMessage: 'No response after sending a page',
    };
    if (fax) await carrier.end(fax, { ...dropped, pagesSentSuccessfully: 2 });
    expect(await sending).toMatchObject({ kind: 'uncertain', pagesConfirmed: 2 });
  });

  it('a carrier that is away is a fault of the line, and so is one that does not take our key', async () => {
    carrier.moods.broken = 503;
    expect(await lineOf().send(testCall('3105550111'), never)).toMatchObject({ reason: 'LINE_FAULT' });
    expect(await lineOf().check()).toMatchObject({ ok: false });
    carrier.moods.broken = 403;
    expect(await lineOf().check()).toEqual({ ok: false, reason: 'The carrier does not take the API key.' });
    carrier.moods.broken = 0;
    expect(await lineOf().check()).toEqual({ ok: true });
  });

  it.each([
    ['CALL_ERROR 17 Busy', 'BUSY'],
    ['CALL_ERROR 49 The destination phone number Is Not active', 'NUMBER_INVALID'],
    ['FAX_ERROR 132 No fax tone detected', 'NO_FAX_MACHINE'],
    ['FAX_ERROR 60 Transmission error after page break', 'DROPPED'],
    ['FAX_ERROR 46 Insufficient funds', 'LINE_FAULT'],
    ['DOCUMENT_CONVERSION_ERROR 133 Failed to normalize PDF document', 'DOCUMENT_REFUSED'],
    ['DOCUMENT_CONVERSION_ERROR 57 There was a problem storing the file you provided.', 'LINE_FAULT'],
    ['GENERAL_ERROR 999 gremlins', 'OTHER'],
    ['', 'OTHER'],
  ])('%s means %s', (reason, meaning) => {
    expect(meaningOf(reason)).toBe(meaning);
  });

  it.each([
    ["The 'to' field is required", 'number'],
    ['Validation failed {"fieldViolations":[{"field":"to"}]}', 'number'],
    ['The destination is not a valid phone number', 'number'],
    ['The from number is not a phone number of this project', 'us'],
    ['You are not allowed to send faxes', 'us'],
    ['Profile is not active', 'us'],
    ['Could not determine mimetype for file', 'document'],
  ])('an order that is refused with «%s» is about: %s', (about, whom) => {
    expect(blamed(about)).toBe(whom);
  });

  it('refuses settings with a sentence that repeats no secret', () => {
    const good = carrier.config;
    const refused = [
      { ...good, keySecret: undefined },
      { ...good, keySecret: 'SECRET\r\nx: y' },
      { ...good, keyId: 'a:b' },
      { ...good, project: '../other' },
      { ...good, apiBase: 'http://fax.api.sinch.com/v3' },
    ].map((config) => readSinchSettings(config));
    expect(refused.every((answer) => typeof answer === 'string' && !answer.includes('SECRET'))).toBe(true);
  });
});

async function read(body: string) {
  return await lineOf().carrier?.readNotice({}, Buffer.from(body));
}

/** Returns a form field with JSON. */
function field(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${value}\r\n`;
}

describe('webhooks, which nobody signs', () => {
  it('[A-INBOUND-05] say nothing but which fax to look at: numbers and states are the carrier’s own', async () => {
    const fax = carrier.receive('+13105550111', '+12125550100', Buffer.from('%PDF-1.4'));
    const forged = carrier.noticeOf(
      { ...fax, to: '+12125550666', from: '+19005550111' },
      Buffer.from('%PDF evil'),
    );
    expect(await read(forged)).toMatchObject({
      kind: 'arrival',
      fax: { faxRef: fax.id, caller: '13105550111', called: '12125550100', mediaUrl: '' },
    });
    expect(await read(carrier.noticeOf({ ...fax, id: 'unknown' }))).toMatchObject({ kind: 'refused' });
    expect(await read('{"event":"INCOMING_FAX"}')).toMatchObject({ kind: 'refused' });
    expect(await read('')).toMatchObject({ kind: 'refused' });
    expect(await lineOf().carrier?.fetch({ faxRef: fax.id, mediaUrl: 'http://169.254.169.254/' })).toEqual({
      kind: 'ok',
      value: Buffer.from('%PDF-1.4'),
    });
  });

  it('come as a form as well, and are read from their beginning', async () => {
    const fax = carrier.receive('+13105550111', '+12125550100', Buffer.from('%PDF-1.4'));
    const form = `${field('event', 'INCOMING_FAX')}${field('fax', JSON.stringify(fax))}--b\r\nContent-Dispo`;
    expect(await read(form)).toMatchObject({ kind: 'arrival', fax: { faxRef: fax.id } });
  });

  it('report the end of a call, and are asked for again while the carrier is away', async () => {
    const call = testCall('3105550116');
    await lineOf().send(call, never);
    const [fax] = carrier.faxesTo('+13105550116');
    if (!fax) throw new Error('there is no fax');
    expect(await read(carrier.noticeOf(fax))).toMatchObject({
      kind: 'report',
      report: { callRef: call.callRef, faxRef: fax.id, status: 'delivered' },
    });
    // 401 and 403: the key has expired or lacks permission. The fax still exists.
    for (const status of [503, 401, 403]) {
      carrier.moods.broken = status;
      expect(await read(carrier.noticeOf(fax))).toMatchObject({
        kind: 'later',
        reason: expect.stringContaining(String(status)),
      });
    }
  });

  it('of a fax that was cut off bring its pages, and of one without pages nothing', async () => {
    const cut = { status: 'FAILURE', errorMessage: 'Incomplete transmission' } as const;
    const part = carrier.receive('+13105550111', '+12125550100', Buffer.from('%PDF'), cut);
    expect(await read(carrier.noticeOf(part))).toMatchObject({ fax: { fault: 'Incomplete transmission' } });
    const empty = carrier.receive('+13105550111', '+12125550100', Buffer.from(''), {
      ...cut,
      numberOfPages: 0,
    });
    expect(await read(carrier.noticeOf(empty))).toMatchObject({ kind: 'other' });
  });

  it('of a received fax that is still under way come again later, so that its end is not missed', async () => {
    const coming = carrier.receive('+13105550111', '+12125550100', Buffer.from('%PDF'), {
      status: 'IN_PROGRESS',
    });
    expect(await read(carrier.noticeOf(coming))).toEqual({ kind: 'later' });
    coming.status = 'COMPLETED';
    expect(await read(carrier.noticeOf(coming))).toMatchObject({
      kind: 'arrival',
      fax: { faxRef: coming.id },
    });
  });
});
