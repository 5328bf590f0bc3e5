import { afterAll, beforeAll, expect, it } from 'vitest';

import { letter, startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { waitingStatements } from '#test/waiting-statements.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startCompose();
});
afterAll(async () => await rig.stop());

it('of many sends at once a few are committed at a time, so that people who look at a page find a connection; all are accepted', async () => {
  const before = await rig.queued();
  const { pool } = rig.database;
  const holder = await pool.connect();
  await holder.query('begin');
  // Every send waits for this lock in its transaction.
  await holder.query('lock table send_job in share mode');
  const sends = Array.from(
    { length: 20 },
    async () => await rig.send({ destinations: rig.other.number }, [letter]),
  );
  const waiting = async () => await waitingStatements(pool);
  await expect.poll(waiting).toBe(6);
  const looked = await fetch(`http://127.0.0.1:${rig.port}/api/n1/db/f2e/MainInterface.json`, {
    headers: rig.credentials,
  });
  expect(looked.status).toBe(200);
  expect(await waiting()).toBe(6);
  await holder.query('rollback');
  holder.release();
  for (const { status } of await Promise.all(sends)) expect(status).toBe(200);
  expect(await rig.queued()).toBe(before + 20);
});
