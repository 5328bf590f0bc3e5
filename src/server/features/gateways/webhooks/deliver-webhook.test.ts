import { describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';

import type { Program } from '#test/api-rig.ts';
import { makeFax } from '#test/factories.ts';
import { startReceiver } from '#test/webhook-receiver.ts';
import { startDeliveries } from '#test/webhook-rig.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

let rig: WebhookRig;
const { receivers, situation } = startDeliveries((made) => (rig = made));

async function deliveries(program: Program, id: string) {
  const { body } = await program.ask('GET', `/webhooks/${id}/deliveries`);
  return body['data'] as {
    id: string;
    status: string;
    attempts: number;
    event: string;
    next_attempt_at: string | null;
    last_attempt: { status: number | null; error: string | null; duration_ms: number };
  }[];
}

const stateOf = async (program: Program, id: string) => {
  const { body } = await program.ask('GET', `/webhooks/${id}`);
  return [body['status'], body['off_reason']];
};

describe('a delivery', () => {
  it('is signed the way Standard Webhooks says, with the event of the list', async () => {
    const { receiver, program, webhook, fax } = await situation(200);
    expect(await rig.deliver()).toBe(1);
    const [got] = receiver.got;
    if (!got) throw new Error('nothing came');
    const event = new Webhook(webhook.secret).verify(got.body, got.headers) as { data: object };
    expect(event).toEqual({
      type: 'fax.received',
      timestamp: expect.stringMatching(/Z$/),
      data: expect.objectContaining({ id: `fax_${fax.id}`, status: 'received', pages: 3 }),
    });
    const { body } = await program.ask('GET', '/events');
    expect(body['data']).toEqual([
      expect.objectContaining({ id: got.headers['webhook-id'], type: 'fax.received', data: event.data }),
    ]);
    expect(() => new Webhook(webhook.secret).verify(got.body.replace('3', '4'), got.headers)).toThrow(
      /signature/u,
    );
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(await rig.deliver()).toBe(0);
  });

  it('carries both signatures for a day after a rotation, then the new one alone', async () => {
    const { receiver, program, webhook } = await situation(200);
    const { body } = await program.ask('POST', `/webhooks/${webhook.id}/rotate-secret`);
    const fresh = String(body['secret']);
    await rig.deliver();
    const [got] = receiver.got;
    for (const secret of [webhook.secret, fresh])
      new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {});
    await rig.test.database.pool.query(`update webhook_endpoint set old_until = now() - interval '1 second'`);
    await makeFax(rig.test.database.db, program.account.id);
    await rig.deliver();
    const [, later] = receiver.got;
    new Webhook(fresh).verify(later?.body ?? '', later?.headers ?? {});
    expect(() => new Webhook(webhook.secret).verify(later?.body ?? '', later?.headers ?? {})).toThrow(
      /signature/u,
    );
  });

  it('is refused by receivers when somebody posts it again after five minutes', async () => {
    const { receiver, webhook } = await situation(200);
    await rig.deliver();
    const [got] = receiver.got;
    const old = String(Number(got?.headers['webhook-timestamp']) - 301);
    const hook = new Webhook(webhook.secret);
    const signature = hook.sign(
      got?.headers['webhook-id'] ?? '',
      new Date(Number(old) * 1000),
      got?.body ?? '',
    );
    expect(() =>
      hook.verify(got?.body ?? '', {
        'webhook-id': got?.headers['webhook-id'] ?? '',
        'webhook-timestamp': old,
        'webhook-signature': signature,
      }),
    ).toThrow(/too old/);
  });

  it('goes on until it arrives, under one id', async () => {
    const { receiver, program, webhook } = await situation([500, 500, 200]);
    for (let n = 0; n < 4; n += 1) await rig.deliver();
    expect(receiver.got).toHaveLength(3);
    expect(new Set(receiver.got.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1);
    const [delivery] = await deliveries(program, webhook.id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, last_attempt: { status: 200 } });
    expect(await stateOf(program, webhook.id)).toEqual(['on', null]);
  });

  it('has failed for good after the tenth try', async () => {
    const { receiver, program, webhook } = await situation(503);
    for (let n = 0; n < 12; n += 1) await rig.deliver();
    expect(receiver.got).toHaveLength(10);
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'failed', attempts: 10 }]);
    expect(await stateOf(program, webhook.id)).toEqual(['failing', null]);
  });

  it('waits as long as the receiver asks', async () => {
    const { program, webhook } = await situation((response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    await rig.deliver();
    const [delivery] = await deliveries(program, webhook.id);
    expect(Date.parse(delivery?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('goes to nobody while the account is suspended, and afterwards arrives', async () => {
    const { receiver, program } = await situation(200);
    const { pool } = rig.test.database;
    await pool.query(`update account set state = 'suspended' where id = $1`, [program.account.id]);
    expect(await rig.deliver()).toBe(0);
    await pool.query(`update account set state = 'active' where id = $1`, [program.account.id]);
    expect([await rig.deliver(), receiver.got.length]).toEqual([1, 1]);
  });
});

describe('a receiver', () => {
  it('[A-API-45] that redirects is not followed', async () => {
    const inner = await startReceiver(200);
    receivers.push(inner);
    const { program, webhook } = await situation((response) => {
      response.writeHead(302, { location: inner.url('inner') }).end();
    });
    await rig.deliver();
    expect(inner.got).toEqual([]);
    expect(await deliveries(program, webhook.id)).toMatchObject([
      { status: 'queued', last_attempt: { status: 302, error: null } },
    ]);
  });

  it('[A-API-46] that never answers is given up, one with an endless answer is not read, and no text is kept', async () => {
    const silent = await situation(() => {});
    await rig.deliver();
    const [delivery] = await deliveries(silent.program, silent.webhook.id);
    expect(delivery).toMatchObject({ status: 'queued', last_attempt: { status: null, error: 'timeout' } });
    let written = 0;
    const endless = await situation((response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('what stands in the answer'.repeat(1_000))) written += 1;
      };
      response.on('drain', more);
      more();
    });
    await rig.deliver();
    expect(await deliveries(endless.program, endless.webhook.id)).toMatchObject([{ status: 'delivered' }]);
    expect(written).toBeLessThan(2_000);
    for (const table of ['webhook_delivery', 'webhook_attempt', 'webhook_endpoint', 'audit']) {
      const { rows } = await rig.test.database.pool.query(`select t::text from ${table} t`);
      expect(JSON.stringify(rows)).not.toContain('what stands');
    }
  });

  it('that is gone is turned off at once: programs and owner are told', async () => {
    const { receiver, program, webhook } = await situation(410);
    await rig.deliver();
    expect(await stateOf(program, webhook.id)).toEqual(['off', 'gone']);
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'failed' }]);
    await makeFax(rig.test.database.db, program.account.id);
    expect([await rig.deliver(), receiver.got.length]).toEqual([0, 1]);
    const { body } = await program.ask('GET', '/events', { query: { type: 'webhook.disabled' } });
    expect(body['data']).toMatchObject([{ data: { object: 'webhook', id: webhook.id, reason: 'gone' } }]);
    expect(await mails(program.account.id)).toEqual(['webhook-off']);
  });

  it('that fails for a day is written about once, and after five days it is off', async () => {
    const { program, webhook } = await situation(500);
    const failing = async (days: number) => {
      await rig.test.database.pool.query(
        `update webhook_endpoint set failing_since = now() - make_interval(days => $1)`,
        [days],
      );
      await rig.deliver();
      return [...(await stateOf(program, webhook.id)), ...(await mails(program.account.id))];
    };
    await rig.deliver();
    expect(await failing(0)).toEqual(['failing', null]);
    expect(await failing(1)).toEqual(['failing', null, 'webhook-failing']);
    expect(await failing(2)).toEqual(['failing', null, 'webhook-failing']);
    expect(await failing(5)).toEqual(['off', 'failing', 'webhook-failing', 'webhook-off']);
  });
});

/** The mails about an endpoint's deliveries. */
async function mails(account: number): Promise<string[]> {
  const { rows } = await rig.test.database.pool.query<{ template: string }>(
    `select template from mail_out where account_id = $1 and template <> 'webhook-changed' order by id`,
    [account],
  );
  return rows.map(({ template }) => template);
}
