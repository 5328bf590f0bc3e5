import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { provenOwner } from '#server/kit/owner.ts';
import { makeFax } from '#test/factories.ts';
import { startReceiver } from '#test/webhook-receiver.ts';
import type { Receiver } from '#test/webhook-receiver.ts';
import { startWebhookRig } from '#test/webhook-rig.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';
import { waitingStatements } from '#test/waiting-statements.ts';

import { recoverMissed } from './delivery-log.store.ts';
import { deliverDue } from './webhook.worker.ts';

let rig: WebhookRig;
const receivers: Receiver[] = [];
beforeAll(async () => {
  rig = await startWebhookRig();
});
afterAll(async () => await rig.stop());
afterEach(async () => {
  await rig.test.database.pool.query('delete from webhook_endpoint');
  await Promise.all(receivers.splice(0).map(async (one) => await one.stop()));
});

/** Resends a delivery while its first post waits for `status`; then posts what is due. */
async function resendDuringPost(status: number, tries = 0) {
  const held = Promise.withResolvers<ServerResponse>();
  const receiver = await startReceiver((response) => held.resolve(response), 200);
  receivers.push(receiver);
  const program = await rig.program();
  const webhook = await rig.add(program, receiver.url());
  await makeFax(rig.test.database.db, program.account.id);
  await rig.deps.events.publish();
  await rig.test.database.pool.query('update webhook_delivery set tries = $1', [tries]);
  const delivery = async () => {
    const { body } = await program.ask('GET', `/webhooks/${webhook.id}/deliveries`);
    return (body['data'] as { id: string }[])[0] ?? { id: '' };
  };
  const posting = rig.deliver();
  const response = await held.promise;
  const { id } = await delivery();
  const resent = await program.ask('POST', `/webhooks/${webhook.id}/deliveries/${id}/resend`);
  expect(resent.status).toBe(202);
  // The post in progress goes on alone.
  expect([await rig.deliver(), receiver.got.length]).toEqual([0, 1]);
  response.writeHead(status).end();
  await posting;
  const between = await delivery();
  const { rows } = await rig.test.database.pool.query<{ tries: number; due: boolean }>(
    'select tries, next_at <= now() as due from webhook_delivery',
  );
  expect(await rig.deliver()).toBe(1);
  expect(await rig.deliver()).toBe(0);
  expect(receiver.got).toHaveLength(2);
  return { between, after: await delivery(), stored: rows[0] };
}

it('a delivery that is resent while it is posted is posted once more after that post has arrived', async () => {
  const { between, after, stored } = await resendDuringPost(200);
  expect(between).toMatchObject({ status: 'queued', attempts: 1, last_attempt: { status: 200 } });
  expect(stored).toEqual({ tries: 0, due: true });
  expect(after).toMatchObject({ status: 'delivered', attempts: 2 });
});

it.each([
  ['has failed', 0],
  ['was the last of its plan and has failed', 100],
])('and once more, with all its attempts, after that post %s', async (_, tries) => {
  const { between, after, stored } = await resendDuringPost(500, tries);
  expect(between).toMatchObject({ status: 'queued', attempts: 1, last_attempt: { status: 500 } });
  expect(stored).toEqual({ tries: 0, due: true });
  expect(after).toMatchObject({ status: 'delivered', attempts: 2 });
});

it('a resend whose post in progress was lost with its worker is one post, not two', async () => {
  const receiver = await startReceiver(200);
  receivers.push(receiver);
  const program = await rig.program();
  const webhook = await rig.add(program, receiver.url());
  await makeFax(rig.test.database.db, program.account.id);
  const dead = {
    ...rig.deps,
    faultPoint: () => {
      throw new Error('killed');
    },
  };
  await expect(deliverDue(dead)).rejects.toThrow('killed');
  const { body } = await program.ask('GET', `/webhooks/${webhook.id}/deliveries`);
  const [{ id } = { id: '' }] = body['data'] as { id: string }[];
  await program.ask('POST', `/webhooks/${webhook.id}/deliveries/${id}/resend`);
  await rig.test.database.pool.query(`update webhook_delivery set lease_until = now() - interval '1 second'`);
  expect([await rig.deliver(), await rig.deliver()]).toEqual([1, 0]);
  expect(receiver.got).toHaveLength(2);
});

it('two who recover the same missed event at once make it due once', async () => {
  const { database } = rig.test;
  const program = await rig.program();
  const webhook = await rig.add(program, 'http://hooks.localhost:9/fax');
  await makeFax(database.db, program.account.id);
  await rig.deps.events.publish();
  await database.pool.query(`update webhook_delivery set state = 'failed', ended_at = now()`);
  const of = {
    owner: provenOwner({ kind: 'account', id: program.account.id }),
    endpointId: webhook.id.replace('whk_', ''),
    since: new Date(0),
  };
  const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = database.transaction(async (tx) => {
    const events = await recoverMissed(tx, of);
    written.resolve();
    await goOn.promise;
    return events;
  });
  await written.promise;
  const second = database.transaction(async (tx) => await recoverMissed(tx, of));
  await expect.poll(async () => await waitingStatements(database.pool)).toBeGreaterThan(0);
  goOn.resolve();
  expect(await Promise.all([first, second])).toEqual([1, 0]);
});
