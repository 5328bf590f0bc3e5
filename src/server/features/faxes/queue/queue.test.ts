import { describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue, jobStates, patientLine } from '#test/queue-rig.ts';
import { queueWorkers } from '#test/queue-workers.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { claimCalls } from './next-call.ts';
import { ACCOUNT_CALLS, lockTurn } from './queue.store.ts';

let rig: SendingRig;
const { start, ...queue } = queueWorkers((started) => (rig = started));
const work = async (count: number, callSlots?: number) =>
  await queue.work(count, callSlots, { stopGraceMs: 50 });

describe('claiming', () => {
  it('[F-send-13] 16 workers call each of 1,000 jobs exactly once', async () => {
    await start({ connections: 20 });
    for (let i = 0; i < 10; i += 1) {
      const { id } = await makeAccount(rig.database.db);
      await fillQueue(rig, id, 100);
    }
    await work(16, 4);
    const seen = await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1_000,
    );
    expect(seen).toEqual({ DELIVERED: 1_000 });
    expect(rig.calls).toHaveLength(1_000);
    expect(new Set(rig.calls.map(({ jobId }) => jobId)).size).toBe(1_000);
    // A busy machine takes minutes.
  }, 900_000);

  it('keeps to the calls of an account', async () => {
    await start();
    const a = await makeAccount(rig.database.db);
    await fillQueue(rig, a.id, 20);
    let claimed = 0;
    for (let i = 0; i < 10; i += 1) {
      const { calls } = await claimCalls(claiming(rig), '1', 8);
      claimed += calls.length;
    }
    const verdict = await rig.database.transaction(async (tx) => await lockTurn(tx, a.id));
    expect([claimed, verdict]).toEqual([ACCOUNT_CALLS, 'full']);
  });

  it('keeps to the channels of a line, also when everybody has seen them free', async () => {
    await start({ connections: 20 }, 6);
    for (let i = 0; i < 12; i += 1) {
      const { id } = await makeAccount(rig.database.db);
      await fillQueue(rig, id, 1);
    }
    const { lines } = rig.sending;
    let looked = 0;
    const all = Promise.withResolvers<void>();
    const late = {
      ...lines,
      ways: async (...look: Parameters<typeof lines.ways>) => {
        const ways = await lines.ways(...look);
        if ((looked += 1) === 12) all.resolve();
        await all.promise;
        return ways;
      },
    };
    const claims = Array.from(
      { length: 12 },
      async (_, i) => await claimCalls(claiming(rig, late), String(i), 8),
    );
    const found = await Promise.all(claims);
    expect(found.flatMap(({ calls }) => calls)).toHaveLength(6);
  });

  it('calls one number at most three times at once, and meanwhile the other numbers', async () => {
    const open: OpenCall[] = [];
    await start({ line: patientLine(open) });
    for (let i = 0; i < 5; i += 1) {
      const { id } = await makeAccount(rig.database.db, { monthLimit: 100 });
      await rig.send(id, ['3105550111', '3105550112']);
    }
    await work(1, 16);
    await until(
      async () => open.length,
      (n) => n >= 6,
    );
    const to = open.map(({ call }) => call.to);
    for (const number of ['3105550111', '3105550112']) {
      expect(to.filter((one) => one === number).length).toBeLessThanOrEqual(3);
    }
    for (const { end } of open) end({ kind: 'delivered', pages: 1 });
  });

  it('passes over an account whose line is full', async () => {
    const open: OpenCall[] = [];
    await start({ line: patientLine(open) }, 1);
    await rig.sending.lineAdmin.addLine({
      kind: 'simulator',
      name: 'second',
      pattern: '+1415*',
      priority: 1,
    });
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    await fillQueue(rig, a.id, 3);
    await work(1);
    await until(
      async () => open.length,
      (n) => n === 1,
    );
    await rig.send(b.id, ['4155550111']);
    const called = await until(
      async () => open.map(({ call }) => call.to),
      (to) => to.length === 2,
    );
    expect(called).toEqual([expect.stringMatching(/^310/), '4155550111']);
    for (let i = 0; i < 4; i += 1) {
      const next = await until(
        async () => open.shift(),
        (call) => call !== undefined,
      );
      next?.end({ kind: 'delivered', pages: 1 });
    }
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 4,
    );
  });
});
