import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { OwnSession } from '#contract/identity/account-security.ts';
import { makeAccount } from '#test/factories.ts';
import { administratorLogin, makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import { joinedBy } from '#test/people-rig.ts';
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

  it('of administrators and of people are their own, and nobody else’s', async () => {
    const parent = await signInAdministrator(test);
    const child = await makeManagedAccount(test.database.db, parent);
    const owner = await test.signIn(child.number);
    const person = await joinedBy(test, owner, { role: 'member' });
    const again = await administratorLogin(test, parent.username);
    const everybody = [parent.session, owner, person.session, mine];
    const counts = [];
    for (const session of everybody) counts.push((await list(session)).length);
    expect(counts).toEqual([2, 1, 1, 1]);
    const id = (await list(again)).find(({ current }) => current)?.id ?? '';
    for (const session of everybody.slice(1)) expect((await end(session, id)).statusCode).toBe(404);
    expect((await end(parent.session, id)).json()).toEqual({ success: true });
    expect(await stands(again)).toBe(false);
    for (const session of everybody.slice(1)) {
      const theirs = (await list(session))[0]?.id ?? '';
      expect((await end(parent.session, theirs)).statusCode).toBe(404);
    }
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['actor_kind as kind', 'actor_id as by', 'account_id as account'])
      .where('object', '=', `session/${id}`)
      .executeTakeFirst();
    expect(audit).toEqual({ kind: 'parent', by: parent.id, account: null });
  });
});

describe('automatic logout', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp();
  });
  afterAll(async () => await test.stop());

  const URL = '/api/faxui/automaticLogout';
  const read = async (as: SignedIn) => (await test.app.inject({ url: URL, ...as })).json<object>();
  const put = async (as: SignedIn, minutes: unknown) =>
    await test.app.inject({ method: 'PUT', url: URL, ...as, payload: { minutes } });
  /** Returns the idle timeout in seconds of each session of an account. */
  const idle = async (accountId: number) =>
    await test.database.db
      .selectFrom('session')
      .select('idle_seconds as seconds')
      .where('kind', '=', 'user')
      .where('subject_id', '=', accountId)
      .execute()
      .then((rows) => rows.map(({ seconds }) => seconds));

  it('is the installation’s until the account chooses less; that counts for old and new sessions, and ends them', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const as = await test.signIn(number);
    const standard = { minutes: null, standard: 60, choices: [5, 10, 15, 30, 60] };
    expect(await read(as)).toEqual(standard);
    expect((await put(as, 5)).json()).toEqual({ success: true, data: { ...standard, minutes: 5 } });
    const later = await test.signIn(number);
    expect(await idle(id)).toEqual([300, 300]);
    await sql`update session set last_seen_at = now() - interval '301 seconds' where subject_id = ${id}`.execute(
      test.database.db,
    );
    for (const session of [as, later])
      expect((await test.app.inject({ url: URL, ...session })).statusCode).toBe(401);
    const again = await test.signIn(number);
    expect((await put(again, null)).json()).toEqual({ success: true, data: standard });
    expect((await idle(id)).at(-1)).toBe(3_600);
  });

  it('of an account with health records is never more than 15 minutes', async () => {
    const { id, number } = await makeAccount(test.database.db, { hipaa: true });
    const as = await test.signIn(number);
    expect(await read(as)).toEqual({ minutes: null, standard: 15, choices: [5, 10, 15] });
    for (const minutes of [30, 7, 0, '5'])
      expect((await put(as, minutes)).json()).toMatchObject({ error: 'VALIDATION' });
    expect(await idle(id)).toEqual([900]);
  });

  it('that was chosen before the account kept health records counts no longer', async () => {
    const { id, number } = await makeAccount(test.database.db);
    await put(await test.signIn(number), 60);
    await test.database.db.updateTable('account').set({ is_hipaa: true }).where('id', '=', id).execute();
    const as = await test.signIn(number);
    expect(await read(as)).toMatchObject({ minutes: null, standard: 15 });
    expect((await idle(id)).at(-1)).toBe(900);
  });

  it('is written down once a change', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const as = await test.signIn(number);
    for (const minutes of [10, 10, null]) await put(as, minutes);
    const rows = await test.database.db
      .selectFrom('audit')
      .select('detail')
      .where('account_id', '=', id)
      .where('action', '=', 'automatic-logout.change')
      .orderBy('id')
      .execute();
    expect(rows.map(({ detail }) => detail)).toEqual([{ minutes: 10 }, { minutes: null }]);
  });
});
