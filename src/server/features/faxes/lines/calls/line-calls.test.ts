import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { makeAccount } from '#test/factories.ts';
import { until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { startSipSending } from '#test/sip-rig/sip-sending.ts';

import { masked } from './call-export.ts';
import { frameList } from './frame-list.ts';
import type { LineCall } from './line-calls.store.ts';

const TO = '3105550142';
let rig: SendingRig;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ rig, stop } = await startSipSending(2));
});
afterAll(async () => await stop());

const calls = () => rig.sending.lineCalls;

/** Begins a test call. Returns its id. */
async function begin(to: string): Promise<number> {
  const begun = await rig.sending.testCalls.begin('trunk', { from: '2125550100', to });
  if (begun.kind === 'refused') throw new Error(begun.reason);
  return begun.id;
}

async function ended(id: number): Promise<LineCall> {
  const found = await until(
    async () => (await calls().show(id))?.call,
    (call) => call?.endedAt !== null,
  );
  if (!found) throw new Error('the call is gone');
  return found;
}

function stepsOf(call: LineCall): string[] {
  return call.steps.map(({ step }) => step);
}

describe('calls over a line that tells', () => {
  it('a test call is seen live, and at its end with a verdict and everything that passed', async () => {
    const id = await begin(TO);
    const live = await until(
      async () => (await calls().ofLine('trunk', 'UTC'))?.live ?? [],
      ([one]) => one?.steps.some(({ step }) => step === 'answered') ?? false,
    );
    expect(live).toMatchObject([
      { id, live: true, direction: 'test', far: TO, own: '2125550100', endedAt: null },
    ]);
    const call = await ended(id);
    expect(call).toMatchObject({ live: false, result: 'OK', verdict: { ok: true }, pages: 1 });
    expect(stepsOf(call)).toEqual(['dialing', 'answered', 'media', 'media', 'negotiated', 'page']);
    const { trace } = (await calls().show(id)) ?? {};
    expect(trace?.messages[0]?.text).toContain(`sip:+1${TO}`);
    expect(trace?.frames.map(({ name }) => name)).toContain('DCS');
    const page = await calls().ofLine('trunk', 'UTC');
    expect(page).toMatchObject({ tells: true, live: [], test: { id } });
    // Test calls are not faxes.
    expect(page?.today).toEqual({ calls: 0, answered: 0, pages: 0, t38: 0, audio: 0 });
  });

  it('a fax of the queue has its record by its call, and counts for the line', async () => {
    const account = await makeAccount(rig.database.db);
    await rig.send(account.id, [TO]);
    const worker = await rig.sending.startWorker({ convertSlots: 1, callSlots: 1 });
    const listed = await until(
      async () => (await calls().ofLine('trunk', 'UTC'))?.recent ?? [],
      (recent) => recent.some(({ direction, endedAt }) => direction === 'out' && endedAt !== null),
    );
    await worker.stop();
    const sent = listed.find(({ direction }) => direction === 'out');
    expect(sent).toMatchObject({
      accountId: account.id,
      own: account.number,
      n: 1,
      jobId: expect.any(Number),
      result: 'OK',
      pages: 2,
    });
    expect((await calls().ofLine('trunk', 'UTC'))?.today).toEqual({
      calls: 1,
      answered: 1,
      pages: 2,
      t38: 1,
      audio: 0,
    });
  });

  it('a test call that rings is stopped by who placed it; one that has ended is not', async () => {
    const id = await begin('3105550197');
    await until(
      async () => (await calls().show(id))?.call.live,
      (live) => live === true,
    );
    expect(await calls().stop(id)).toEqual({ kind: 'ok' });
    expect(await ended(id)).toMatchObject({ verdict: { ok: false, text: 'You stopped the call.' } });
    expect(await calls().stop(id)).toMatchObject({ kind: 'refused' });
  });

  it('[A-SIP-08] is passed on without telephone numbers, station ids and names', async () => {
    const id = await begin(TO);
    await ended(id);
    const text = (await calls().export(id)) ?? '';
    expect(text).toContain('SIP messages');
    expect(text).toContain('INVITE sip:+131xxxxxxxx@127.0.0.1');
    expect(text).toMatch(/received DIS 14400 bit\/s/u);
    expect(text.replaceAll(/\D/gu, '')).not.toContain(TO);
    expect(text).not.toMatch(/310.?555.?0142|212.?555.?0100/u);
  });

  it('[A-SIP-08] is shown for a day, then only its figures are left; another key opens nothing', async () => {
    const id = await begin(TO);
    await ended(id);
    const { db } = rig.database;
    const other = rig.another({ lineKey: Buffer.alloc(32, 8) });
    expect(await other.lineCalls.show(id)).toMatchObject({ trace: null });
    const { trace } = await db
      .selectFrom('line_call')
      .select('trace')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(trace).not.toContain(TO);
    await db
      .updateTable('line_call')
      .set({ started_at: sql<Date>`now() - interval '25 hours'` })
      .where('id', '=', id)
      .execute();
    expect(await calls().show(id)).toMatchObject({
      trace: null,
      call: { quality: { missed: expect.any(Number) } },
    });
    const log = pino({ level: 'silent' });
    const maintenance = createMaintenance({
      database: rig.database,
      store: rig.files,
      log,
      keepDays: { deleted: 30, calls: 90, audit: 2_190 },
    });
    expect(await maintenance.eraseTraces(new AbortController().signal)).toBe(1);
    expect(await db.selectFrom('line_call').select('trace').where('id', '=', id).execute()).toEqual([
      { trace: null },
    ]);
  });

  it('a call whose process has died is not live', async () => {
    const id = await begin(TO);
    await ended(id);
    const { db } = rig.database;
    await db
      .updateTable('line_call')
      .set({ ended_at: null, result: null, seen_at: sql<Date>`now() - interval '1 minute'` })
      .where('id', '=', id)
      .execute();
    expect((await calls().show(id))?.call).toMatchObject({ live: false, endedAt: null, result: null });
    expect((await calls().ofLine('trunk', 'UTC'))?.live).toEqual([]);
  });
});

it.each([
  ['sip:+13105550142@10.0.0.7', 'sip:+131xxxxxxxx@10.0.0.7'],
  ['tel:(310) 555-0142', 'tel:(310xxxxxxx'],
  ['From: "Dana Whitfield" <sip:fax@x>', 'From: "…" <sip:fax@x>'],
  ['To: Dana  Whitfield-Lee <sips:fax@x>', 'To: "…" <sips:fax@x>'],
  ['f:Dana <sip:a@x>, Dr. Whitfield <tel:911>', 'f:"…" <sip:a@x>, "…" <tel:911>'],
  [String.raw`From: "Dana \"D\" W" <sip:fax@x>`, 'From: "…" <sip:fax@x>'],
  ['Contact: <sip:fax@x>;expires=60', 'Contact: <sip:fax@x>;expires=60'],
  ['c=IN IP4 192.168.100.200', 'c=IN IP4 192.168.100.200'],
  ['CSeq: 12 INVITE', 'CSeq: 12 INVITE'],
])('masks %s as %s', (text, safe) => {
  expect(masked(text)).toBe(safe);
});

function frame(name: string, hex = '') {
  return { at: 0, out: true, name, hex, frames: 3, bytes: 768 };
}

it('the data of a page knows which page it is, and what goes over again', () => {
  const more = 'ff13be4f0000ff';
  const listed = frameList([
    frame('FCD'),
    frame('PPS', 'ff13be000000ff'),
    frame('MCF'),
    frame('FCD'),
    frame('PPS', more),
    frame('PPR', 'ff13bc0e20'),
    frame('FCD'),
    frame('PPS', more),
    frame('MCF'),
    frame('FCD'),
  ]);
  const data = listed.filter(({ name }) => name === 'FCD').map(({ page, again }) => [page, again]);
  expect(data).toEqual([
    [1, false],
    [1, false],
    [1, true],
    [2, false],
  ]);
  expect(listed.find(({ name }) => name === 'PPR')?.damaged).toBe('1–3, 13');
});
