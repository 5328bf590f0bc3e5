import { describe, expect, it } from 'vitest';

import type { Program } from '#test/api-rig.ts';
import { makeFax } from '#test/factories.ts';
import { startReceiver } from '#test/webhook-receiver.ts';
import { startDeliveries } from '#test/webhook-rig.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

import { claimDeliveries, noteDelivered, noteFailed } from './deliveries.store.ts';
import { deliverDue } from './webhook.worker.ts';

let rig: WebhookRig;
const { receivers, situation } = startDeliveries((made) => (rig = made));

async function deliveries({ ask }: Program, id: string): Promise<unknown> {
  return (await ask('GET', `/webhooks/${id}/deliveries`)).body['data'];
}

describe('several workers and receivers', () => {
  it('a post of a killed worker is made again under the same id, and a late word of it changes nothing', async () => {
    const { receiver, program, webhook } = await situation(200);
    const { pool } = rig.test.database;
    const dead = {
      ...rig.deps,
      faultPoint: () => {
        throw new Error('killed');
      },
    };
    await rig.deps.events.publish();
    await expect(deliverDue(dead)).rejects.toThrow('killed');
    expect([await rig.deliver(), receiver.got.length]).toEqual([0, 1]);
    await pool.query(`update webhook_delivery set lease_until = now() - interval '1 second'`);
    expect([await rig.deliver(), receiver.got.length]).toEqual([1, 2]);
    expect(receiver.got[0]?.headers['webhook-id']).toBe(receiver.got[1]?.headers['webhook-id']);
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('a worker that was frozen while it posted changes nothing of what another one has taken over', async () => {
    const { program, webhook } = await situation(200);
    const { database } = rig.test;
    await rig.deps.events.publish();
    const claim = async () => (await claimDeliveries(database, 20))[0];
    const frozen = await claim();
    expect(await claim()).toBeUndefined();
    await database.pool.query(`update webhook_delivery set lease_until = now() - interval '1 second'`);
    const other = await claim();
    if (!frozen || !other) throw new Error('nothing was claimed');
    expect([other.id, other.token]).toEqual([frozen.id, frozen.token + 1]);
    const answered = { status: 200, ms: 1, fault: '', pauseSeconds: 0 };
    const silent = { status: null, ms: 1, fault: 'TIMEOUT', pauseSeconds: 0 };
    expect(await noteDelivered(database, [{ claim: frozen, outcome: answered }])).toBe(0);
    expect(await noteFailed(database.db, frozen, silent, undefined)).toBeUndefined();
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    expect(await noteDelivered(database, [{ claim: other, outcome: answered }])).toBe(1);
    expect(await noteFailed(database.db, other, silent, undefined)).toBeUndefined();
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('[A-API-47] one host gets two posts at a time, and one owner never holds every worker', async () => {
    const receiver = await startReceiver(() => {});
    const quick = await startReceiver(200);
    receivers.push(receiver, quick);
    const slow = await rig.program();
    for (let n = 0; n < 10; n += 1) await rig.add(slow, receiver.url(n < 3 ? 'one' : `host${n}`));
    const other = await rig.program();
    const webhook = await rig.add(other, quick.url('quick'));
    for (let n = 0; n < 3; n += 1) await makeFax(rig.test.database.db, slow.account.id);
    await makeFax(rig.test.database.db, other.account.id);
    const [first, second] = [rig.deliver(), rig.deliver()];
    expect(await Promise.all([first, second])).toEqual(expect.arrayContaining([9, 0]));
    const hosts = receiver.got.map(({ headers }) => String(headers.host).split('.')[0]);
    expect(hosts).toHaveLength(8);
    for (const host of hosts) expect(hosts.filter((one) => one === host).length).toBeLessThanOrEqual(2);
    expect(await deliveries(other, webhook.id)).toMatchObject([{ status: 'delivered' }]);
  });
});
