import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { closeAccount } from '#server/features/customers/accounts/close-account.ts';
import { askApi, startProgram } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { ApiKeysService } from './api-keys.service.ts';
import { newKey, newPublicId } from './key-format.rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

async function program(options: Parameters<typeof startProgram>[2] = {}) {
  const account = await makeAccount(test.database.db);
  return { account, ...(await startProgram(test, { kind: 'account', id: account.id }, options)) };
}

describe('a key', () => {
  it('[A-API-57] is not guessed: wrong check digits need no statement, a wrong secret answers the same', async () => {
    const { key, publicId } = await program();
    const { database, queueMail } = test;
    let statements = 0;
    const counted = new Proxy(database, {
      get: (of, name, receiver) => {
        if (name === 'kept') statements += 1;
        return Reflect.get(of, name, receiver) as unknown;
      },
    });
    const keys = new ApiKeysService({ database: counted, queueMail, rate: { perSecond: 10, burst: 60 } });
    statements = 0;
    for (let at = 0; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
      expect([at, await keys.use(wrong, '127.0.0.1')]).toEqual([at, undefined]);
    }
    expect(statements).toBe(0);
    const guesses = [newKey('live', publicId).key, newKey('live', newPublicId()).key];
    const answers = await Promise.all(guesses.map(async (guess) => await askApi(test, guess, 'GET', '/key')));
    const texts = answers.map(({ body }) => JSON.stringify({ ...body, request_id: '' }));
    expect([...new Set(texts)]).toHaveLength(1);
    for (let round = 0; round < 600; round += 1)
      expect(await keys.use(newKey('live', newPublicId()).key, '127.0.0.1')).toBeUndefined();
    expect(await keys.use(key, '127.0.0.1')).toBeDefined();
  });

  it('[A-API-58] is one of twenty at most, each with a name of its own, also when made at once', async () => {
    const { account, ask } = await program();
    const codes = await Promise.all(
      // The number of calls that a key may make at the same time.
      Array.from({ length: 20 }, async (_, n) => {
        const answer = await ask('POST', '/keys', { body: { name: `Key ${n}`, scopes: ['faxes:read'] } });
        return answer.body['code'] ?? answer.status;
      }),
    );
    const { rowCount } = await test.database.pool.query('select from api_key where account_id = $1', [
      account.id,
    ]);
    expect([codes.filter((code) => code === 201).length, rowCount]).toEqual([19, 20]);
    expect(codes.filter((code) => code === 'key_limit')).toHaveLength(1);
    const fresh = await program({ name: 'Orders' });
    const twins = await Promise.all(
      ['orders', 'ORDERS', 'Other', 'other'].map(
        async (name) =>
          (await fresh.ask('POST', '/keys', { body: { name, scopes: ['faxes:read'] } })).body['code'],
      ),
    );
    expect(twins.filter((code) => code === 'key_name_taken')).toHaveLength(3);
  });

  it('[A-API-59] dies with its account, which opens again without it', async () => {
    const { account, key, ask } = await program();
    const { database, queueMail } = test;
    await database.transaction(async (tx) => await closeAccount(tx, account.id, { restDays: 0, queueMail }));
    expect((await ask('GET', '/key')).status).toBe(401);
    await database.pool.query(`update account set state = 'active', closed_at = null where id = $1`, [
      account.id,
    ]);
    expect((await askApi(test, key, 'GET', '/key')).status).toBe(401);
    const { rows } = await database.pool.query<{ detail: { because: string } }>(
      `select detail from audit where account_id = $1 and action = 'api-key.remove'`,
      [account.id],
    );
    expect(rows.map(({ detail }) => detail.because)).toEqual(['account closed']);
  });
});

describe('a key that is bound to networks', () => {
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
  };

  it('[A-API-56] is refused elsewhere, whatever address a client claims', async () => {
    const { ask } = await program({ networks: ['203.0.113.0/24'] });
    const { body } = await ask('GET', '/key', { headers: forged });
    expect(body['code']).toBe('key_address');
    const local = await program({ networks: ['127.0.0.1'] });
    expect((await local.ask('GET', '/key', { headers: forged })).status).toBe(200);
  });

  it('[A-API-56] behind a proxy counts the address that the proxy says', async () => {
    const behind = await startApp({ env: { F2E_TRUST_PROXY: '127.0.0.1' } });
    const account = await makeAccount(behind.database.db);
    const { ask } = await startProgram(
      behind,
      { kind: 'account', id: account.id },
      { networks: ['203.0.113.0/24'] },
    );
    const from = async (chain: string) =>
      (await ask('GET', '/key', { headers: { 'x-forwarded-for': chain } })).status;
    expect([
      await from('203.0.113.9'),
      await from('::ffff:203.0.113.9'),
      await from('198.51.100.7'),
      await from('203.0.113.9, 198.51.100.7'),
    ]).toEqual([200, 200, 403, 403]);
    await behind.stop();
  });
});
