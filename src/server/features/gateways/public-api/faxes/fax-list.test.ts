import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxOf, listOf, startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig, Tenant, WireList } from '#test/api-faxes-rig.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';

let rig: FaxesRig;
beforeAll(async () => {
  rig = await startFaxesRig();
});
afterAll(async () => await rig.stop());

const idsOf = ({ data }: WireList) => data.map(({ id }) => Number(id.slice('fax_'.length)));

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

/** One fax in each state, the oldest first. */
async function everyState(who: Tenant) {
  const sent = async (...values: Parameters<FaxesRig['sent']>) => await rig.sent(...values);
  const failed = { status: 'FAILED', pages: 3 } as const;
  const dropped = await sent(who, { at: at(9), outbox: true, state: 'QUEUED', dials: 0 });
  const later = new Date(Date.now() + 3_600_000);
  const faxes = {
    received: await rig.received(who, { at: at(0), pages: 2 }),
    delivered: await sent(who, { at: at(1), pages: 2, state: 'DELIVERED', confirmed: 2, dials: 3 }),
    failed: await sent(who, { at: at(2), ...failed, state: 'FAILED', reason: 'BUSY' }),
    uncertain: await sent(who, { at: at(3), ...failed, state: 'UNCERTAIN', uncertainPages: 1 }),
    sending: await sent(who, { at: at(4), outbox: true, state: 'SENDING' }),
    waiting: await sent(who, { at: at(5), outbox: true, state: 'WAITING', reason: 'NO_ANSWER' }),
    queued: await sent(who, { at: at(6), outbox: true, state: 'QUEUED', dials: 0 }),
    converting: await sent(who, { at: at(7), outbox: true, state: 'CONVERTING', dials: 0 }),
    scheduled: await sent(who, { at: at(8), outbox: true, state: 'QUEUED', dials: 0, sendAt: later }),
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

  it('reads about a page of each folder, however many faxes the account has', async () => {
    const who = await rig.tenant();
    for (const fax of [{ number: '3105550111' }, { number: '3105550112', action: 'S' }] as const)
      await makeFaxes(
        rig.test.database.db,
        who.account.id,
        Array.from({ length: 2_000 }, () => fax),
      );
    // In a small table it would be quicker to read all of it.
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
      expect([query, ofFaxes.length <= 2]).toEqual([query, true]);
      const read = await Promise.all(
        ofFaxes.map(async (one) => await mostRowsRead(rig.test.database.pool, one)),
      );
      expect([query, Math.max(...read)]).toEqual([query, expect.toSatisfy((rows: number) => rows <= 1_000)]);
    }
  });
});
