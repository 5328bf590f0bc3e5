import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openKeys } from '#engine/secrets/keys.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { SessionService } from './session.service.ts';

let test: TestApp;
let number: string;
let id: number;
let sessions: SessionService;
let other: string;

beforeAll(async () => {
  test = await startApp();
  ({ number, id } = await makeAccount(test.database.db));
  const keys = await openKeys({ file: join(test.folder, 'master.key'), known: null });
  sessions = new SessionService({
    database: test.database,
    accessTokenKey: keys.for('access-token'),
    hosts: { of: async () => undefined, homeOf: async () => undefined },
    servingNode: (node) => node,
    idleSeconds: 3_600,
    seconds: 86_400,
    failures: { most: 10, seconds: 900 },
    tellOfLogin: async () => undefined,
    beginSecondStep: async () => null,
  });
  const neighbor = await makeAccount(test.database.db);
  const subject = await sessions.subjectOf({ kind: 'account', id: neighbor.id });
  if (!subject) throw new Error('no account');
  other = (await sessions.open(subject, { address: '', userAgent: '', brandId: subject.brandId }, undefined))
    .token;
});
afterAll(async () => await test.stop());

async function rows(): Promise<number> {
  const { rows: found } = await test.database.pool.query<{ n: number }>(
    `select count(*)::int as n from session where kind = 'user' and subject_id = $1`,
    [id],
  );
  return found[0]?.n ?? 0;
}

/** Opens a session as a login does after a correct password. */
async function enter(): Promise<string> {
  const subject = await sessions.subjectOf({ kind: 'account', id });
  if (!subject) throw new Error('no account');
  return (
    await sessions.open(subject, { address: '127.0.0.1', userAgent: '', brandId: subject.brandId }, undefined)
  ).token;
}

async function stands(token: string): Promise<boolean> {
  return (await sessions.find(token, false)) !== undefined;
}

it('[A-AUTH-29] an account has at most twenty sessions, however many log in at once; the oldest end', async () => {
  const first = await enter();
  for (let round = 0; round < 24; round += 1) await Promise.all(Array.from({ length: 20 }, enter));
  expect(await rows()).toBe(20);
  const tokens: string[] = [];
  for (let i = 0; i < 19; i += 1) tokens.push(await enter());
  const last = await test.signIn(number);
  expect(await rows()).toBe(20);
  expect(await Promise.all(tokens.map(stands))).toEqual(Array<boolean>(19).fill(true));
  expect([await stands(first), await stands(other)]).toEqual([false, true]);
  const { headers, cookies } = last;
  const call = async (method: 'GET' | 'POST', url: string) =>
    (await test.app.inject({ method, url, headers, cookies })).statusCode;
  expect(await call('GET', '/api/checkAuthToken')).toBe(200);
  const said = await test.database.pool.query<{ detail: object }>(
    `select detail from audit where action = 'session.login' and account_id = $1 order by id desc limit 1`,
    [id],
  );
  expect(said.rows[0]?.detail).toEqual({ endedOldest: 1 });
  // Logging out leaves no row behind.
  expect(await call('POST', '/api/faxui/logout.json')).toBe(200);
  expect([await rows(), await call('GET', '/api/checkAuthToken')]).toEqual([19, 401]);
});

it('sessions that are over go before those that stand', async () => {
  await test.database.pool.query('delete from session where subject_id = $1', [id]);
  const old = await enter();
  await Promise.all(Array.from({ length: 19 }, enter));
  await test.database.pool.query(
    `update session set last_seen_at = now() - interval '1 day' where id_hash in (
       select id_hash from session where subject_id = $1 order by created_at desc limit 1)`,
    [id],
  );
  await enter();
  expect(await rows()).toBe(20);
  expect(await stands(old)).toBe(true);
});
