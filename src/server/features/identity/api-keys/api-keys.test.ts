import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askApi, startProgram } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { newKey, newPublicId, parseKey } from './key-format.rules.ts';

describe('the format of a key', () => {
  it('is read back, whatever its random parts are', () => {
    for (let round = 0; round < 200; round += 1) {
      const publicId = newPublicId();
      const { key, secret } = newKey(round % 2 ? 'live' : 'test', publicId);
      expect(parseKey(key)).toEqual({ mode: round % 2 ? 'live' : 'test', publicId, secret });
    }
  });

  it('refuses a key with one wrong character by its check', () => {
    const { key } = newKey('live', newPublicId());
    for (let at = 4; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect([at, parseKey(wrong)]).toEqual([at, undefined]);
    }
  });
});

describe('calls with a key', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  afterAll(async () => await test.stop());

  it('says whose key it is and what it may do', async () => {
    const { id } = await makeAccount(test.database.db);
    const { key, ask } = await startProgram(
      test,
      { kind: 'account', id },
      { name: 'A program', scopes: ['faxes:read'] },
    );
    const { status, body, headers } = await ask('GET', '/key');
    expect([status, body]).toEqual([
      200,
      {
        object: 'key',
        id: `key_${key.split('_')[2]}`,
        name: 'A program',
        mode: 'live',
        owner: 'account',
        scopes: ['faxes:read'],
        expires_at: null,
      },
    ]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('[A-API-50] refuses every other credential with a problem that names the request', async () => {
    const account = await makeAccount(test.database.db);
    const { key } = await startProgram(test, { kind: 'account', id: account.id });
    const session = await test.signIn(account.number);
    const cookie = Object.entries(session.cookies).map(([name, value]) => `${name}=${value}`);
    const other = newKey('live', newPublicId()).key;
    const refused = [
      await askApi(test, null, 'GET', '/key'),
      await askApi(test, other, 'GET', '/key'),
      await askApi(test, key.replace('_live_', '_test_'), 'GET', '/key'),
      await askApi(test, null, 'GET', '/key', { query: { key, access_token: key } }),
      await askApi(test, null, 'GET', '/key', { headers: { authorization: `Basic ${key}` } }),
      await askApi(test, null, 'GET', '/key', {
        headers: { ...session.headers, cookie: cookie.join('; ') },
      }),
    ];
    for (const { status, body, headers } of refused) {
      expect([status, headers['content-type'], headers['set-cookie']]).toEqual([
        401,
        'application/problem+json; charset=utf-8',
        undefined,
      ]);
      expect(body).toMatchObject({ status: 401, code: 'key_invalid', request_id: headers['x-request-id'] });
    }
  });

  it('refuses a key that has expired, is used from elsewhere, or whose account may not act', async () => {
    const { pool, db } = test.database;
    const change = async (sql: string, column: 'id' | 'account' = 'id') => {
      const { id } = await makeAccount(db);
      const { ask, keyId } = await startProgram(test, { kind: 'account', id });
      expect((await ask('GET', '/key')).status).toBe(200);
      await pool.query(sql, [column === 'id' ? keyId : id]);
      return (await ask('GET', '/key')).body['code'];
    };
    expect([
      await change("update api_key set expires_at = now() - interval '1 second' where id = $1"),
      await change("update api_key set networks = '{203.0.113.0/24}' where id = $1"),
      await change("update account set state = 'suspended' where id = $1", 'account'),
      await change('delete from api_key where id = $1'),
    ]).toEqual(['key_invalid', 'key_address', 'key_invalid', 'key_invalid']);
  });

  it('takes the old secret until the overlap of a rotation ends', async () => {
    const { id } = await makeAccount(test.database.db);
    const { ask, keyId } = await startProgram(test, { kind: 'account', id });
    const rotate = async (until: string) =>
      await test.database.pool.query(
        `update api_key set old_hash = coalesce(old_hash, hash), hash = sha256('new'), old_until = now() + $2::interval where id = $1`,
        [keyId, until],
      );
    await rotate('1 hour');
    expect((await ask('GET', '/key')).status).toBe(200);
    await rotate('-1 second');
    expect((await ask('GET', '/key')).status).toBe(401);
  });
});
