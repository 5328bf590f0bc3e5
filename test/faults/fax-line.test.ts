import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { jumpClock } from '#test/clock.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';
import { until } from '#test/sending-rig.ts';

import { startLineRig } from './fax-line-rig.ts';
import type { LineRig } from './fax-line-rig.ts';

const MODEMS = 10;

let fax: FaxRig;
let tries = 0;

beforeAll(async () => {
  fax = await startFaxRig({ modems: MODEMS, worldModems: 2 * MODEMS });
});
afterAll(async () => await fax.stop());

/** Starts a separate queue for each attempt of a test, over shared telephones, with numbers not called before. */
async function startTry({
  onTestFinished,
}: Pick<TestContext, 'onTestFinished'>): Promise<{ rig: LineRig; to: (nth?: number) => string }> {
  const rig = await startLineRig({ modems: MODEMS, fax });
  onTestFinished(async () => await rig.stop());
  tries += 1;
  const first = 3_105_552_000 + tries * 100;
  return { rig, to: (nth = 0) => String(first + nth) };
}

/** Waits until a worker killed by its fault point has died. */
async function died(child: ChildProcess): Promise<void> {
  await until(
    async () => child.signalCode,
    (signal) => signal === 'SIGKILL',
  );
}

describe.concurrent('our process is killed', () => {
  it('[F-send-05] before dialling: one more attempt, one call', async (context) => {
    const { rig, to } = await startTry(context);
    const job = await rig.queue(to());
    await died(await rig.work('before_dial'));
    await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 2 });
    expect(await rig.arrivedAt(to())).toEqual([{ pages: 1, whole: true }]);
  });

  it('[F-send-06] at page 2 of 5: the call is adopted, one full copy arrives', async (context) => {
    const { rig, to } = await startTry(context);
    const job = await rig.queue(to(), 5, 'dots');
    const worker = await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
    );
    await rig.kill(worker);
    await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    expect(await rig.arrivedAt(to())).toEqual([{ pages: 5, whole: true }]);
  });

  it('[F-send-07] after the last confirmation: not sent again', async (context) => {
    const { rig, to } = await startTry(context);
    const job = await rig.queue(to());
    await died(await rig.work('after_delivery_before_commit'));
    await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    expect(await rig.arrivedAt(to())).toEqual([{ pages: 1, whole: true }]);
  });
});

describe.concurrent('our process is frozen', () => {
  it('[F-send-14] for five minutes after it has dialled: nobody dials again while the engine has the call, its late writes are refused, one copy arrives', async (context) => {
    const { rig, to } = await startTry(context);
    const { pool } = rig.features.database;
    const job = await rig.queue(to(), 5, 'dots');
    const frozen = await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
    );
    frozen.kill('SIGSTOP');
    await jumpClock(pool, '5 minutes');
    await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    const written = async () => ({
      job: (await pool.query('select * from send_job')).rows as unknown[],
      attempts: (await pool.query('select * from send_attempt')).rows as unknown[],
      usage: (await pool.query('select sent_pages from usage_month')).rows as unknown[],
      sent: (await pool.query("select detail from audit where action = 'fax.sent'")).rows as unknown[],
    });
    const before = await written();
    expect(before).toMatchObject({ usage: [{ sent_pages: 5 }], sent: [{}] });
    // Woken up, and then stopped gracefully: it has attempted everything that it was about to write.
    const gone = once(frozen, 'exit');
    frozen.kill('SIGCONT');
    await until(
      async () => await readFile(rig.log, 'utf8'),
      (log) => log.includes('"event":"lease.taken-over"') || log.includes('"event":"call.lease-lost"'),
    );
    frozen.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(await written()).toEqual(before);
    expect(await rig.arrivedAt(to())).toEqual([{ pages: 5, whole: true }]);
  });
});

describe.concurrent('our process is told to stop', () => {
  it('[F-send-22] in the middle of a call: the call is left to the engine, the next process adopts it, one full copy arrives', async (context) => {
    const { rig, to } = await startTry(context);
    const job = await rig.queue(to(), 5, 'dots');
    const first = await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
    );
    const gone = once(first, 'exit');
    first.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(await rig.job(job)).toMatchObject({ state: 'SENDING', attempts: 1 });
    await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    expect(await rig.arrivedAt(to())).toEqual([{ pages: 5, whole: true }]);
  });
});

describe('the fax engine is killed', () => {
  it('[F-send-10] in the middle of a call: one attempt, then again by schedule, at most one full copy', async (context) => {
    await fax.ours.start(); // A failed attempt may have left it dead.
    const { rig, to } = await startTry(context);
    const job = await rig.queue(to(), 4, 'dots');
    await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
    );
    fax.ours.kill();
    await fax.ours.start();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 2, attempts: 2 });
    const arrived = await rig.arrivedAt(to());
    expect(arrived.filter(({ pages, whole }) => whole && pages === 4).length).toBeLessThanOrEqual(1);
    expect(arrived.at(-1)).toMatchObject({ whole: true });
  });

  it('[F-send-09] while idle with 20 faxes waiting: the line is said to be down, no dial is lost, all arrive', async (context) => {
    await fax.ours.start(); // A failed attempt may have left it dead.
    const { rig, to } = await startTry(context);
    fax.ours.kill();
    const health = await rig.features.sending.lineAdmin.testLine('fax1');
    expect(health).toMatchObject({ ok: false });
    const jobs: number[] = [];
    for (let i = 0; i < 20; i += 1) jobs.push(await rig.queue(to(10 + i)));
    await rig.work();
    await until(
      async () => await Promise.all(jobs.map(async (id) => await rig.job(id))),
      (all) => all.every(({ attempts, dials }) => attempts >= 1 && dials <= 1),
    );
    await fax.ours.start();
    const ends = await Promise.all(jobs.map(async (id) => await rig.ended(id)));
    const wrong = ends.filter(({ state, dials }) => state !== 'DELIVERED' || dials !== 1);
    expect(wrong).toEqual([]);
    const counts = await Promise.all(jobs.map(async (_, i) => (await rig.arrivedAt(to(10 + i))).length));
    expect(counts).toEqual(Array.from({ length: 20 }, () => 1));
  });
});
