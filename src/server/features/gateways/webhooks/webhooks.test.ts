import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { makeFax } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { startWebhooks } from '#test/webhook-rig.ts';
import type { Receiver } from '#test/webhook-receiver.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

let rig: WebhookRig;
let receiver: Receiver;
startWebhooks((world) => ({ rig, receiver } = world));

describe('endpoints', () => {
  it('are added, listed, changed and deleted; the secret is shown once and stored sealed', async () => {
    const program = await rig.program();
    const more = { events: ['fax.received'], description: 'Orders' };
    const { secret, ...added } = await rig.add(program, receiver.url(), more);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(added).toMatchObject({
      object: 'webhook',
      status: 'on',
      off_reason: null,
      url: receiver.url(),
      ...more,
    });
    const { body: list, text } = await program.ask('GET', '/webhooks');
    expect(list).toEqual({ object: 'list', data: [added], has_more: false, next: null });
    const { rows } = await rig.test.database.pool.query(
      'select t::text from webhook_endpoint t union all select t::text from audit t',
    );
    expect(text + JSON.stringify(rows)).not.toContain(secret);
    const changed = await program.ask('PATCH', `/webhooks/${added.id}`, {
      body: { events: [], active: false, description: 'Old' },
    });
    expect(changed.body).toEqual({
      ...added,
      events: [],
      description: 'Old',
      status: 'off',
      off_reason: 'owner',
    });
    expect((await program.ask('POST', `/webhooks/${added.id}/test`)).body['code']).toBe('webhook_off');
    expect((await program.ask('DELETE', `/webhooks/${added.id}`)).body['deleted']).toBe(true);
    expect((await program.ask('GET', `/webhooks/${added.id}`)).status).toBe(404);
    const { rows: audit } = await rig.test.database.pool.query<{ action: string }>(
      `select action from audit where account_id = $1 and action like 'webhook.%' order by id`,
      [program.account.id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['webhook.add', 'webhook.change', 'webhook.remove']);
  });

  it('[A-API-44] are ten at most, also when many are added at once', async () => {
    const program = await rig.program();
    const answers = await Promise.all(
      Array.from(
        { length: 14 },
        async () => await program.ask('POST', '/webhooks', { body: { url: receiver.url() } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(4).fill(409),
    ]);
  });

  it('[A-API-48] of others do not exist: no call reads or changes them, whatever key is used', async () => {
    const mine = await rig.program();
    const { id } = await rig.add(mine, receiver.url());
    const delivery = String((await mine.ask('POST', `/webhooks/${id}/test`)).body['id']);
    const parent = await makeAdministrator(rig.test.database.db);
    await rig.test.database.pool.query('update account set parent_id = $1 where id = $2', [
      parent.id,
      mine.account.id,
    ]);
    const other = await rig.program();
    const others = [other, await startProgram(rig.test, { kind: 'parent', id: parent.id })];
    const own = await rig.add(other, receiver.url());
    const calls = [
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`, {}],
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/test`],
      ['POST', `/webhooks/${id}/rotate-secret`],
      ['GET', `/webhooks/${id}/deliveries`],
      ['GET', `/webhooks/${id}/deliveries/${delivery}`],
      ['POST', `/webhooks/${id}/deliveries/${delivery}/resend`],
      ['POST', `/webhooks/${id}/recover`, { since: '2026-01-01T00:00:00Z' }],
      ['GET', `/webhooks/${own.id}/deliveries/${delivery}`],
      ['POST', `/webhooks/${own.id}/deliveries/${delivery}/resend`],
    ] as const;
    for (const { ask } of others)
      for (const [method, path, body] of calls)
        expect([path, (await ask(method, path, body && { body })).status]).toEqual([path, 404]);
    const narrow = await startProgram(
      rig.test,
      { kind: 'account', id: mine.account.id },
      { scopes: ['faxes:read'] },
    );
    for (const [method, path, body] of calls)
      expect((await narrow.ask(method, path, body && { body })).body['code']).toBe('scope_missing');
    expect((await mine.ask('GET', `/webhooks/${id}`)).body['status']).toBe('on');
  });

  it('get a new secret also where the one before cannot be opened any more: only the new one signs', async () => {
    const program = await rig.program();
    const { id } = await rig.add(program, receiver.url('rotated'));
    await rig.test.database.pool.query('update webhook_endpoint set secret = $2 where id = $1', [
      id.slice('whk_'.length),
      'sealed with a key that is lost',
    ]);
    const { status, body } = await program.ask('POST', `/webhooks/${id}/rotate-secret`);
    expect(status).toBe(200);
    await program.ask('POST', `/webhooks/${id}/test`);
    await rig.deliver();
    const got = receiver.got.find(({ headers }) => headers.host?.startsWith('rotated.'));
    expect(String(got?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    new Webhook(String(body['secret'])).verify(got?.body ?? '', got?.headers ?? {});
  });

  it('of an administrator hear of their accounts', async () => {
    const { id } = await makeAdministrator(rig.test.database.db);
    const program = await startProgram(rig.test, { kind: 'parent', id });
    const before = receiver.got.length;
    await rig.add(program, receiver.url('boss'), { events: ['account.created'] });
    await rig.test.database.pool.query(
      `insert into account (brand_id, parent_id, fax_number, admin_email, state)
       select brand_id, id, '2125559871', 'c@example.com', 'active' from parent where id = $1`,
      [id],
    );
    await rig.deliver();
    expect(
      receiver.got
        .slice(before)
        .filter(({ headers }) => String(headers.host).startsWith('boss'))
        .map(({ body }) => (JSON.parse(body) as { type: string }).type),
    ).toEqual(['account.created']);
  });
});

describe('the log', () => {
  it('tests, resends and recovers; the id of an event stays the same', async () => {
    const program = await rig.program();
    const webhook = await rig.add(program, receiver.url('log'));
    const log = async (query: Record<string, string> = {}) =>
      (await program.ask('GET', `/webhooks/${webhook.id}/deliveries`, { query })).body['data'] as {
        id: string;
        type: string;
        status: string;
        event: string;
      }[];
    const tested = await program.ask('POST', `/webhooks/${webhook.id}/test`);
    expect([tested.status, tested.body['status'], tested.body['type']]).toEqual([
      202,
      'queued',
      'webhook.test',
    ]);
    await rig.deliver();
    const one = await program.ask('GET', `/webhooks/${webhook.id}/deliveries/${String(tested.body['id'])}`);
    expect(one.body).toMatchObject({
      status: 'delivered',
      all_attempts: [{ status: 200, error: null }],
      payload: { type: 'webhook.test', data: { object: 'webhook', id: webhook.id } },
    });
    await program.ask('POST', `/webhooks/${webhook.id}/deliveries/${String(tested.body['id'])}/resend`);
    await rig.deliver();
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 2, event: tested.body['event'] }]);

    const since = new Date(Date.now() - 60_000).toISOString();
    await program.ask('PATCH', `/webhooks/${webhook.id}`, { body: { active: false } });
    for (let n = 0; n < 3; n += 1) await makeFax(rig.test.database.db, program.account.id);
    await rig.deliver();
    const recover = async (body: object) =>
      await program.ask('POST', `/webhooks/${webhook.id}/recover`, { body });
    expect((await recover({ since, dry_run: true })).body).toMatchObject({ events: 3, dry_run: true });
    expect((await recover({ since })).body).toMatchObject({
      code: 'webhook_off',
      detail: 'This endpoint is off. Turn it on first: PATCH /v1/webhooks/{id} with {"active": true}.',
    });
    await program.ask('PATCH', `/webhooks/${webhook.id}`, { body: { active: true } });
    expect((await recover({ since })).body).toMatchObject({ events: 3, dry_run: false });
    for (let n = 0; n < 3; n += 1) await rig.deliver();
    expect((await log({ status: 'delivered' })).map(({ type }) => type)).toEqual([
      ...Array<string>(3).fill('fax.received'),
      'webhook.test',
    ]);
    expect((await recover({ since })).body).toMatchObject({ events: 0 });
  });

  it('comes in pages, the newest first', async () => {
    const program = await rig.program();
    const webhook = await rig.add(program, receiver.url('pages'));
    for (let n = 0; n < 5; n += 1) await program.ask('POST', `/webhooks/${webhook.id}/test`);
    const page = async (query: Record<string, string>) =>
      (await program.ask('GET', `/webhooks/${webhook.id}/deliveries`, { query })).body as {
        data: { id: string }[];
        has_more: boolean;
        next: string | null;
      };
    const first = await page({ limit: '3' });
    const rest = await page({ limit: '3', after: String(first.next) });
    const ids = [...first.data, ...rest.data].map(({ id }) => Number(id.slice(4)));
    expect([ids.length, first.has_more, rest.has_more, rest.next]).toEqual([5, true, false, null]);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('[A-API-49] asks of one owner are counted: nobody scans or floods with it', async () => {
    const program = await rig.program();
    const webhook = await rig.add(program, receiver.url('flood'));
    const codes: number[] = [];
    for (let n = 0; n < 65; n += 1)
      codes.push((await program.ask('POST', `/webhooks/${webhook.id}/test`)).status);
    expect([codes.filter((code) => code === 202).length, codes.at(-1)]).toEqual([59, 429]);
  });
});
