import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';
import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';

const LETTER = { name: 'letter.txt', content_base64: Buffer.from('pages 2').toString('base64') };

let rig: ComposeRig;
let program: Program;
let worker: OutboxWorker;

beforeAll(async () => {
  rig = await startCompose();
  program = await startProgram(rig, { kind: 'account', id: rig.account.id }, { mode: 'test' });
  worker = await rig.sending.startWorker({ convertSlots: 1 });
});
afterAll(async () => {
  await worker.stop();
  await rig.stop();
});

const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
  (await rig.database.pool.query(text, values)).rows[0] as Row;

async function send(to: string[], more: object = {}) {
  const answer = await program.ask('POST', '/faxes', { body: { to, files: [LETTER], ...more } });
  const faxes = (answer.body['data'] ?? []) as { id: string; test: boolean }[];
  return { ...answer, ids: faxes.map(({ id }) => Number(id.slice(4))), faxes };
}

/** Returns how a fax ended, and which lines its calls used. */
const ended = async (id: number) =>
  await until(
    async () =>
      await one<{ state: string; error: string | null; lines: (number | null)[]; dials: number }>(
        `select j.state, j.last_error as error, j.dials,
           (select array_agg(line_id) from send_attempt where job_id = j.id) as lines
         from send_job j where j.fax_id = $1`,
        [id],
      ),
    ({ state }) => ['DELIVERED', 'FAILED', 'UNCERTAIN'].includes(state),
  );

describe('[A-API-61] a test key', () => {
  it('sends to a simulated line and never to a mailbox of this installation, whatever lines there are', async () => {
    await rig.database.pool.query(`update line set state = 'off'`);
    const { status, ids, faxes } = await send([`+1${rig.other.number}`]);
    expect([status, faxes.map(({ test }) => test)]).toEqual([202, [true]]);
    expect(await ended(ids[0] ?? 0)).toEqual({ state: 'DELIVERED', error: null, lines: [null], dials: 1 });
    const { rows: events } = await rig.database.pool.query(
      `select type, data -> 'test' as test from api_event order by type`,
    );
    expect(events).toEqual([
      { type: 'fax.delivered', test: true },
      { type: 'fax.queued', test: true },
    ]);
    expect(await one(`select count(*)::int as n from fax where action = 'R'`)).toEqual({ n: 0 });
    expect(await one(`select count(*)::int as n from usage_month`)).toEqual({ n: 0 });
    expect(await one(`select count(*)::int as n from mail_out`)).toEqual({ n: 0 });
    await rig.database.pool.query(`update line set state = 'on'`);
  });

  it('ends as the last four digits say', async () => {
    const { ids } = await send(['+12125550195']);
    expect(await ended(ids[0] ?? 0)).toMatchObject({
      state: 'FAILED',
      error: 'NUMBER_INVALID',
      lines: [null],
    });
    const refused = await send(['+19005550101']);
    expect([refused.status, refused.body['code']]).toEqual([412, 'destination_not_allowed']);
  });

  it('counts against no limit of the day or month, and has a bound of its own', async () => {
    await rig.database.pool.query(`update account set day_calls = 1, month_limit = 0 where id = $1`, [
      rig.account.id,
    ]);
    for (const _ of [1, 2, 3]) {
      const { status, ids } = await send(['+12125550101']);
      expect(status).toBe(202);
      await ended(ids[0] ?? 0);
    }
    // From here on nothing ends by itself: 200 may wait, and these do.
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const many = Array.from({ length: 50 }, (_, i) => `+1212555${1000 + i}`);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await send(many, { send_at: at })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    // While a worker changes the same rows in another order, the statement could fail with a deadlock.
    await worker.stop();
    await rig.database.pool.query(`update send_job set state = 'CANCELLED' where send_at is not null`);
    worker = await rig.sending.startWorker({ convertSlots: 1 });
    await rig.database.pool.query(`update account set day_calls = null, month_limit = null where id = $1`, [
      rig.account.id,
    ]);
  });

  it('stays a test whoever sends it again or changes its number, and the database lets it have no line', async () => {
    const { ids } = await send(['+12125550101']);
    const [id = 0] = ids;
    await ended(id);
    const caller = {
      accountId: rig.account.id,
      brandId: 1,
      sessionIdHash: Buffer.alloc(32),
      address: '',
      language: 'en',
    };
    const { key } = await one<{ key: string }>('select path_key as key from fax where id = $1', [id]);
    const { jobId: job } = await rig.sending.outbox.resend(caller, key, rig.other.number);
    const { fax } = await one<{ fax: number }>('select fax_id as fax from send_job where id = $1', [job]);
    expect(await ended(fax)).toMatchObject({ state: 'DELIVERED', lines: [null] });
    expect(await one(`select count(*)::int as n from fax where action = 'R'`)).toEqual({ n: 0 });
    const renumbered = await send(['+12125550101'], {
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const [later = 0] = renumbered.ids;
    const open = await one<{ id: number }>('select id from send_job where fax_id = $1', [later]);
    await rig.sending.outbox.editNumber(caller, open.id, rig.other.number);
    await rig.sending.outbox.sendNow(caller, open.id);
    expect(await ended(later)).toMatchObject({ state: 'DELIVERED', lines: [null] });
    // A real fax that is resent with a test key is a test.
    const live = await startProgram(rig, { kind: 'account', id: rig.account.id });
    const real = await live.ask('POST', '/faxes', {
      body: { to: [`+1${rig.other.number}`], files: [LETTER] },
    });
    const [{ id: realId }] = real.body['data'] as [{ id: string }];
    expect(await ended(Number(realId.slice(4)))).toMatchObject({ state: 'DELIVERED' });
    const resent = await program.ask('POST', `/faxes/${realId}/resend`, { body: {} });
    expect(resent.body).toMatchObject({ test: true });
    expect(await ended(Number(String(resent.body['id']).slice(4)))).toMatchObject({ lines: [null] });
    expect(await one(`select count(*)::int as n from fax where action = 'R'`)).toEqual({ n: 1 });
    await expect(
      rig.database.pool.query('update send_job set line_id = (select min(id) from line) where is_test'),
    ).rejects.toThrow('send_job_test_line');
  });
});
