import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLogger } from '#server/kit/logging.ts';
import { askApi, startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { newKey, newPublicId } from './key-format.rules.ts';
import { callsOfKeys } from './key-calls.store.ts';
import { listAllKeys } from './operate-keys.store.ts';
import { rateLeft } from './key-rate.rules.ts';

const BURST = 8;

let test: TestApp;
let log = '';
beforeAll(async () => {
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      log += chunk.toString();
      done();
    },
  });
  // So slow that no call is refilled while a test runs.
  const env = { F2E_API_CALLS_PER_SECOND: '1', F2E_API_BURST: String(BURST) };
  test = await startApp({ env, log: createLogger('trace', sink) });
});
afterAll(async () => await test.stop());

async function program(): Promise<Program> {
  const { id } = await makeAccount(test.database.db);
  return await startProgram(test, { kind: 'account', id });
}

/** Refills the bucket of a key as a pause of this many seconds would. */
async function pass(keyId: number, seconds: number): Promise<void> {
  await test.database.pool.query(
    `update api_key_rate set ahead_until = ahead_until - make_interval(secs => $2) where key_id = $1`,
    [keyId, seconds],
  );
}

describe('the rate of a key', () => {
  it('[A-API-11] a burst, then one call for each second, by the clock of the database', async () => {
    const { ask, keyId } = await program();
    const statuses = async (calls: number) =>
      (await Promise.all(Array.from({ length: calls }, async () => await ask('GET', '/key')))).map(
        ({ status }) => status,
      );
    const first = await statuses(BURST + 5);
    expect(first.filter((status) => status === 200)).toHaveLength(BURST);
    expect(first.filter((status) => status === 429)).toHaveLength(5);
    await pass(keyId, 3);
    expect((await statuses(6)).filter((status) => status === 200)).toHaveLength(3);
  });

  it('says what is left with every answer, and how long to wait', async () => {
    const { ask, keyId } = await program();
    const first = await ask('GET', '/key');
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=8;w=8', ratelimit: '"key";r=7;t=1' });
    const unknown = await ask('GET', '/nothing');
    const guest = await askApi(test, null, 'GET', '/key');
    expect([unknown.headers['ratelimit-policy'], guest.headers['ratelimit-policy']]).toEqual([
      '"key";q=8;w=8',
      '"key";q=8;w=8',
    ]);
    for (let n = 0; n < BURST; n += 1) await ask('GET', '/key');
    const refused = await ask('GET', '/key');
    expect([refused.status, refused.body['code'], refused.headers['content-type']]).toEqual([
      429,
      'rate_limited',
      'application/problem+json; charset=utf-8',
    ]);
    expect(refused.headers).toMatchObject({ ratelimit: '"key";r=0;t=8', 'retry-after': '1' });
    await pass(keyId, 60);
    expect((await ask('GET', '/key')).headers['ratelimit']).toBe('"key";r=7;t=1');
  });

  it('what is left is between nothing and all but this call, whatever the clock did', () => {
    const rate = { perSecond: 10, burst: 60 };
    const left = (allowed: boolean, secondsAhead: number | null) => rateLeft(rate, { allowed, secondsAhead });
    expect(left(true, 0.1)).toEqual({ allowed: true, left: 59, nextSeconds: 0, fullSeconds: 0.1 });
    expect(left(true, -5)).toMatchObject({ left: 59, fullSeconds: 0 });
    expect(left(true, 6)).toMatchObject({ left: 0 });
    expect(left(false, 6)).toMatchObject({ left: 0, nextSeconds: expect.closeTo(0.1) as number });
    expect(left(false, null)).toMatchObject({ left: 0, nextSeconds: 0 });
  });

  it('[A-API-12] who knows only the id of a key uses nothing of its rate up', async () => {
    const { key, keyId, ask } = await program();
    const publicId = key.split('_')[2] ?? '';
    for (let n = 0; n < BURST * 2; n += 1)
      expect((await askApi(test, newKey('live', publicId).key, 'GET', '/key')).status).toBe(401);
    await test.database.pool.query(`update api_key set networks = '{203.0.113.0/24}' where id = $1`, [keyId]);
    for (let n = 0; n < BURST * 2; n += 1)
      expect((await ask('GET', '/key')).body['code']).toBe('key_address');
    await test.database.pool.query(`update api_key set networks = '{}' where id = $1`, [keyId]);
    expect((await ask('GET', '/key')).headers['ratelimit']).toBe('"key";r=7;t=1');
  });
});

/** Calls from an address and returns the status code. */
const from = async (remoteAddress: string, authorization: string) =>
  (await test.app.inject({ url: '/v1/key', remoteAddress, headers: { authorization } })).statusCode;

describe('wrong keys', () => {
  it('[A-API-10] are refused with 429 after 150 from a network; good keys of it go on, other networks too', async () => {
    const { key } = await program();
    const wrong = `Bearer ${newKey('live', newPublicId()).key}`;
    const codes = [];
    for (let n = 0; n < 152; n += 1)
      codes.push(await from(`203.0.113.${n}`, n % 2 ? wrong : 'Bearer nonsense'));
    expect([codes.indexOf(429), codes.filter((code) => code === 401).length]).toEqual([150, 150]);
    expect(await from('203.0.113.9', `Bearer ${key}`)).toBe(200);
    expect(await from('198.51.100.9', wrong)).toBe(401);
  });
});

describe('counts of calls', () => {
  it('[A-API-14] each day has the calls of a key and how many were refused, from all processes', async () => {
    const { ask, keyId } = await program();
    const quiet = await program();
    for (let n = 0; n < BURST + 3; n += 1) await ask('GET', '/key');
    await quiet.ask('GET', '/key');
    await test.services.apiKeys.flush();
    await ask('GET', '/key');
    await test.services.apiKeys.flush();
    const { db } = test.database;
    expect(await callsOfKeys(db, [keyId], 1)).toEqual([{ keyId, calls: BURST + 4, refused: 4 }]);
    const [listed] = (await listAllKeys(db, { limit: 200 })).filter(({ id }) => id === keyId);
    expect(listed).toMatchObject({ callsToday: BURST + 4, refusedToday: 4 });
    await test.database.pool.query('update api_key_day set day = day - 1');
    expect(await callsOfKeys(db, [keyId], 1)).toEqual([]);
    expect(await callsOfKeys(db, [keyId, quiet.keyId], 2)).toHaveLength(2);
  });

  it('are kept while the database is away, and dropped for keys that are gone', async () => {
    const { ask, keyId } = await program();
    const gone = await program();
    await ask('GET', '/key');
    await gone.ask('GET', '/key');
    await test.database.pool.query('alter table api_key_day rename to away');
    await expect(test.services.apiKeys.flush()).rejects.toThrow('api_key_day');
    await test.database.pool.query('alter table away rename to api_key_day');
    await test.database.pool.query('delete from api_key where id = $1', [gone.keyId]);
    await test.services.apiKeys.flush();
    expect(await callsOfKeys(test.database.db, [keyId, gone.keyId], 1)).toEqual([
      { keyId, calls: 1, refused: 0 },
    ]);
  });
});

describe('keys in the log', () => {
  it('[A-API-15] no line holds a key, wherever a program puts it and whatever fails', async () => {
    const { key, ask } = await program();
    log = '';
    await ask('GET', '/key');
    await ask('GET', `/faxes/${key}`, { query: { key } });
    await ask('POST', '/webhooks', { body: { url: 'https://x.example.com', description: key } });
    await askApi(test, null, 'GET', '/key', { headers: { authorization: `Basic ${key}`, 'x-api-key': key } });
    await test.database.pool.query('alter table api_key_rate rename to away');
    expect((await ask('GET', '/key')).status).toBe(500);
    await test.database.pool.query('alter table away rename to api_key_rate');
    const logger = test.app.log;
    logger.info({ authorization: `Bearer ${key}` }, 'one');
    logger.info({ request: { authorization: key, headers: { authorization: key } } }, 'two');
    expect(log).toContain('request failed');
    expect([
      log.split('[secret]').length - 1,
      log.includes(key.slice(20)),
      log.includes(key.slice(0, 30)),
    ]).toEqual([3, false, false]);
  });
});
