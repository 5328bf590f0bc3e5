import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { addKey, sendByProgram } from './program-sends.ts';
import { crash, crashedProduct, drained } from './send-crash-rig.ts';

const crashed = crashedProduct();

const send = async (key: string, name: string, text: string) =>
  await sendByProgram(crashed, { key, name, text });

it('[A-API-60] a program whose call is killed after the commit gets the same fax for the same key; it arrives once', async () => {
  const key = await addKey(crashed, 'live');
  const name = randomUUID();
  await crash(crashed, { F2E_FAULT: 'after_commit_before_reply' });
  expect(await send(key, name, 'hello')).toBeNull();
  await crash(crashed);
  const first = await send(key, name, 'hello');
  const again = await send(key, name, 'hello');
  expect(first).toMatchObject({ status: 202, replayed: 'true', ids: [expect.stringMatching(/^fax_\d+$/u)] });
  expect(again).toEqual(first);
  expect(await send(key, name, 'other')).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  const end = await drained(crashed);
  expect(end.jobs).toMatchObject([{ state: 'DELIVERED', arrived: 1 }]);
  expect(end.received).toBe(1);
});

it('[A-API-61] a test fax whose worker is killed is still one after the restart: nothing arrives, no line is used', async () => {
  const key = await addKey(crashed, 'test');
  await crash(crashed, { F2E_FAULT: 'before_dial' });
  expect(await send(key, randomUUID(), 'hello')).toMatchObject({ status: 202 });
  await crash(crashed);
  const end = await drained(crashed);
  expect(end.jobs).toMatchObject([{ state: 'DELIVERED', arrived: 0, dialled: 1 }]);
  expect(end.received).toBe(0);
});
