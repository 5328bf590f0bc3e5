import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxOf, listOf, startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig, Tenant, WireList } from '#test/api-faxes-rig.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { costOf, mostRowsRead, statementsOf } from '#test/statements.ts';

let rig: FaxesRig;
beforeAll(async () => {
  rig = await startFaxesRig();
});
afterAll(async () => await rig.stop());

const idsOf = ({ data }: WireList) => data.map(({ id }) => Number(id.slice('fax_'.length)));

const atMinute = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

/** Creates one fax in each state, oldest first. */
async function everyState(who: Tenant) {
  const sent = async (...values: Parameters<FaxesRig['sent']>) => await rig.sent(...values);
  const failed = { status: 'FAILED', pages: 3 } as const;
  const dropped = await sent(who, { at: atMinute(9), outbox: true, state: 'QUEUED', dials: 0 });
  const later = new Date(Date.now() + 3_600_000);
  const faxes = {
    received: await rig.received(who, { at: atMinute(0), pages: 2 }),
    delivered: await sent(who, { at: atMinute(1), pages: 2, state: 'DELIVERED', confirmed: 2, dials: 3 }),
    failed: await sent(who, { at: atMinute(2), ...failed, state: 'FAILED', reason: 'BUSY' }),
    uncertain: await sent(who, { at: atMinute(3), ...failed, state: 'UNCERTAIN', uncertainPages: 1 }),
    sending: await sent(who, { at: atMinute(4), outbox: true, state: 'SENDING' }),
    waiting: await sent(who, { at: atMinute(5), outbox: true, state: 'WAITING', reason: 'NO_ANSWER' }),
    queued: await sent(who, { at: atMinute(6), outbox: true, state: 'QUEUED', dials: 0 }),
    converting: await sent(who, { at: atMinute(7), outbox: true, state: 'CONVERTING', dials: 0 }),
    scheduled: await sent(who, { at: atMinute(8), outbox: true, state: 'QUEUED', dials: 0, sendAt: later }),
    cancelled: dropped,
  };
  await who.ask('POST', `/faxes/fax_${dropped.id}/cancel`);
  return faxes;
}

describe('GET /v1/faxes', () => {
  it('has sent, waiting and received faxes in one list, newest first, each with its state', async () => {
    const who = await rig.tenant();
    const { cancelled, ...faxes } = await everyState(who);
    const list = await listOf(who);
    expect(list).toMatchObject({ object: 'list', has_more: false, next: null });
    expect(list.data.map(({ status, id }) => [status, id])).toEqual(
      Object.entries(faxes)
        .toReversed()
        .map(([status, { id }]) => [status, `fax_${id}`]),
    );
    for (const [status, { id }] of Object.entries({ cancelled, ...faxes })) {
      expect([status, idsOf(await listOf(who, { status }))]).toEqual([status, [id]]);
      expect([status, (await faxOf(who, id)).status]).toEqual([status, status]);
    }
    expect(await faxOf(who, cancelled.id)).toMatchObject({
      attempts: 0,
      error: { code: 'cancelled', detail: 'It was canceled before its first call.' },
    });
    expect(await faxOf(who, faxes.failed.id)).toMatchObject({
      direction: 'outbound',
      from: `+1${who.account.number}`,
      to: '+13105550111',
      pages: 3,
      error: { code: 'busy', retryable: true, detail: 'The line was busy.' },
      finished_at: '2026-11-20T19:12:00.000Z',
    });
    expect((await faxOf(who, faxes.waiting.id)).error).toMatchObject({ code: 'no_answer' });
    expect((await faxOf(who, faxes.waiting.id)).send_at).not.toBeNull();
    expect(await faxOf(who, faxes.uncertain.id)).toMatchObject({
      pages_confirmed: 1,
      error: { code: 'uncertain', retryable: false },
    });
    expect(await faxOf(who, faxes.received.id)).toMatchObject({
      direction: 'inbound',
      from: '+13105550111',
      to: `+1${who.account.number}`,
      read: false,
      error: null,
      attempts: 0,
    });
  });

  it('goes on behind `next` until every fax was given once, whatever has the same time', async () => {
    const who = await rig.tenant();
    const at = new Date('2026-11-20T12:00:00.123Z');
    const made: number[] = [];
    for (let n = 0; n < 7; n += 1)
      made.push((await (n % 2 ? rig.sent(who, { at }) : rig.received(who, { at }))).id);
    await rig.one(`update fax set fax_at = fax_at + interval '7 microseconds' where id = $1`, [made[2]]);
    const given: number[] = [];
    let after: string | null = null;
    do {
      const page: WireList = await listOf(who, { limit: '2', ...(after !== null && { after }) });
      given.push(...idsOf(page));
      expect(page.has_more).toBe(page.next !== null);
      after = page.next;
    } while (after !== null);
    const [, , third = 0] = made;
    expect(given).toEqual([third, ...made.toReversed().filter((id) => id !== third)]);
  });

  it('filters by direction, numbers, reference, time and deletion', async () => {
    const who = await rig.tenant();
    const own = `+1${who.account.number}`;
    const inbound = await rig.received(who, { number: '3105550111', at: new Date('2026-11-20T10:00:00Z') });
    const outbound = await rig.sent(who, { number: '3105550112', at: new Date('2026-11-20T11:00:00Z') });
    const far = await rig.sent(who, { number: '011442079460018', at: new Date('2026-11-20T12:00:00Z') });
    const gone = await rig.received(who, { deleted: true });
    await rig.one(`update fax set client_ref = 'order-7' where id = $1`, [outbound.id]);
    const cases: [Record<string, string>, number[]][] = [
      [{ direction: 'inbound' }, [inbound.id]],
      [{ direction: 'outbound' }, [far.id, outbound.id]],
      [{ to: '+1 310 555-0112' }, [outbound.id]],
      [{ to: '+442079460018' }, [far.id]],
      [{ from: '+13105550111' }, [inbound.id]],
      [{ from: own }, [far.id, outbound.id]],
      [{ to: own }, [inbound.id]],
      [{ to: own, from: '+13105550112' }, []],
      [{ from: own, to: '+13105550112' }, [outbound.id]],
      [{ from: '+13105550112' }, []],
      [{ client_ref: 'order-7' }, [outbound.id]],
      [{ client_ref: 'order' }, []],
      [{ since: '2026-11-20T11:00:00Z' }, [far.id, outbound.id]],
      [{ until: '2026-11-20T11:00:00Z' }, [inbound.id]],
      [{ since: '2026-11-20T10:30:00Z', until: '2026-11-20T11:30:00Z' }, [outbound.id]],
      [{ deleted: 'true' }, [gone.id]],
      [{ deleted: 'true', direction: 'outbound' }, []],
      [{ deleted: 'true', status: 'received' }, [gone.id]],
      [{ direction: 'inbound', status: 'delivered' }, []],
    ];
    for (const [query, ids] of cases) expect([query, idsOf(await listOf(who, query))]).toEqual([query, ids]);
  });

  it('asks the database twice a call, by statements whose plan is kept: for the key, and for the faxes', async () => {
    const who = await rig.tenant();
    await rig.received(who);
    const queries: Record<string, string>[] = [{}, { direction: 'inbound' }, { client_ref: 'order-7' }];
    for (const query of queries) {
      const { statements } = await costOf(async () => await listOf(who, query));
      expect([query, statements]).toEqual([
        query,
        [expect.stringContaining('use_api_key'), expect.stringContaining('join fax f')],
      ]);
    }
    const asked = await statementsOf(async () => await listOf(who));
    const names = asked
      .filter(({ text }) => /use_api_key|join fax f/u.test(text))
      .map((one) => 'name' in one);
    expect(names).toEqual([true, true]);
  });

  it('reads about a page of each folder, however many faxes the account has', async () => {
    const who = await rig.tenant();
    for (const fax of [{ number: '3105550111' }, { number: '3105550112', action: 'S' }] as const)
      await makeFaxes(
        rig.test.database.db,
        who.account.id,
        Array.from({ length: 2_000 }, () => fax),
      );
    // In a small table, a full scan would be faster.
    for (let round = 1; round <= 3; round += 1)
      await rig.one(
        `insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages)
         select account_id, document_id, path_key || $2::text, action, fax_at - $2::int * interval '1 hour', party_id,
           other_number, company, pages
         from fax where account_id = $1`,
        [who.account.id, round],
      );
    await rig.one('analyze');
    const queries: Record<string, string>[] = [
      {},
      { direction: 'outbound' },
      { status: 'received' },
      { status: 'failed' },
      { status: 'queued' },
      { from: '+13105550199' },
      { to: '+13105550112' },
      { client_ref: 'none' },
      { since: '2020-01-01T00:00:00Z' },
    ];
    for (const query of queries) {
      const statements = await statementsOf(async () => await listOf(who, { ...query, limit: '100' }));
      const ofFaxes = statements.filter(
        ({ text }) => text.includes('from fax f') || text.includes('join fax f'),
      );
      expect([query, ofFaxes.length]).toEqual([query, 1]);
      const read = await Promise.all(
        ofFaxes.map(async (one) => await mostRowsRead(rig.test.database.pool, one)),
      );
      expect([query, Math.max(...read)]).toEqual([query, expect.toSatisfy((rows: number) => rows <= 1_000)]);
    }
  });
});

describe('the calls of a fax', () => {
  it('are told as they were, uncertain ones too, with the line that carried them', async () => {
    const who = await rig.tenant();
    const { id, jobId } = await rig.sent(who, { state: 'UNCERTAIN', status: 'FAILED', uncertainPages: 1 });
    await rig.one(
      `with l as (insert into line (name, kind) values ('line-of-calls', 'simulator') returning id)
       insert into send_attempt (job_id, n, line_id, started_at, ended_at, dialled_at, result, pages_sent, rate, ecm, call_seconds,
         station_id, detail)
       values ($1, 1, (select id from l), '2026-11-20T19:00:01Z', '2026-11-20T19:00:02Z', null, 'LOST', 0, null, null, null, '', ''),
         ($1, 2, (select id from l), '2026-11-20T19:02:30Z', '2026-11-20T19:03:30Z', now(), 'BUSY', 0, null, null, null, '', 'secret word'),
         ($1, 3, (select id from l), '2026-11-20T19:10:30Z', '2026-11-20T19:12:00Z', now(), 'UNCERTAIN', 1, 9600, false, 41, 'ACME', '')`,
      [jobId],
    );
    const { body, text } = await who.ask('GET', `/faxes/fax_${id}/attempts`);
    const calls = body['data'] as Record<string, unknown>[];
    expect(calls.map(({ number, result, called }) => [number, result, called])).toEqual([
      [1, 'other', false],
      [2, 'busy', true],
      [3, 'uncertain', true],
    ]);
    expect(calls[2]).toEqual({
      object: 'attempt',
      number: 3,
      started_at: '2026-11-20T19:10:30.000Z',
      ended_at: '2026-11-20T19:12:00.000Z',
      result: 'uncertain',
      called: true,
      pages_confirmed: 1,
      line: 'line-of-calls',
      speed_bps: 9600,
      ecm: false,
      duration_seconds: 41,
      station_id: 'ACME',
    });
    expect(text).not.toContain('secret word');
  });
});
