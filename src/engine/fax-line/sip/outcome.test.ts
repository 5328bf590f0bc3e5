import { describe, expect, it } from 'vitest';

import { journalOf } from './journal.ts';
import type { LegEnd, LegEvent } from './media-leg.ts';
import { parseMessage } from './signaling/message.ts';
import type { SipResponse } from './signaling/message.ts';
import { endedOutcome, refusedOutcome } from './outcome.ts';

function response(status: number, cause?: number): SipResponse {
  const lines = [
    `SIP/2.0 ${status} Reason`,
    'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1',
    'From: <sip:a@x>;tag=1',
    'To: <sip:b@x>;tag=2',
    'Call-ID: 1',
    'CSeq: 1 INVITE',
    ...(cause === undefined ? [] : [`Reason: Q.850;cause=${cause};text="x"`]),
  ];
  const message = parseMessage(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
  if (message?.kind !== 'response') throw new Error('no response');
  return message;
}

describe('a call that nobody answered', () => {
  it.each([
    [486, undefined, 'BUSY'],
    [600, undefined, 'BUSY'],
    [480, undefined, 'NO_ANSWER'],
    [487, undefined, 'NO_ANSWER'],
    [404, undefined, 'NUMBER_INVALID'],
    [484, undefined, 'NUMBER_INVALID'],
    [603, undefined, 'DECLINED'],
    [403, undefined, 'LINE_FAULT'],
    [407, undefined, 'LINE_FAULT'],
    [488, undefined, 'LINE_FAULT'],
    [500, undefined, 'LINE_FAULT'],
    [503, undefined, 'LINE_FAULT'],
    [302, undefined, 'OTHER'],
    [499, undefined, 'OTHER'],
    // The network behind the trunk is more precise than the status.
    [503, 17, 'BUSY'],
    [480, 1, 'NUMBER_INVALID'],
    [500, 19, 'NO_ANSWER'],
    [403, 21, 'DECLINED'],
    [404, 34, 'LINE_FAULT'],
    [486, 99, 'BUSY'],
  ])('%d with cause %s means %s', (status, cause, reason) => {
    expect(refusedOutcome(response(status, cause))).toMatchObject({ reason, pagesConfirmed: 0 });
  });

  it('is a fault of the line when nothing is heard, and not one of the number', () => {
    expect(refusedOutcome(null)).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT' });
  });
});

const talked: LegEvent = { ev: 'negotiated', rate: 14_400, ecm: true, stationId: '+1' };
const page = (pages: number): LegEvent => ({ ev: 'page', pages });
const sent: LegEvent = { ev: 'last-page-sent' };
const end = (code: number, pages: number, text = 'x'): LegEnd => ({
  ev: 'end',
  code,
  text,
  media: 't38',
  pages,
  rate: 14_400,
  ecm: true,
  stationId: '+1',
});
const NO_DIS = 2;
const DROPPED = 50;
const BAD_TIFF = 43;
const INCOMPATIBLE = 8;

describe('a call that was answered', () => {
  it.each<[string, LegEvent[], boolean, object]>([
    [
      'every page is confirmed',
      [talked, page(1), page(2), end(0, 2)],
      false,
      { kind: 'delivered', pages: 2 },
    ],
    // The last confirmation is in the journal, and the call broke before its regular end.
    ['every page is confirmed, without an end', [talked, page(1), page(2)], true, { kind: 'delivered' }],
    [
      'the answer to the last page is lost',
      [talked, page(1), sent, end(DROPPED, 1)],
      false,
      { kind: 'uncertain', pagesConfirmed: 1 },
    ],
    [
      'the answer to the last page is lost with the process',
      [talked, page(1), sent],
      true,
      { kind: 'uncertain', pagesConfirmed: 1 },
    ],
    [
      'the last page was on its way',
      [talked, page(1), end(DROPPED, 1)],
      false,
      { kind: 'retry', reason: 'DROPPED', pagesConfirmed: 1, resume: true },
    ],
    ['no fax machine answers', [end(NO_DIS, 0)], false, { kind: 'retry', reason: 'NO_FAX_MACHINE' }],
    [
      'nothing is heard after the answer',
      [end(-1, 0, 'The far end fell silent')],
      false,
      { kind: 'retry', reason: 'NO_FAX_MACHINE' },
    ],
    ['the machines do not fit', [end(INCOMPATIBLE, 0)], false, { kind: 'retry', reason: 'NO_FAX_MACHINE' }],
    ['the document is broken', [end(BAD_TIFF, 0)], false, { kind: 'final', reason: 'DOCUMENT_REFUSED' }],
    ['we hung up', [talked, end(-1, 0)], true, { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0 }],
    [
      'the process died before any page',
      [],
      true,
      { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0 },
    ],
  ])('%s', (_case, events, ours, outcome) => {
    expect(endedOutcome(journalOf(events), 2, ours)).toMatchObject(outcome);
  });
});
