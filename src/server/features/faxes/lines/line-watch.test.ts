import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';

import type { FaxLine, LineHealth } from '#engine/fax-line/port.ts';
import { makeAccount } from '#test/factories.ts';
import { fillQueue, jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { MANY_FAULTS } from './lines.service.ts';
import { checkDueLines } from './line-watch.ts';

let rig: SendingRig;
const nothing = async (): Promise<void> => {};
let stop = nothing;

afterEach(async () => {
  await stop();
  stop = nothing;
  await rig.stop();
});

/** Two lines that reach every number: `first` is preferred and behaves as the test defines. */
async function twoLines(first: Partial<FaxLine>): Promise<string[]> {
  const used: string[] = [];
  rig = await startSending({
    chooseLine: ({ name }) => ({
      kind: 'ok',
      line: {
        telephone: false,
        reaches: () => true,
        adopt: async ({ pagesConfirmed }) => ({ kind: 'uncertain', pagesConfirmed }),
        check: async () => ({ ok: true }),
        send: async ({ pages }) => {
          used.push(name);
          return { kind: 'delivered', pages, link: { rate: 14_400, ecm: true } };
        },
        ...(name === 'first' && first),
      },
    }),
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', name: 'first', priority: 1 });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', name: 'second' });
  return used;
}

async function check(spared?: Set<number>): Promise<void> {
  await rig.database.db.updateTable('line').set({ checked_at: null }).execute();
  const { adapterOf } = rig.sending.lines;
  await checkDueLines(
    {
      database: rig.database,
      adapterOf,
      wake: async () => {},
      log: pino({ level: 'silent' }),
    },
    spared,
  );
}

async function delivered(count: number): Promise<void> {
  await until(
    async () => await jobStates(rig),
    (states) => states['DELIVERED'] === count,
  );
}

async function sendOne(): Promise<void> {
  ({ stop } = await rig.sending.startWorker({ convertSlots: 1 }));
  const { id } = await makeAccount(rig.database.db);
  await rig.send(id, ['3105550111']);
  await delivered(1);
}

describe('a line with a fault', () => {
  it('that is only between two calls has none until it is still so at the next check', async () => {
    await twoLines({ check: async () => ({ ok: false, reason: 'The modem rests.', passing: true }) });
    const spared = new Set<number>();
    const faults: (string | null | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      await check(spared);
      const lines = await rig.sending.lineAdmin.listLines();
      faults.push(lines.find(({ name }) => name === 'first')?.fault);
    }
    expect(faults).toEqual([null, 'The modem rests.', 'The modem rests.']);
  });

  it('takes no calls, says why, and comes back by itself', async () => {
    let health: LineHealth = { ok: false, reason: 'The server is away.' };
    const used = await twoLines({ check: async () => health });
    await check();
    const lines = await rig.sending.lineAdmin.listLines();
    expect(lines.find(({ name }) => name === 'first')).toMatchObject({
      state: 'on',
      fault: 'The server is away.',
    });
    await sendOne();
    expect(used).toEqual(['second']);
    health = { ok: true };
    await check();
    expect((await rig.sending.lineAdmin.listLines()).every(({ fault }) => fault === null)).toBe(true);
  });

  it('that shows in the middle of a call sends the fax over the next line, and the call does not count', async () => {
    const used = await twoLines({
      send: async () => ({ kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0, detail: 'no dial tone' }),
    });
    await sendOne();
    expect(used).toEqual(['second']);
    const job = await rig.database.db.selectFrom('send_job').select('dials').executeTakeFirst();
    expect(job?.dials).toBe(1);
    const attempts = await rig.database.db
      .selectFrom('send_attempt')
      .select(['n', 'result', 'detail', 'rate', 'ecm'])
      .orderBy('n')
      .execute();
    expect(attempts).toEqual([
      { n: 1, result: 'LINE_FAULT', detail: 'no dial tone', rate: null, ecm: null },
      { n: 2, result: 'OK', detail: '', rate: 14_400, ecm: true },
    ]);
  });

  it('keeps a fax waiting while no other line reaches its number', async () => {
    await twoLines({ check: async () => ({ ok: false, reason: 'away' }) });
    await rig.sending.lineAdmin.removeLine('second');
    await check();
    const worker = await rig.sending.startWorker({ convertSlots: 1 });
    stop = worker.stop;
    const { id } = await makeAccount(rig.database.db);
    await rig.send(id, ['3105550111']);
    const job = await until(
      async () =>
        await rig.database.db
          .selectFrom('send_job')
          .select(['state', 'dials', 'last_error'])
          .executeTakeFirst(),
      (seen) => seen?.state === 'WAITING',
    );
    expect(job).toEqual({ state: 'WAITING', dials: 0, last_error: 'LINE_FAULT' });
  });

  it('leaves nothing behind: what it put back is due at once when it works again, in the order in which it was sent', async () => {
    let health: LineHealth = { ok: false, reason: 'away' };
    const placed: string[] = [];
    await twoLines({
      check: async () => health,
      send: async ({ to, pages }) => {
        placed.push(to);
        return { kind: 'delivered', pages };
      },
    });
    await rig.sending.lineAdmin.removeLine('second');
    await check();
    const { id } = await makeAccount(rig.database.db);
    const numbers = ['3105550111', '3105550112', '3105550113'];
    for (const number of numbers) await rig.send(id, [number]);
    stop = (await rig.sending.startWorker({ convertSlots: 1 })).stop;
    await until(
      async () => await jobStates(rig),
      (states) => states['WAITING'] === numbers.length,
    );
    health = { ok: true };
    await check();
    await delivered(numbers.length);
    expect(placed).toEqual(numbers);
  });

  it('that comes back wakes what waited for it, but not a fax that failed often in a row', async () => {
    await twoLines({});
    const { id } = await makeAccount(rig.database.db);
    await fillQueue(rig, id, 2);
    await rig.database.pool.query(
      `update send_job set state = 'WAITING', last_error = 'LINE_FAULT', next_at = now() + interval '1 hour',
       faults = case when id = (select max(id) from send_job) then $1 else $1 - 1 end`,
      [MANY_FAULTS],
    );
    await rig.database.pool.query("update line set fault = 'The server is away.' where name = 'first'");
    await check();
    const { rows } = await rig.database.pool.query<{ due: boolean }>(
      'select next_at <= now() as due from send_job order by id',
    );
    expect(rows.map(({ due }) => due)).toEqual([true, false]);
  });
});
