import { describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { jobStates } from '#test/queue-rig.ts';
import { callerOf, noNotices, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { stopAfterEach } from '#test/stop-after-each.ts';

import { nextDocument } from '#server/features/faxes/compose/fax-copies.store.ts';
import type { OutboxWorker } from './outbox.worker.ts';

const TO = '3105550111';
const HOUR = 60 * 60_000;

let rig: SendingRig;
let worker: OutboxWorker | undefined;
let failed: number[];
stopAfterEach(() => ({ rig, worker }));

async function start(options: Parameters<typeof startSending>[0] = {}): Promise<{ id: AccountId }> {
  failed = [];
  const notices = {
    ...noNotices,
    failed: async (_: unknown, fax: { faxId: number }) => void failed.push(fax.faxId),
  };
  rig = await startSending({ notices, ...options });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 8 });
  return await makeAccount(rig.database.db);
}

async function work(): Promise<void> {
  worker = await rig.another().startWorker({ convertSlots: 1, stopGraceMs: 50 });
}

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** Lets so much time pass, as far as this queue can tell. */
async function pass(hours: number): Promise<void> {
  await rig.database.pool.query(
    `update send_job set send_at = send_at - $1::interval, opens_at = opens_at - $1::interval,
       next_at = next_at - $1::interval`,
    [`${hours} hours`],
  );
  await rig.database.pool.query(`notify f2e_sending`);
}

const converted = async (): Promise<void> =>
  await until(
    async () =>
      (await rig.database.pool.query('select from send_job where not ready and finished_at is null'))
        .rowCount,
    (left) => left === 0,
  ).then(() => undefined);

const ended = async (): Promise<void> =>
  await until(
    async () => (await rig.database.pool.query(`select from fax where outbox`)).rowCount,
    (left) => left === 0,
  ).then(() => undefined);

const outbox = async (id: AccountId) => (await rig.sending.outbox.list(id)).data;

/** Sends a sentinel from the same account: once it has arrived, the worker has looked at everything that was due. */
async function nothingElseIsDialed(id: AccountId): Promise<void> {
  const before = rig.calls.length;
  await rig.send(id, ['3105550120']);
  await until(
    async () => rig.calls.length,
    (n) => n > before,
  );
  expect(rig.calls.slice(before).map(({ to }) => to)).toEqual(['3105550120']);
}

describe('faxes that are sent later', () => {
  it('are converted at once and dialed at their time, not before', async () => {
    const { id } = await start();
    await work();
    const at = inHours(20);
    const [job] = await rig.send(id, [TO], { later: at });
    await converted();
    expect(job?.sendAt).toBeDefined();
    const shown = { state: 'SCHEDULED', pages: 1, dials: 0, faxpath: expect.any(String) };
    expect(await outbox(id)).toMatchObject([shown]);
    expect(Date.parse((await outbox(id))[0]?.send_at ?? '')).toBe(Math.floor(Date.parse(at) / 1_000) * 1_000);
    // Whatever makes jobs due, this one stays: a line that is back, a clock that was set back, a finished conversion.
    await rig.database.pool.query('update send_job set next_at = now()');
    await nothingElseIsDialed(id);
    await pass(21);
    await ended();
    expect(rig.calls.map(({ to }) => to)).toEqual(['3105550120', TO]);
    const { rows } = await rig.database.pool.query<{ recent: boolean }>(
      `select fax_at > now() - interval '1 minute' as recent from fax where other_number = $1`,
      [TO],
    );
    expect(rows).toEqual([{ recent: true }]);
  });

  it('can be cancelled, put off and sent now', async () => {
    const { id } = await start();
    await work();
    const [one] = await rig.send(id, [TO], { later: inHours(5) });
    const [two] = await rig.send(id, ['3105550112'], { later: inHours(5) });
    const { outbox: queue } = rig.sending;
    await queue.cancel(callerOf(id), one?.jobId ?? 0);
    await queue.schedule(callerOf(id), { jobid: two?.jobId ?? 0, send_at: inHours(48) });
    await converted();
    await pass(6);
    await nothingElseIsDialed(id);
    await queue.sendNow(callerOf(id), two?.jobId ?? 0);
    await ended();
    expect(rig.calls.map(({ to }) => to)).toEqual(['3105550120', '3105550112']);
    const gone = queue.schedule(callerOf(id), { jobid: two?.jobId ?? 0, send_at: inHours(1) });
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const past = rig.send(id, [TO], { later: inHours(-1) });
    await expect(past).rejects.toMatchObject({ code: 'FIELD_INVALID', fields: { send_at: 'TIME_PAST' } });
  });

  it('are not sent now to other countries once that is no longer allowed', async () => {
    const { id } = await start();
    const allow = async (yes: boolean) =>
      await rig.database.pool.query('update account set international = $2 where id = $1', [id, yes]);
    await allow(true);
    const [job] = await rig.send(id, ['011442079460958'], { later: inHours(5) });
    await allow(false);
    const { outbox: queue } = rig.sending;
    const now = async () => await queue.sendNow(callerOf(id), job?.jobId ?? 0);
    await expect(now()).rejects.toMatchObject({ code: 'INTERNATIONAL_NOT_ALLOWED' });
    expect(await outbox(id)).toMatchObject([{ state: 'SCHEDULED' }]);
    await allow(true);
    await now();
    expect(await outbox(id)).toMatchObject([{ state: 'QUEUED' }]);
  });

  it('keep their time when they get another number, and are listed by it', async () => {
    const { id } = await start();
    const [last] = await rig.send(id, [TO], { later: inHours(9) });
    const [first] = await rig.send(id, ['3105550112'], { later: inHours(5) });
    const { outbox: queue } = rig.sending;
    expect((await outbox(id)).map(({ fid }) => Number(fid))).toEqual([first?.faxId, last?.faxId]);
    const [, before] = await outbox(id);
    // Its pages are still to be made.
    expect(before).not.toHaveProperty('faxpath');
    await queue.editNumber(callerOf(id), last?.jobId ?? 0, '3105550113');
    const [, after] = await outbox(id);
    expect(after).toMatchObject({ state: 'SCHEDULED', to_faxnumber: '3105550113', send_at: before?.send_at });
    await queue.sendNow(callerOf(id), last?.jobId ?? 0);
    expect(await outbox(id)).toMatchObject([
      { fid: String(last?.faxId), state: 'QUEUED' },
      { fid: String(first?.faxId), state: 'SCHEDULED' },
    ]);
    const { rows } = await rig.database.pool.query<object>(
      `select detail from audit where action = 'fax.send-now'`,
    );
    expect(rows).toEqual([{ detail: { jobId: last?.jobId } }]);
    const never = queue.schedule(callerOf(id), { jobid: first?.jobId ?? 0, send_at: ' ' });
    await expect(never).rejects.toMatchObject({ code: 'FIELD_INVALID', fields: { send_at: 'TIME_INVALID' } });
  });

  it('keep their copies by mail back until they go, and take them along when they are cancelled', async () => {
    const { id } = await start();
    const [job] = await rig.send(id, [TO], { later: inHours(5) });
    await rig.database.pool.query(
      `insert into fax_copy (account_id, document_id, to_address) select account_id, document_id, 'copy@example.com' from fax`,
    );
    await work();
    await converted();
    const next = async () => await nextDocument(rig.database.db);
    expect(await next()).toBeUndefined();
    await rig.sending.outbox.cancel(callerOf(id), job?.jobId ?? 0);
    expect(await next()).toBeUndefined();
    const [again] = await rig.send(id, [TO], { later: inHours(5) });
    await rig.database.pool.query(
      `insert into fax_copy (account_id, document_id, to_address)
       select account_id, document_id, 'copy@example.com' from fax where id = $1`,
      [again?.faxId],
    );
    await converted();
    await pass(6);
    await ended();
    expect(await next()).toBeDefined();
  });

  it('wait while their account is suspended, and go when it is resumed', async () => {
    const { id } = await start();
    await work();
    await rig.send(id, [TO], { later: inHours(2) });
    await converted();
    await rig.database.pool.query(`update account set state = 'suspended' where id = $1`, [id]);
    await pass(3);
    const other = await makeAccount(rig.database.db);
    await nothingElseIsDialed(other.id);
    expect(await jobStates(rig)).toMatchObject({ QUEUED: 1 });
    await rig.database.pool.query(`update account set state = 'active' where id = $1`, [id]);
    await rig.database.pool.query(`notify f2e_sending`);
    await ended();
    expect(rig.calls.at(-1)?.to).toBe(TO);
  });

  it('end with a notice where the pages of the month are used up when they are due', async () => {
    const { id } = await start();
    await setAccountLimit(id, 3);
    await work();
    const [job] = await rig.send(id, [TO], { later: inHours(24 * 40), pages: 2 });
    await converted();
    // They belong to another month and do not reduce this month's pages.
    await rig.send(id, ['3105550112'], { pages: 3 });
    await until(
      async () => await jobStates(rig),
      (states) => states['DELIVERED'] === 1,
    );
    await pass(24 * 41);
    await ended();
    expect(rig.calls.map(({ to }) => to)).toEqual(['3105550112']);
    expect(failed).toEqual([job?.faxId]);
    const { rows } = await rig.database.pool.query(`select status, reason from fax where id = $1`, [
      job?.faxId,
    ]);
    expect(rows).toEqual([{ status: 'FAILED', reason: 'LIMIT_REACHED' }]);
  });

  it('count against the limits of their own day', async () => {
    const usual = { calls: 2, pages: 100, perNumber: 20 };
    const { id } = await start({ dayLimits: { usual, fresh: usual, newDays: 7 } });
    await rig.send(id, ['3105550101'], { later: inHours(48) });
    await rig.send(id, ['3105550102'], { later: inHours(50) });
    const third = rig.send(id, ['3105550103'], { later: inHours(60) });
    await expect(third).rejects.toMatchObject({ code: 'DAY_LIMIT' });
    await rig.send(id, ['3105550104', '3105550105']);
    await rig.send(id, ['3105550106'], { later: inHours(100) });
    expect(await outbox(id)).toHaveLength(5);
  });
});

async function setAccountLimit(id: AccountId, pages: number): Promise<void> {
  await rig.database.pool.query('update account set month_limit = $2 where id = $1', [id, pages]);
}
