import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { OwnSession } from '#contract/identity/account-security.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

describe('own sessions', () => {
  let test: TestApp;
  let account: { id: number; number: string };
  let mine: SignedIn;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    account = await makeAccount(test.database.db);
    mine = await test.signIn(account.number);
  });
  afterAll(async () => await test.stop());

  const list = async ({ cookies, headers }: SignedIn) => {
    const response = await test.app.inject({ method: 'GET', url: '/api/faxui/sessions', cookies, headers });
    return response.json<{ sessions: OwnSession[] }>().sessions;
  };
  const end = async ({ cookies, headers }: SignedIn, id: string) =>
    await test.app.inject({
      method: 'DELETE',
      url: '/api/faxui/sessions',
      cookies,
      headers,
      payload: { id },
    });
  const stands = async ({ cookies, headers }: SignedIn) =>
    (await test.app.inject({ method: 'GET', url: '/api/checkAuthToken', cookies, headers })).statusCode ===
    200;

  it('are listed, the own one marked, without anything that opens them', async () => {
    const other = await test.signIn(account.number);
    const sessions = await list(mine);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      address: '127.0.0.1',
      userAgent: 'lightMyRequest',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/u),
    });
    const secrets = [mine, other].flatMap(({ cookies }) => Object.values(cookies));
    expect(secrets.filter((secret) => JSON.stringify(sessions).includes(secret))).toEqual([]);
  });

  it('leave out sessions that ended: logged out, idle too long, over', async () => {
    const [left, idle] = [await test.signIn(account.number), await test.signIn(account.number)];
    const idOf = async (session: SignedIn) => (await list(session)).find(({ current }) => current)?.id ?? '';
    const idleId = await idOf(idle);
    await test.app.inject({ method: 'POST', url: '/api/faxui/logout.json', cookies: left.cookies });
    await sql`update session set last_seen_at = now() - interval '61 minutes'
      where encode(substring(id_hash for 16), 'hex') = ${idleId}`.execute(test.database.db);
    expect(await list(mine)).toHaveLength(1);
  });

  it('end one by one, with an audit row; the others stand', async () => {
    const other = await test.signIn(account.number);
    const third = await test.signIn(account.number);
    const id = (await list(other)).find(({ current }) => current)?.id ?? '';
    expect((await end(mine, id)).json()).toEqual({ success: true });
    expect([await stands(mine), await stands(other), await stands(third)]).toEqual([true, false, true]);
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['action', 'object'])
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(audit).toEqual({ action: 'session.end', object: `session/${id}` });
  });

  it('of somebody else are neither seen nor ended', async () => {
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    const id = (await list(mine)).find(({ current }) => current)?.id ?? '';
    expect((await list(stranger)).map((session) => session.id)).not.toContain(id);
    expect((await end(stranger, id)).statusCode).toBe(404);
    expect((await end(stranger, 'x')).statusCode).toBe(400);
    expect(await stands(mine)).toBe(true);
  });
});
