import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { patientLine } from '#test/queue-rig.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { callerOf, PLENTY, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { findCandidates } from './candidates.store.ts';
import { claimJob } from './queue.store.ts';
import type { OutboxWorker } from './outbox.worker.ts';

const WRONG = '3105550111';
const RIGHT = '3105550122';
const BUSY = { kind: 'retry', reason: 'BUSY', pagesConfirmed: 0 } as const;

let rig: SendingRig;
let workers: OutboxWorker[];
let open: OpenCall[];
let account: { id: AccountId; number: string };

beforeEach(async () => {
  open = [];
  workers = [];
  rig = await startSending({
    line: patientLine(open),
    // A retry that nobody would wait for: only "Send now" triggers it.
    retryMinutes: [600, 600, 600, 600],
    dayLimits: { usual: { ...PLENTY, perNumber: 1 }, fresh: { ...PLENTY, perNumber: 1 }, newDays: 7 },
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 4 });
  account = await makeAccount(rig.database.db);
});
afterEach(async () => {
  for (const { end } of open) end({ kind: 'delivered', pages: 1 });
  await Promise.all(workers.map(async (worker) => await worker.stop()));
  await rig.stop();
});

async function startWorkers(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    workers.push(await rig.another().startWorker({ convertSlots: n === 0 ? 1 : 0 }));
}

async function send(to = WRONG): Promise<{ jobId: number; faxId: number }> {
  const [job] = await rig.send(account.id, [to], { pages: 3 });
  if (!job) throw new Error('nothing was sent');
  return job;
}

async function calls(count: number): Promise<OpenCall> {
  await until(
    async () => open.length,
    (n) => n >= count,
  );
  expect(open).toHaveLength(count);
  return open[count - 1] as OpenCall;
}

async function follow(faxId: number) {
  const [fax] = await rig.sending.outbox.follow(account.id, [faxId]);
  return fax;
}

async function state(faxId: number, wanted: string): Promise<void> {
  await until(
    async () => (await follow(faxId))?.state,
    (now) => now === wanted,
  );
}

async function audited(action: string): Promise<object[]> {
  const { rows } = await rig.database.pool.query<{ detail: object }>(
    `select detail from audit where action = $1 order by id`,
    [action],
  );
  return rows.map(({ detail }) => detail);
}

/** Sends a fax whose first call is busy and that waits ten hours for the second one. */
async function waiting(to = WRONG): Promise<{ jobId: number; faxId: number }> {
  await startWorkers(2);
  const job = await send(to);
  (await calls(1)).end(BUSY);
  await state(job.faxId, 'WAITING');
  return job;
}

describe('following a fax', () => {
  it('says why it waits and until when, then which page goes over, then how it ended, call by call', async () => {
    const { faxId, jobId } = await waiting();
    const [item] = (await rig.sending.outbox.list(account.id)).data;
    expect(item).toMatchObject({ fid: String(faxId), state: 'WAITING', dials: 1, reason: 'BUSY', pages: 3 });
    expect(Date.parse(item?.next ?? '') - Date.now()).toBeGreaterThan(8 * 3_600_000);
    expect(item?.faxpath).toMatch(/^[\w-]{16,}$/);
    await rig.sending.outbox.sendNow(callerOf(account.id), jobId);
    const { call, end } = await calls(2);
    const dialing = await follow(faxId);
    expect(dialing).toMatchObject({ state: 'SENDING', calls: [{ result: 'BUSY', pages: 0 }] });
    expect(dialing?.dialed).toBeDefined();
    expect(dialing).not.toHaveProperty('page');
    call.onPage(1);
    await until(
      async () => (await follow(faxId))?.page,
      (page) => page === 2,
    );
    end({ kind: 'delivered', pages: 3 });
    await state(faxId, 'DELIVERED');
    const done = await follow(faxId);
    expect(done?.calls.map(({ result, pages }) => [result, pages])).toEqual([
      ['BUSY', 0],
      ['OK', 3],
    ]);
    expect(done?.ended).toBeDefined();
  });
});

describe('send now', () => {
  it('brings one call, however often and by whomever it is asked for while two workers look', async () => {
    const { jobId, faxId } = await waiting();
    const asked = await Promise.all(
      Array.from({ length: 12 }, async () => await rig.sending.outbox.sendNow(callerOf(account.id), jobId)),
    );
    expect(asked).toHaveLength(12);
    (await calls(2)).end({ kind: 'delivered', pages: 3 });
    await state(faxId, 'DELIVERED');
    expect(open).toHaveLength(2);
    expect(await follow(faxId)).toMatchObject({ dials: 2 });
    expect((await audited('fax.send-now')).length).toBeGreaterThan(0);
  });

  it('is refused to strangers, for faxes that do not wait, that have ended, and while the account is stopped', async () => {
    const { outbox } = rig.sending;
    const stranger = await makeAccount(rig.database.db);
    const queued = await send();
    const mine = callerOf(account.id);
    await expect(outbox.sendNow(mine, queued.jobId)).rejects.toMatchObject({ code: 'NOT_WAITING' });
    const other = callerOf(stranger.id);
    await expect(outbox.sendNow(other, queued.jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await rig.database.pool.query(`update account set state = 'suspended' where id = $1`, [account.id]);
    await expect(outbox.sendNow(mine, queued.jobId)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    await rig.database.pool.query(`update account set state = 'active' where id = $1`, [account.id]);
    await outbox.cancel(mine, queued.jobId);
    await expect(outbox.sendNow(mine, queued.jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await audited('fax.send-now')).toEqual([]);
  });
});

describe('edit number', () => {
  it('sends the fax to the other number at once, as its contact, and what is counted stays right', async () => {
    const { jobId, faxId } = await waiting();
    await rig.database.db
      .insertInto('contact')
      .values({
        account_id: account.id,
        to_person: 'Dana Whitfield',
        company: 'Northgate',
        fax_number: RIGHT,
      })
      .execute();
    const { outbox } = rig.sending;
    expect(await outbox.editNumber(callerOf(account.id), jobId, '(310) 555-0122')).toBe(RIGHT);
    const { call, end } = await calls(2);
    expect([call.to, call.skip]).toEqual([RIGHT, 0]);
    expect(await follow(faxId)).toMatchObject({
      to_faxnumber: RIGHT,
      name: 'Dana Whitfield',
      company: 'Northgate',
      dials: 2,
    });
    const parties = `select number, in_outbox as n from fax_party where account_id = $1 order by number`;
    const { rows } = await rig.database.pool.query<object>(parties, [account.id]);
    expect(rows).toEqual([
      { number: WRONG, n: 0 },
      { number: RIGHT, n: 1 },
    ]);
    expect(await audited('fax.edit-number')).toEqual([{ jobId, from: WRONG, to: RIGHT }]);
    await expect(outbox.editNumber(callerOf(account.id), jobId, WRONG)).rejects.toMatchObject({
      code: 'BEING_SENT',
    });
    end({ kind: 'delivered', pages: 3 });
  });

  it('takes the job away from a worker that has chosen it for the number before', async () => {
    const { jobId } = await send();
    await rig.database.pool.query(`update send_job set ready = true where id = $1`, [jobId]);
    const [candidate] = await findCandidates(rig.database.db, { turn: -1, accountId: 0 });
    expect(candidate).toMatchObject({ jobId, to: WRONG });
    await rig.sending.outbox.editNumber(callerOf(account.id), jobId, RIGHT);
    const { rows } = await rig.database.pool.query<{ id: number }>('select id from line where kind = $1', [
      'simulator',
    ]);
    const claim = {
      jobId,
      accountId: account.id,
      owner: 'w',
      lineId: rows[0]?.id ?? 0,
      callRef: randomUUID(),
    };
    const claimed = async (to: string) =>
      await rig.database.transaction(async (tx) => await claimJob(tx, { ...claim, to }));
    expect(await claimed(WRONG)).toBeNull();
    expect(await claimed(RIGHT)).toMatchObject({ to: RIGHT });
  });

  it('against workers that claim at the same moment, each fax is called once, at the number that its owner was told', async () => {
    await startWorkers(2);
    for (let round = 0; round < 12; round += 1) {
      const [from, to] = [`31055503${10 + round}`, `31055504${10 + round}`];
      const { jobId, faxId } = await send(from);
      const told = await rig.sending.outbox.editNumber(callerOf(account.id), jobId, to).then(
        (number) => number,
        (error: { code: string }) => {
          expect(error.code).toBe('BEING_SENT');
          return from;
        },
      );
      const { call, end } = await calls(round + 1);
      expect(call.to).toBe(told);
      end({ kind: 'delivered', pages: 3 });
      await state(faxId, 'DELIVERED');
    }
    expect(open).toHaveLength(12);
  });

  it('keeps to the rules of a new fax, and changes nothing when it is refused', async () => {
    const { outbox } = rig.sending;
    const caller = callerOf(account.id);
    const { jobId, faxId } = await send();
    await send(RIGHT);
    for (const [number, code] of [
      [RIGHT, 'DAY_LIMIT'],
      ['617-55-139', 'NUMBER_INVALID'],
      ['011 44 20 7946 0958', 'INTERNATIONAL_NOT_ALLOWED'],
      ['900-555-0123', 'DESTINATION_NOT_ALLOWED'],
    ] as const)
      await expect(outbox.editNumber(caller, jobId, number)).rejects.toMatchObject({ code });
    const stranger = callerOf((await makeAccount(rig.database.db)).id);
    await expect(outbox.editNumber(stranger, jobId, '3105550133')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await follow(faxId)).toMatchObject({ to_faxnumber: WRONG });
    expect(await audited('fax.edit-number')).toEqual([]);
  });
});
