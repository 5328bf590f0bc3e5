import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  ApiError,
  ConnectionError,
  WebhookError,
  createFaxClient,
  verifyWebhook,
} from '../packages/sdk/src/index.ts';
import type { FaxClient } from '../packages/sdk/src/index.ts';
import { startProgram } from './api-rig.ts';
import { startCompose } from './compose-rig.ts';
import type { ComposeRig } from './compose-rig.ts';
import { makeAccount } from './factories.ts';
import { startReceiver } from './webhook-receiver.ts';
import type { Answer, Received } from './webhook-receiver.ts';
import { startWebhookRig } from './webhook-rig.ts';
import type { WebhookRig } from './webhook-rig.ts';

/** Runs `work` with a client against a service that returns the given responses; the last one repeats. */
async function against(
  answers: [Answer, ...Answer[]],
  work: (client: FaxClient, got: Received[]) => Promise<void>,
): Promise<void> {
  const receiver = await startReceiver(...answers);
  try {
    await work(
      createFaxClient({ key: 'f2e_test_x', baseUrl: `http://127.0.0.1:${receiver.port}` }),
      receiver.got,
    );
  } finally {
    await receiver.stop();
  }
}

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const soon = { 'retry-after': '0' };
const proxy: Answer = (response) => response.writeHead(502, soon).end('<h1>Bad gateway</h1>');
const cut: Answer = (response) => response.destroy();
const away: Answer = (response) => response.writeHead(307, { location: '/elsewhere', ...soon }).end();

describe('the SDK over a service that has trouble', () => {
  it('repeats a refused call with the same idempotency key until it goes through', async () => {
    const busy = answer(503, { code: 'unavailable' }, soon);
    const tooMany = answer(429, { code: 'rate_limited' }, soon);
    await against([busy, tooMany, cut, answer(202, { id: 'fax_2' })], async ({ faxes }, got) => {
      expect(await faxes.resend('fax_1', {})).toEqual({ id: 'fax_2' });
      const keys = got.map(({ headers }) => headers['idempotency-key']);
      expect([keys.length, new Set(keys).size, keys[0]]).toEqual([4, 1, expect.any(String)]);
    });
  });

  it('[A-API-101] does not repeat a POST that takes no idempotency key and may have been carried out', async () => {
    const made = answer(202, { id: 'dlv_1' });
    const lost = [cut, proxy, answer(503, { code: 'unavailable' }, soon)];
    for (const one of lost)
      await against([one, made], async ({ webhooks }, got) => {
        await expect(webhooks.test('whk_1')).rejects.toBeInstanceOf(Error);
        expect(got.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
      });
    const tooMany = answer(429, { code: 'rate_limited' }, soon);
    await against([tooMany, made], async ({ webhooks }) => {
      expect(await webhooks.test('whk_1')).toEqual({ id: 'dlv_1' });
    });
    const added = answer(201, { id: 'acc_1' });
    for (const one of lost)
      await against([one, added], async ({ accounts }, got) => {
        const account = { email: 'a@example.com', number: { from: 'tollfree' as const } };
        expect(await accounts.create(account)).toEqual({ id: 'acc_1' });
        const [first, second] = got.map(({ headers }) => headers['idempotency-key']);
        expect([typeof first, first === second]).toEqual(['string', true]);
      });
  });

  it('gives up a call that is wrong at once, and says why', async () => {
    const problem = {
      code: 'validation',
      detail: 'Some values are missing.',
      errors: [{ pointer: '/url', code: 'invalid' }],
      request_id: 'r1',
    };
    await against([answer(400, problem)], async ({ webhooks }, got) => {
      const error = await webhooks.create({ url: 'x' }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 400,
        code: 'validation',
        requestId: 'r1',
        errors: problem.errors,
      });
      expect(got.length).toBe(1);
    });
  });

  it('gives up after the last repetition, whatever stands in the answers', async () => {
    await against([proxy], async ({ key }, got) => {
      await expect(key.current()).rejects.toMatchObject({ status: 502, code: 'http_502' });
      expect(got.length).toBe(4);
    });
  });

  it('takes a lost connection for no answer, and stops when it is aborted', async () => {
    await against([cut, answer(200, { id: 'k' })], async ({ key }) => {
      expect(await key.current()).toEqual({ id: 'k' });
    });
    await against([cut], async ({ key }) => {
      const aborted = AbortSignal.abort(new Error('enough'));
      await expect(key.current({ signal: aborted })).rejects.toThrow('enough');
    });
    const client = createFaxClient({ key: 'x', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    await expect(client.key.current()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('follows no redirect: the key stays with the service', async () => {
    await against([away], async ({ key }, got) => {
      await expect(key.current()).rejects.toMatchObject({ status: 307 });
      expect(got.length).toBe(1);
    });
  });
});

describe('the SDK over the running product', () => {
  let rig: WebhookRig;
  let compose: ComposeRig;
  let baseUrl: string;
  beforeAll(async () => {
    compose = await startCompose();
    rig = await startWebhookRig();
    await rig.test.app.listen({ port: 0, host: '127.0.0.1' });
    baseUrl = `http://127.0.0.1:${(rig.test.app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await compose.stop();
    await rig.stop();
  });

  it('reads its key, adds a webhook, receives and verifies its events, and reads them again as a list', async () => {
    const { key } = await rig.program();
    const client = createFaxClient({ key, baseUrl });
    expect(await client.key.current()).toMatchObject({ mode: 'live', owner: 'account' });
    const receiver = await startReceiver(200);
    try {
      const { id, secret } = await client.webhooks.create({ url: receiver.url(), events: ['webhook.test'] });
      for (let round = 0; round < 3; round += 1) await client.webhooks.test(id);
      // At most two simultaneous requests go to one host.
      expect((await rig.deliver()) + (await rig.deliver())).toBe(3);
      const received = await Promise.all(
        receiver.got.map(async ({ headers, body }) => await verifyWebhook({ headers, body, secret })),
      );
      expect(received.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test', 'webhook.test']);
      const listed: string[] = [];
      for await (const event of client.events.list({ type: 'webhook.test', limit: 1 })) listed.push(event.id);
      expect(listed.toSorted()).toEqual(received.map((event) => event.id).toSorted());
      const { data } = await client.webhooks.deliveries(id).page();
      expect(data.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
      expect(await client.webhooks.delete(id)).toEqual({ object: 'webhook', id, deleted: true });
      await expect(client.webhooks.get(id)).rejects.toMatchObject({ code: 'not_found' });
    } finally {
      await receiver.stop();
    }
  });

  it('sends a file as a form and in JSON, finds the fax, streams it and cancels it', async () => {
    const { id } = await makeAccount(compose.database.db);
    const { key } = await startProgram(compose, { kind: 'account', id }, { mode: 'test' });
    const client = createFaxClient({ key, baseUrl: `http://127.0.0.1:${compose.port}` });
    const content = new TextEncoder().encode('Dear Sir');
    const ask = { to: ['+12125550177'], client_ref: 'sdk', metadata: { a: 'b' }, cover: { subject: 'Ü' } };
    const key1 = { idempotencyKey: 'sdk-1' };
    const first = await client.faxes.send({ ...ask, files: [{ name: 'a.txt', content }] }, key1);
    const again = await client.faxes.send({ ...ask, files: [{ name: 'a.txt', content: 'Dear Sir' }] }, key1);
    expect(first.data).toMatchObject([
      { status: 'queued', test: true, client_ref: 'sdk', metadata: { a: 'b' } },
    ]);
    expect(again.data.map((fax) => fax.id)).toEqual(first.data.map((fax) => fax.id));
    await expect(
      client.faxes.send({ ...ask, files: [{ name: 'b.txt', content }] }, key1),
    ).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    const found = [];
    for await (const fax of client.faxes.list({ client_ref: 'sdk', limit: 1 })) found.push(fax.id);
    expect(found).toEqual(first.data.map((fax) => fax.id));
    const fax = first.data[0]?.id ?? '';
    await expect(client.faxes.document(fax)).rejects.toMatchObject({ code: 'fax_no_pages' });
    expect(await client.faxes.cancel(fax)).toMatchObject({ status: 'cancelled' });
    await expect(
      client.faxes.send({
        to: ask.to,
        files: [{ name: 'a.txt', content }, { url: 'https://example.com/b.pdf' }],
      }),
    ).rejects.toBeInstanceOf(TypeError);
  });

  it('says why a key is refused', async () => {
    const client = createFaxClient({ key: 'f2e_live_wrong', baseUrl });
    await expect(client.key.current()).rejects.toMatchObject({ status: 401, code: 'key_invalid' });
  });
});

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const body = JSON.stringify({ type: 'webhook.test', timestamp: '2026-11-20T20:02:11Z', data: { é: '✓' } });
  /** Returns the headers of a request signed by the reference library. */
  const post = (by: readonly string[], { at = new Date(), id = 'evt_1' } = {}): Record<string, string> => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign(id, at, body)).join(' '),
  });

  it('takes what the reference library has signed, with the old secret as well as the new one', async () => {
    const headers = post([other, secret]);
    const event = { ...(JSON.parse(body) as object), id: 'evt_1' };
    expect(await verifyWebhook({ headers, body, secret })).toEqual(event);
    expect(
      await verifyWebhook({ headers: new Headers(headers), body: Buffer.from(body), secret: [other] }),
    ).toEqual(event);
    expect(await verifyWebhook({ headers: post([secret]), body, secret: [other, secret] })).toEqual(event);
  });

  it('refuses another secret, a changed body, an old or future time, and missing headers', async () => {
    const headers = post([secret]);
    const late = (seconds: number) => post([secret], { at: new Date(Date.now() + seconds * 1000) });
    const refused: Parameters<typeof verifyWebhook>[0][] = [
      { headers, body, secret: other },
      { headers, body: `${body} `, secret },
      { headers: { ...headers, 'webhook-id': 'evt_2' }, body, secret },
      {
        headers: { ...headers, 'webhook-signature': `v1a,${headers['webhook-signature']?.slice(3)}` },
        body,
        secret,
      },
      { headers: { ...headers, 'webhook-signature': 'v1,%%%' }, body, secret },
      { headers: late(-310), body, secret },
      { headers: late(310), body, secret },
      { headers: { ...headers, 'webhook-timestamp': 'NaN' }, body, secret },
      { headers: {}, body, secret },
      { headers, body, secret: 'whsec_%%' },
    ];
    for (const one of refused) await expect(verifyWebhook(one)).rejects.toBeInstanceOf(WebhookError);
  });
});
