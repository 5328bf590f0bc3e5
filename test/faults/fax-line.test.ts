import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';

import { startLineRig } from './fax-line-rig.ts';
import type { LineRig } from './fax-line-rig.ts';

const MODEMS = 8;

let rig: LineRig;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startLineRig(MODEMS);
});
afterEach(async ({ task }) => {
  if (worker) await rig.kill(worker);
  worker = undefined;
  if (task.result?.state !== 'fail') return;
  // The next try must not meet the faxes of this one.
  await rig.stop();
  rig = await startLineRig(MODEMS);
}, 60_000);
afterAll(async () => await rig.stop());

/** Waits until a worker that a fault point kills has died. */
async function died(child: ChildProcess): Promise<void> {
  await until(
    async () => child.signalCode,
    (signal) => signal === 'SIGKILL',
    60_000,
  );
}

describe('our process is killed', () => {
  it('[F-send-05] before dialling: one more attempt, one call', async () => {
    const job = await rig.queue('3105551005');
    await died(await rig.work('before_dial'));
    worker = await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 2 });
    expect(await rig.arrivedAt('3105551005')).toEqual([{ pages: 1, whole: true }]);
  });

  it('[F-send-06] at page 2 of 5: the call is adopted, one full copy arrives', async () => {
    const job = await rig.queue('3105551006', 5, 'dots');
    worker = await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
      60_000,
    );
    await rig.kill(worker);
    worker = await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    expect(await rig.arrivedAt('3105551006')).toEqual([{ pages: 5, whole: true }]);
  });

  it('[F-send-07] after the last confirmation: not sent again', async () => {
    const job = await rig.queue('3105551007');
    await died(await rig.work('after_delivery_before_commit'));
    worker = await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    expect(await rig.arrivedAt('3105551007')).toEqual([{ pages: 1, whole: true }]);
  });
});

describe('our process is told to stop', () => {
  it('[F-send-22] in the middle of a call: the call is left to the engine, the next process adopts it, one full copy arrives', async () => {
    const job = await rig.queue('3105551022', 5, 'dots');
    const first = await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
      60_000,
    );
    const gone = once(first, 'exit');
    first.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(await rig.job(job)).toMatchObject({ state: 'SENDING', attempts: 1 });
    worker = await rig.work();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 1, attempts: 1 });
    expect(await rig.arrivedAt('3105551022')).toEqual([{ pages: 5, whole: true }]);
  });
});

describe('the fax engine is killed', () => {
  it('[F-send-10] in the middle of a call: one attempt, then again by schedule, at most one full copy', async () => {
    const job = await rig.queue('3105551010', 4, 'dots');
    worker = await rig.work();
    await until(
      async () => await rig.job(job),
      ({ confirmed }) => confirmed >= 1,
      60_000,
    );
    rig.fax.ours.kill();
    await rig.fax.ours.start();
    expect(await rig.ended(job)).toMatchObject({ state: 'DELIVERED', dials: 2, attempts: 2 });
    const arrived = await rig.arrivedAt('3105551010');
    expect(arrived.filter(({ pages, whole }) => whole && pages === 4).length).toBeLessThanOrEqual(1);
    expect(arrived.at(-1)).toMatchObject({ whole: true });
  });

  it('[F-send-09] while idle with 20 faxes waiting: the line is said to be down, no dial is lost, all arrive', async () => {
    rig.fax.ours.kill();
    const health = await rig.features.sending.lineAdmin.testLine('fax1');
    expect(health).toMatchObject({ ok: false });
    const jobs: number[] = [];
    for (let i = 0; i < 20; i += 1) jobs.push(await rig.queue(`31055520${10 + i}`));
    worker = await rig.work();
    await until(
      async () => await Promise.all(jobs.map(async (id) => await rig.job(id))),
      (all) => all.every(({ attempts, dials }) => attempts >= 1 && dials <= 1),
      60_000,
    );
    await rig.fax.ours.start();
    const ends = await Promise.all(jobs.map(async (id) => await rig.ended(id, 180_000)));
    const wrong = ends.filter(({ state, dials }) => state !== 'DELIVERED' || dials !== 1);
    expect(wrong).toEqual([]);
    const counts = await Promise.all(
      jobs.map(async (_, i) => (await rig.arrivedAt(`31055520${10 + i}`)).length),
    );
    expect(counts).toEqual(Array.from({ length: 20 }, () => 1));
  });
});
