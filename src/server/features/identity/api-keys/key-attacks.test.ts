import { Writable } from 'node:stream';

import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { provenOwner } from '#server/kit/owner.ts';
import { askApi, startProgram } from '#test/api-rig.ts';
import { makeAccount, makeBrand } from '#test/factories.ts';
import { makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { homeHeader, startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { ApiKeysService } from './api-keys.service.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

const lines: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(line.toString());
        done();
      },
    }),
  );
  test = await startApp({ log });
});
afterAll(async () => await test.stop());

async function program(options: Parameters<typeof startProgram>[2] = {}) {
  const account = await makeAccount(test.database.db);
  return { account, ...(await startProgram(test, { kind: 'account', id: account.id }, options)) };
}

/** The row of a key as the table holds it. */
async function stored(publicId: string): Promise<string> {
  const { rows } = await test.database.pool.query<{ text: string }>(
    `select (to_jsonb(k) - 'last_used_at' - 'last_address')::text as text from api_key k where public_id = $1`,
    [publicId],
  );
  return rows[0]?.text ?? 'none';
}

describe('a key', () => {
  it('[A-API-51] is good at the hosts of its own brand only; an operator’s at every host', async () => {
    const brandId = await makeBrand(test.database.db);
    const account = await makeAccount(test.database.db, { brandId });
    const host = (await homeHeader(test.database, 'account', account.number)).host ?? '';
    const own = await startProgram(test, { kind: 'account', id: account.id });
    const operator = await startProgram(test, { kind: 'operator' });
    const at = async (key: string, headers: Record<string, string>) =>
      (await askApi(test, key, 'GET', '/key', { headers })).status;
    expect([
      await at(own.key, { host }),
      await at(own.key, {}),
      await at(operator.key, { host }),
      await at(operator.key, {}),
    ]).toEqual([200, 401, 200, 200]);
  });

  it('[A-API-52] of somebody else is not found, read, changed, rotated or deleted', async () => {
    const parent = await makeAdministrator(test.database.db);
    const child = await makeManagedAccount(test.database.db, parent);
    const victim = await startProgram(test, { kind: 'account', id: child.id });
    const before = await stored(victim.publicId);
    const others = [
      await program(),
      await startProgram(test, { kind: 'parent', id: parent.id }),
      await startProgram(test, { kind: 'operator' }),
    ];
    const path = `/keys/key_${victim.publicId}`;
    const tries = async (ask: typeof victim.ask) => [
      (await ask('GET', path)).body['code'],
      (await ask('PATCH', path, { body: { name: 'Mine' } })).body['code'],
      (await ask('POST', `${path}/rotate`, { body: {} })).body['code'],
      (await ask('DELETE', path)).body['code'],
    ];
    for (const { ask } of others) {
      expect(await tries(ask)).toEqual(Array.from({ length: 4 }, () => 'not_found'));
      expect((await ask('GET', '/keys')).text).not.toContain(victim.publicId);
    }
    const weak = await startProgram(test, { kind: 'account', id: child.id }, { scopes: ['faxes:read'] });
    expect(await tries(weak.ask)).toEqual(Array.from({ length: 4 }, () => 'scope_missing'));
    const { headers, cookies } = await test.signIn((await makeAccount(test.database.db)).number);
    for (const [method, url, more] of [
      ['PUT', 'apiKeys', { name: 'Mine' }],
      ['DELETE', 'apiKeys', {}],
      ['POST', 'apiKeyRotation', { overlapHours: 0 }],
    ] as const) {
      const payload = { id: victim.publicId, ...more };
      const answer = await test.app.inject({ method, url: `/api/faxui/${url}`, headers, cookies, payload });
      expect([url, answer.statusCode]).toEqual([url, 404]);
    }
    expect(await stored(victim.publicId)).toBe(before);
    expect((await victim.ask('GET', '/key')).status).toBe(200);
  });

  it('[A-API-53] makes and changes only keys that may do no more than itself', async () => {
    const { account, ask, publicId } = await program({
      scopes: ['faxes:read', 'keys:manage'],
      mode: 'test',
      networks: ['127.0.0.0/8'],
      expiresAt: inHours(24),
    });
    const strong = await startProgram(test, { kind: 'account', id: account.id });
    const form = {
      name: 'Twin',
      mode: 'test',
      scopes: ['faxes:read'],
      networks: ['127.0.0.1'],
      expires_at: inHours(12).toISOString(),
    };
    const add = async (body: object) =>
      (await ask('POST', '/keys', { body: { ...form, ...body } })).body['code'];
    expect([
      await add({ scopes: ['faxes:read', 'faxes:send'] }),
      await add({ mode: 'live' }),
      await add({ networks: [] }),
      await add({ networks: ['127.0.0.1', '0.0.0.0/0'] }),
      await add({ networks: ['::/0'] }),
      await add({ networks: ['126.0.0.0/7'] }),
      await add({ expires_at: null }),
      await add({ expires_at: inHours(25).toISOString() }),
    ]).toEqual(['scope_missing', ...Array.from({ length: 7 }, () => 'key_exceeds')]);
    const on = async (id: string, body: object) =>
      (await ask('PATCH', `/keys/key_${id}`, { body })).body['code'];
    expect([
      await on(publicId, { scopes: ['faxes:read', 'keys:manage', 'faxes:send'] }),
      await on(publicId, { expires_at: null }),
      await on(publicId, { networks: [] }),
      await on(strong.publicId, { name: 'Weak', scopes: ['faxes:read'] }),
      (await ask('POST', `/keys/key_${strong.publicId}/rotate`, { body: {} })).body['code'],
      (await ask('DELETE', `/keys/key_${strong.publicId}`)).body['code'],
    ]).toEqual([
      'scope_missing',
      'key_exceeds',
      'key_exceeds',
      ...Array.from({ length: 3 }, () => 'scope_missing'),
    ]);
    const manage = { name: 'Boss', scopes: ['accounts:manage'] };
    expect((await strong.ask('POST', '/keys', { body: manage })).body['code']).toBe('key_scopes');
    const list = (await strong.ask('GET', '/keys')).body as { data: unknown[] };
    expect(list.data).toHaveLength(2);
    // Equal or smaller powers are allowed.
    expect(await add({})).toBeUndefined();
    expect(await on(publicId, { networks: ['127.0.0.0/16'] })).toBeUndefined();
  });

  it('[A-API-54] is in no table, log line or later answer', async () => {
    const { account, ask, publicId, key } = await program();
    const { headers, cookies } = await test.signIn(account.number);
    const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const at = `/api/faxui/${url}`;
      return await test.app.inject({ method, url: at, headers, cookies, ...(payload && { payload }) });
    };
    const form = { name: 'Page', mode: 'live', scopes: ['faxes:read'], networks: [], expiresAt: null };
    const onPage = (await call('POST', 'apiKeys', form)).json<{ data: { id: string; key: string } }>().data;
    const made = (await ask('POST', '/keys', { body: { name: 'Other', scopes: ['faxes:read'] } })).body;
    const path = `/keys/${String(made['id'])}`;
    const rotated = (await ask('POST', `${path}/rotate`, { body: {} })).body;
    const later = [
      await ask('GET', '/keys'),
      await ask('GET', path),
      await ask('PATCH', path, { body: { name: 'Third' } }),
      await ask('GET', '/key'),
    ].map(({ text }) => text);
    later.push((await call('GET', 'apiKeys')).body);
    await askApi(test, `${key.slice(0, -1)}x`, 'GET', '/key');
    await askApi(test, key, 'POST', '/keys', { body: { name: key, scopes: ['burn'] } });
    const tables = await Promise.all(
      ['api_key', 'audit', 'mail_out', 'pgboss.job'].map(
        async (name) =>
          (
            await test.database.pool
              .query<{ text: string }>(`select t::text as text from ${name} t`)
              .catch(() => ({ rows: [] }))
          ).rows,
      ),
    );
    const everything = [...later, JSON.stringify(tables), ...lines].join('\n');
    expect(everything).toContain(publicId);
    expect(lines.length).toBeGreaterThan(5);
    for (const whole of [key, onPage.key, made['key'], rotated['key']])
      expect(everything).not.toContain(String(whole).split('_').slice(3).join('_').slice(0, 43));
  });

  it('[A-API-55] is refused by every process from the call on that follows its end', async () => {
    const { database, queueMail } = test;
    const other = new ApiKeysService({ database, queueMail, rate: { perSecond: 10, burst: 60 } });
    const both = async ({ key, ask }: { key: string; ask: Awaited<ReturnType<typeof program>>['ask'] }) => [
      (await ask('GET', '/key')).status,
      (await other.use(key, '127.0.0.1')) !== undefined,
    ];
    const ends: ((publicId: string, id: number) => Promise<unknown>)[] = [
      async (publicId, id) => await other.remove({ holder: provenOwner({ kind: 'account', id }) }, publicId),
      async (publicId, id) =>
        await other.rotate({ holder: provenOwner({ kind: 'account', id }) }, publicId, 0),
      async (publicId) =>
        await database.pool.query(`update api_key set expires_at = now() where public_id = $1`, [publicId]),
    ];
    for (const end of ends) {
      const one = await program();
      expect(await both(one)).toEqual([200, true]);
      await end(one.publicId, one.account.id);
      expect(await both(one)).toEqual([401, false]);
    }
  });
});
