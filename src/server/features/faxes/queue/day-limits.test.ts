import { afterEach, describe, expect, it } from 'vitest';

import { createAccounts, setAccount } from '#server/features/customers/accounts/accounts.service.ts';
import { onMeasure } from '#server/kit/meter.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { callerOf, noNotices, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { jobStates } from '#test/queue-rig.ts';

const TO = '3105550111';

let rig: SendingRig;
let alerts: { accountId: number; kind: string; max: number }[];

afterEach(async () => await rig.stop());

async function start(): Promise<void> {
  alerts = [];
  rig = await startSending({
    dayLimits: {
      usual: { calls: 60, pages: 100, perNumber: 20 },
      fresh: { calls: 6, pages: 10, perNumber: 3 },
      newDays: 7,
    },
    notices: {
      ...noNotices,
      limitReached: async (_, accountId, limit) => void alerts.push({ accountId, ...limit }),
    },
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 8 });
}

/** Sends the same small fax many times. Returns how many were accepted, and the first refusal. */
async function flood(id: AccountId, times: number, to: (i: number) => string[], pages = 1) {
  let accepted = 0;
  let refusal: unknown;
  for (let i = 0; i < times; i += 1)
    await rig.send(id, to(i), { pages }).then(
      (jobs) => (accepted += jobs.length),
      (error: unknown) => (refusal ??= error),
    );
  return { accepted, refusal };
}

const numberOf = (i: number): string => `31055502${String(10 + i)}`;

async function auditRows(): Promise<object[]> {
  const { rows } = await rig.database.pool.query<object>(
    `select account_id as account, detail from audit where action = 'account.day-limit' order by id`,
  );
  return rows;
}

describe('what an account may send in a day', () => {
  it('[A-SEND-18] a victim gets 20 faxes a day from an account, 3 at a time, however often it is tried', async () => {
    await start();
    const { id } = await makeAccount(rig.database.db, { monthLimit: 100_000 });
    const counted: string[] = [];
    const stop = onMeasure('limit', ({ kind }) => void counted.push(kind));
    const sends = await Promise.allSettled(Array.from({ length: 60 }, async () => await rig.send(id, [TO])));
    expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const { accepted, refusal } = await flood(id, 40, () => [TO]);
    stop();
    expect(accepted).toBe(0);
    expect(refusal).toMatchObject({
      code: 'DAY_LIMIT',
      sentence: 'DAY_LIMIT_NUMBER',
      params: {
        max: 20,
        number: '310-555-0111',
        at: expect.stringMatching(/^\w+day,? \d{1,2}:\d\d\s[AP]M$/u),
      },
    });
    const seconds = (refusal as { retryAfterSeconds: number }).retryAfterSeconds;
    expect([seconds > 86_000, seconds <= 86_400]).toEqual([true, true]);
    let [atOnce, most] = [0, 0];
    const line = rig.another();
    const worker = await line.startWorker({ convertSlots: 1 });
    await until(
      async () => {
        const { rows } = await rig.database.pool.query<{ n: number }>(
          `select count(*)::int as n from send_job where state = 'SENDING'`,
        );
        atOnce = rows[0]?.n ?? 0;
        most = Math.max(most, atOnce);
        return await jobStates(rig);
      },
      (now) => now['DELIVERED'] === 20,
    );
    await worker.stop();
    expect(most).toBeLessThanOrEqual(3);
    expect(rig.calls).toHaveLength(20);
    expect(counted).toHaveLength(80);
    expect(alerts).toEqual([{ accountId: id, kind: 'number', max: 20 }]);
    expect(await auditRows()).toEqual([{ account: id, detail: { kind: 'number', max: 20 } }]);
    // A day later, faxes are accepted again.
    await rig.database.pool.query(`update fax set fax_at = fax_at - interval '1 day'`);
    await rig.database.pool.query(`update send_job set created_at = created_at - interval '1 day'`);
    expect((await flood(id, 1, () => [TO])).accepted).toBe(1);
  });

  it('[A-SEND-19] a broadcast ends at the faxes and pages of a day; new accounts have less; the operator is told once', async () => {
    await start();
    const grown = await makeAccount(rig.database.db, { monthLimit: 100_000 });
    const fresh = await makeAccount(rig.database.db, { monthLimit: 100_000, ageDays: 1 });
    expect(await flood(grown.id, 80, (i) => [numberOf(i % 40)])).toMatchObject({
      accepted: 60,
      refusal: { sentence: 'DAY_LIMIT', params: { max: 60 } },
    });
    expect(await flood(fresh.id, 10, (i) => [numberOf(i)])).toMatchObject({
      accepted: 6,
      refusal: { sentence: 'DAY_LIMIT', params: { max: 6 } },
    });
    expect(alerts).toEqual([
      { accountId: grown.id, kind: 'calls', max: 60 },
      { accountId: fresh.id, kind: 'calls', max: 6 },
    ]);
    expect(await auditRows()).toHaveLength(2);
    const other = await makeAccount(rig.database.db, { monthLimit: 100_000, ageDays: 1 });
    // Pages are counted once they are known: faxes that were accepted before end as not sent.
    await rig.send(other.id, [numberOf(1)], { pages: 8 });
    await rig.send(other.id, [numberOf(2)], { pages: 8 });
    const worker = await rig.another().startWorker({ convertSlots: 1 });
    const reasons = async () =>
      (
        await rig.database.db.selectFrom('fax').select('reason').where('account_id', '=', other.id).execute()
      ).map(({ reason }) => reason);
    await until(reasons, (all) => all.includes('DAY_LIMIT'));
    await worker.stop();
    expect(new Set(await reasons())).toEqual(new Set(['DAY_LIMIT', null]));
    expect(alerts.at(-1)).toEqual({ accountId: other.id, kind: 'pages', max: 10 });
  });

  it('resending obeys the same limits; product and account say others', async () => {
    await start();
    const { id } = await makeAccount(rig.database.db, { monthLimit: 100_000, ageDays: 1 });
    await flood(id, 3, () => [TO]);
    const worker = await rig.another().startWorker({ convertSlots: 1 });
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 3,
    );
    await worker.stop();
    const { path_key: path } = await rig.database.db
      .selectFrom('fax')
      .select('path_key')
      .limit(1)
      .executeTakeFirstOrThrow();
    const resend = async () => (await rig.sending.outbox.resend(callerOf(id), path, TO)).jobId;
    await expect(resend()).rejects.toMatchObject({ code: 'DAY_LIMIT' });
    expect(alerts).toHaveLength(1);
    expect(await setAccount(rig.database, id, { 'per-number': '4' })).toMatchObject({
      kind: 'ok',
      account: { dayPerNumber: 4, dayCalls: null },
    });
    expect(await resend()).toBeGreaterThan(0);
    await expect(resend()).rejects.toMatchObject({ code: 'DAY_LIMIT', params: { max: 4 } });
    await setAccount(rig.database, id, { 'per-number': '' });
    await rig.database.pool.query(
      `with p as (insert into product (brand_id, code, type, name, day_per_number)
         select brand_id, 'X', 'single', 'x', 30 from account where id = $1 returning id)
       update account set product_id = (select id from p), created_at = now() - interval '8 days' where id = $1`,
      [id],
    );
    expect(await resend()).toBeGreaterThan(0);
    const accounts = createAccounts({ database: rig.database, node: 'n1', zone: 'UTC' });
    expect(await accounts.findAccount(id)).toMatchObject({ dayPerNumber: null });
  });

  it('what was never called does not count: cancelled in time, or not convertible', async () => {
    await start();
    const { id } = await makeAccount(rig.database.db, { monthLimit: 100_000, ageDays: 1 });
    for (let i = 0; i < 5; i += 1) {
      const [job] = await rig.send(id, [TO]);
      await rig.sending.outbox.cancel(callerOf(id), job?.jobId ?? 0);
    }
    expect((await flood(id, 3, () => [TO])).accepted).toBe(3);
  });
});
