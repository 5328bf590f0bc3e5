import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { tellOfExpiry } from './tell-of-expiry.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function program() {
  const account = await makeAccount(test.database.db);
  return { account, ...(await startProgram(test, { kind: 'account', id: account.id })) };
}

async function page(who: SignedIn, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const { headers, cookies } = who;
  const answer = await test.app.inject({ method, url, headers, cookies, ...(payload && { payload }) });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown> & { data: { key: string; id: string } }>(),
  };
}

async function mails(to: string): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ template: string }>(
    `select template from mail_out where to_address = $1 and template like 'api-key%' order by id`,
    [to],
  );
  return rows.map(({ template }) => template);
}

describe('keys of programs', () => {
  it('are made, listed, read, changed, rotated and deleted', async () => {
    const { account, ask, publicId: own } = await program();
    const made = await ask('POST', '/keys', {
      body: {
        name: ' Order entry ',
        scopes: ['faxes:send', 'faxes:read'],
        networks: ['203.0.113.7/24', '127.0.0.1', '2001:DB8::/32'],
        expires_at: inDays(30).toISOString(),
      },
    });
    const { key, ...added } = made.body;
    expect([made.status, added]).toEqual([
      201,
      {
        object: 'key',
        id: expect.stringMatching(/^key_[A-Za-z0-9]{10}$/u),
        name: 'Order entry',
        mode: 'live',
        scopes: ['faxes:send', 'faxes:read'],
        networks: expect.arrayContaining(['203.0.113.0/24', '127.0.0.1/32', '2001:db8::/32']),
        created_at: expect.any(String),
        expires_at: expect.any(String),
        last_used_at: null,
        last_used_from: null,
        old_secret_until: null,
      },
    ]);
    const id = String(added['id']);
    expect(key).toMatch(new RegExp(`^f2e_live_${id.slice(4)}_`, 'u'));
    const list = (await ask('GET', '/keys')).body as { data: { id: string }[] };
    expect(list.data.map((one) => one.id)).toEqual([id, `key_${own}`]);
    const changed = await ask('PATCH', `/keys/${id}`, { body: { name: 'Orders', networks: [] } });
    expect(changed.body).toEqual({ ...added, name: 'Orders', networks: [] });
    expect((await ask('GET', `/keys/${id}`)).body).toEqual(changed.body);
    const rotated = await ask('POST', `/keys/${id}/rotate`, { body: { overlap_hours: 72 } });
    const until = new Date(String(rotated.body['old_secret_until'])).getTime();
    expect(until - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(rotated.body['key']).not.toBe(key);
    expect((await ask('DELETE', `/keys/${id}`)).body).toEqual({ object: 'key', id, deleted: true });
    expect((await ask('GET', `/keys/${id}`)).status).toBe(404);
    expect(await mails(account.email)).toEqual([
      'api-key-changed',
      'api-key-changed',
      'api-key-changed',
      'api-key-changed',
    ]);
    const { rows } = await test.database.pool.query<{ action: string; by: boolean }>(
      `select action, detail ? 'keyId' as by from audit where object = $1 order by id`,
      [`api-key/${id.slice(4)}`],
    );
    expect(rows).toEqual(
      ['add', 'change', 'rotate', 'remove'].map((verb) => ({ action: `api-key.${verb}`, by: true })),
    );
  });

  it('are refused where the form is wrong, with the input named', async () => {
    const { ask } = await program();
    const form = { name: 'X', scopes: ['faxes:read'] };
    const code = async (body: object) => {
      const answer = await ask('POST', '/keys', { body: { ...form, ...body } });
      const errors = answer.body['errors'] as { pointer: string }[] | undefined;
      return [answer.status, answer.body['code'], errors?.[0]?.pointer];
    };
    expect([
      await code({ name: '  ' }),
      await code({ name: 'x'.repeat(41) }),
      await code({ name: 'two\nlines' }),
      await code({ scopes: [] }),
      await code({ scopes: ['faxes:burn'] }),
      await code({ networks: ['203.0.113.0/33'] }),
      await code({ networks: ['example.com'] }),
      await code({ expires_at: inDays(-1).toISOString() }),
      await code({ secret: 'mine' }),
    ]).toEqual([
      [400, 'validation', '/name'],
      [400, 'validation', '/name'],
      [400, 'validation', '/name'],
      [400, 'validation', '/scopes'],
      [400, 'validation', '/scopes/0'],
      [422, 'key_network', '/networks'],
      [422, 'key_network', '/networks'],
      [422, 'key_expiry', '/expires_at'],
      [400, 'validation', '/secret'],
    ]);
  });

  it('keep the secret before a rotation for the overlap and no longer, and only the one before', async () => {
    const { ask, key, publicId } = await program();
    const works = async (secret: string) =>
      (await ask('GET', '/key', { headers: { authorization: `Bearer ${secret}` } })).status;
    const rotate = async (hours: number, secret: string) => {
      const answer = await ask('POST', `/keys/key_${publicId}/rotate`, {
        body: { overlap_hours: hours },
        headers: { authorization: `Bearer ${secret}` },
      });
      return String(answer.body['key']);
    };
    const second = await rotate(1, key);
    expect([await works(key), await works(second)]).toEqual([200, 200]);
    const third = await rotate(1, second);
    expect([await works(key), await works(second), await works(third)]).toEqual([401, 200, 200]);
    await test.database.pool.query(`update api_key set old_until = now() where public_id = $1`, [publicId]);
    expect([await works(second), await works(third)]).toEqual([401, 200]);
    const fourth = await rotate(0, third);
    expect([await works(third), await works(fourth)]).toEqual([401, 200]);
  });
});

describe('keys on a page', () => {
  it('are made, listed, changed, rotated and deleted by an account', async () => {
    const { number, email } = await makeAccount(test.database.db);
    const me = await test.signIn(number);
    const form = { name: 'Scanner', mode: 'test', scopes: ['faxes:send'], networks: [], expiresAt: null };
    const { body } = await page(me, 'POST', '/api/faxui/apiKeys', form);
    const { id, key } = body.data;
    expect(key).toMatch(new RegExp(`^f2e_test_${id}_`, 'u'));
    expect((await page(me, 'POST', '/api/faxui/apiKeys', { ...form, name: 'SCANNER' })).body).toMatchObject({
      error: 'KEY_NAME_TAKEN',
      fields: { name: 'KEY_NAME_TAKEN' },
    });
    expect((await page(me, 'PUT', '/api/faxui/apiKeys', { id, name: 'Printer' })).status).toBe(200);
    const rotation = await page(me, 'POST', '/api/faxui/apiKeyRotation', { id, overlapHours: 1 });
    expect(rotation.body.data.key).not.toBe(key);
    const list = (await page(me, 'GET', '/api/faxui/apiKeys')).body;
    expect(list).toMatchObject({
      email,
      keys: [{ id, name: 'Printer', mode: 'test', expired: false, expiresAt: null, lastUsedAt: null }],
    });
    expect(list['scopes']).not.toContain('accounts:manage');
    expect((await page(me, 'DELETE', '/api/faxui/apiKeys', { id })).status).toBe(200);
    expect((await page(me, 'GET', '/api/faxui/apiKeys')).body['keys']).toEqual([]);
    // A new name alone causes no mail.
    expect(await mails(email)).toEqual(['api-key-changed', 'api-key-changed', 'api-key-changed']);
  });

  it('of an administrator may manage accounts', async () => {
    const { session } = await signInAdministrator(test);
    const form = { name: 'Portal', mode: 'live', scopes: ['accounts:manage'], networks: [], expiresAt: null };
    expect((await page(session, 'POST', '/api/faxui/apiKeys', form)).status).toBe(200);
    const list = (await page(session, 'GET', '/api/faxui/apiKeys')).body;
    expect(list['scopes']).toContain('accounts:manage');
  });
});

describe('a key that expires', () => {
  it('is told of once, a week before, and again when its expiry was changed', async () => {
    const account = await makeAccount(test.database.db);
    const owner = { kind: 'account', id: account.id } as const;
    await startProgram(test, owner, { expiresAt: inDays(40), name: 'Later' });
    await startProgram(test, owner, { expiresAt: inDays(3), name: 'Short' });
    const { ask, publicId } = await startProgram(test, owner, { name: 'Soon' });
    await startProgram(test, { kind: 'operator' }, { expiresAt: inDays(5) });
    const { database, queueMail } = test;
    const run = async () => await tellOfExpiry({ database, queueMail });
    const age = async () =>
      await database.pool.query(
        `update api_key set created_at = now() - interval '30 days', expires_at = now() + interval '6 days' where public_id = $1`,
        [publicId],
      );
    await age();
    await run();
    await run();
    expect(await mails(account.email)).toEqual(['api-key-expires']);
    await ask('PATCH', `/keys/key_${publicId}`, { body: { expires_at: inDays(5).toISOString() } });
    await run();
    expect(await mails(account.email)).toEqual(['api-key-expires', 'api-key-changed', 'api-key-expires']);
  });
});
