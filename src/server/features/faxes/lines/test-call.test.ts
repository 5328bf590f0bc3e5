import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SendingRig } from '#test/sending-rig.ts';
import { startSipSending } from '#test/sip-rig/sip-sending.ts';

import { verdictOf } from './test-call-verdict.ts';

let rig: SendingRig;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ rig, stop } = await startSipSending(1));
});
afterAll(async () => await stop());

async function call(to: string, line = 'trunk') {
  const ends = { from: '2125550100', to };
  return await rig.sending.testCalls.call(line, ends, new AbortController().signal);
}

describe('a test call', () => {
  it('sends a page and says how it went, and is on record', async () => {
    const result = await call('3105550142');
    expect(result).toMatchObject({ kind: 'ok', verdict: { ok: true, advice: '' } });
    expect(JSON.stringify(result)).toMatch(
      /The page arrived over T\.38 at 14,400 bit\/s with error correction, in \d+ seconds\./u,
    );
    const acts = rig.database.db.selectFrom('audit').select(['object', 'detail']);
    expect(await acts.where('action', '=', 'line.call').execute()).toEqual([
      { object: 'line/trunk', detail: { to: '3105550142' } },
    ]);
    // No fax was stored.
    expect(await rig.database.db.selectFrom('fax').select('id').execute()).toEqual([]);
  });

  it.each([
    ['3105550199', 'The number is busy.', 'The line works so far.'],
    ['3105550198', 'Nobody answered.', 'Call a number that answers.'],
    ['3105550195', 'The network does not know this number.', 'see prefix='],
    ['3105550193', 'The far end declined the call.', 'It may block'],
    ['3105550192', 'The line could not place the call.', 'line test'],
  ])('to %s says: %s', async (to, text, advice) => {
    expect(await call(to)).toMatchObject({
      kind: 'ok',
      verdict: {
        ok: false,
        text,
        advice: expect.stringContaining(advice),
        detail: expect.stringMatching(/^\d{3} /),
      },
    });
  });

  it('is refused where there is no such line, or one that places no calls', async () => {
    expect(await call('3105550142', 'nothing')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('no line named'),
    });
    expect(await call('3105550142', 'onnet')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('places no calls'),
    });
  });

  it('names T.38 where the fax went as sound, and other kinds of lines without options of SIP', () => {
    const link = { media: 'audio' as const, rate: 9_600 };
    expect(verdictOf({ kind: 'delivered', pages: 1, link }, 'sip')).toMatchObject({
      ok: true,
      text: 'The page arrived as sound (G.711) at 9,600 bit/s.',
      advice: expect.stringContaining('t38=request'),
    });
    const silent = { kind: 'retry' as const, reason: 'NO_FAX_MACHINE' as const, pagesConfirmed: 0 };
    expect(verdictOf(silent, 'sip').advice).toContain('media ports');
    expect(verdictOf(silent, 'telnyx').advice).toBe('Make sure that a fax machine answers at this number.');
    expect(verdictOf({ kind: 'uncertain', pagesConfirmed: 0 }, 'sip').text).toContain(
      'broke off before it was confirmed',
    );
    expect(verdictOf({ kind: 'never-placed' }, 'sip')).toMatchObject({ ok: false });
  });
});
