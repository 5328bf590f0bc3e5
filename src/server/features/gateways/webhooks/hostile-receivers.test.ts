import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import type { Program } from '#test/api-rig.ts';
import { startNameServer } from '#test/name-server.ts';
import { startDeliveries } from '#test/webhook-rig.ts';
import type { Answer } from '#test/webhook-receiver.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

import { deliverDue } from './webhook.worker.ts';

let rig: WebhookRig;
const { situation } = startDeliveries((made) => (rig = made));

interface Delivery {
  status: string;
  attempts: number;
  next_attempt_at: string | null;
  last_attempt: { status: number | null; error: string | null } | null;
}

async function deliveries({ ask }: Program, id: string): Promise<Delivery[]> {
  return (await ask('GET', `/webhooks/${id}/deliveries`)).body['data'] as Delivery[];
}

/** Answers with these bytes, which need not be HTTP. */
const raw =
  (...parts: string[]): Answer =>
  ({ socket }) => {
    for (const part of parts) (socket as Socket).write(part);
  };

describe('an answer that is none', () => {
  it.each([
    [
      '101',
      raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
      101,
      null,
    ],
    ['headers without end', raw('HTTP/1.1 200 OK\r\n', `x: ${'a'.repeat(100_000)}\r\n`), null, 'unreachable'],
    ['no HTTP', raw('220 mail.example.com ESMTP\r\n'), null, 'unreachable'],
    ['only 100', raw('HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)), null, 'timeout'],
  ] as const)('[A-API-93] %s is a failed try, and holds nobody', async (_, answer, status, error) => {
    const { program, webhook } = await situation(answer);
    expect(await rig.deliver()).toBe(1);
    expect(await deliveries(program, webhook.id)).toMatchObject([
      { status: 'queued', attempts: 1, last_attempt: { status, error } },
    ]);
  });

  it('[A-API-93] a body of 1 GB is not read', async () => {
    let written = 0;
    const part = Buffer.alloc(1_000_000);
    const { program, webhook } = await situation((response) => {
      response.writeHead(200, { 'content-length': String(1_000 * part.length) });
      const more = (): void => {
        while (!response.destroyed && written < 1_000) {
          written += 1;
          if (!response.write(part)) return void response.once('drain', more);
        }
      };
      more();
    });
    await rig.deliver();
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'delivered' }]);
    expect(written).toBeLessThan(100);
  });
});

describe('a pause that a receiver asks for', () => {
  it.each([['9'.repeat(15)], ['Fri, 31 Dec 2199 23:59:59 GMT']])(
    '[A-API-94] of %s is one of a day at most',
    async (pause) => {
      const { program, webhook } = await situation((response) => {
        response.writeHead(503, { 'retry-after': pause }).end();
      });
      await rig.deliver();
      const [delivery] = await deliveries(program, webhook.id);
      const { rows } = await rig.test.database.pool.query<{ seconds: number }>(
        'select extract(epoch from next_at - now())::float8 as seconds from webhook_delivery',
      );
      expect(delivery).toMatchObject({ status: 'queued', last_attempt: { status: 503 } });
      expect(rows[0]?.seconds).toBeLessThanOrEqual(86_400);
    },
  );
});

describe('an endpoint that moves', () => {
  it('[A-API-95] a late 410 of the address before does not turn off the one of now', async () => {
    const { program, webhook } = await situation((response) => {
      void rig.test.database.pool
        .query(`update webhook_endpoint set url = 'https://new.example.com/', host = 'new.example.com'`)
        .then(() => response.writeHead(410).end());
    });
    await rig.deliver();
    expect((await program.ask('GET', `/webhooks/${webhook.id}`)).body).toMatchObject({
      status: 'on',
      failing_since: null,
    });
    expect(await deliveries(program, webhook.id)).toMatchObject([{ status: 'queued', attempts: 1 }]);
  });

  it('[A-API-96] a name that leads outside when it is saved and inside when it is posted to is not dialled', async () => {
    const dns = await startNameServer();
    const { receiver, program, webhook } = await situation(200);
    const port = String(receiver.port);
    await rig.test.database.pool.query('update webhook_endpoint set url = $1, host = $2', [
      `http://rebind.example:${port}/`,
      `rebind.example:${port}`,
    ]);
    const guard = createOutboundGuard({ allowPrivate: false, dns: [dns.address] });
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['169.254.169.254']]) {
      dns.addresses.set('rebind.example', addresses);
      await rig.test.database.pool.query('update webhook_delivery set next_at = now()');
      await rig.deps.events.publish();
      await deliverDue({ ...rig.deps, guard });
      expect(await deliveries(program, webhook.id)).toMatchObject([
        { status: 'queued', last_attempt: { status: null, error: 'host_not_allowed' } },
      ]);
    }
    expect(receiver.got).toEqual([]);
    dns.close();
  });
});

describe('an address that is a secret', () => {
  it('[A-API-97] its path stands in no audit row and no mail, whatever is done to the endpoint', async () => {
    const { receiver, program, webhook } = await situation(410);
    const path = 'T00000000-B00000000-secret';
    const url = `http://hooks.localhost:${receiver.port}/${path}`;
    await program.ask('PATCH', `/webhooks/${webhook.id}`, { body: { url } });
    await rig.add(program, url);
    await program.ask('POST', `/webhooks/${webhook.id}/test`);
    await rig.deliver();
    for (const table of ['audit', 'mail_out', 'api_event']) {
      const { rows } = await rig.test.database.pool.query(`select t::text from ${table} t`);
      expect([rows.length > 0, JSON.stringify(rows).includes(path)]).toEqual([true, false]);
    }
  });
});

describe('accounts with health records', () => {
  it('have ids alone posted', async () => {
    const { receiver, program, fax } = await situation(200, { hipaa: true });
    await rig.deliver();
    expect(receiver.got.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
      { object: 'fax', id: `fax_${fax.id}`, account: `acc_${program.account.id}` },
    ]);
  });
});
