import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { NEW_PASSWORD, passwordRig } from '#test/password-rig.ts';
import { PASSWORD, makeAccount, makeBrand } from '#test/factories.ts';
import { lastMail } from '#test/mails.ts';
import { makeAdministrator, administratorLogin, signInAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';
import { createAdministrators } from '#server/features/customers/administrators/administrators.service.ts';

/** The headers that a browser sends when a user opens a URL. */
const OPENED_BY_A_PERSON = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('administrators', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.db.deleteFrom('login_failure').execute();
  });
  afterAll(async () => await test.stop());

  const login = async (body: object, more: { cookies?: Record<string, string>; address?: string } = {}) =>
    await test.app.inject({
      method: 'POST',
      url: '/api/faxui/getMultifaxNode.json',
      payload: { domain: 'localhost', ...body },
      cookies: more.cookies ?? {},
      remoteAddress: more.address ?? '127.0.0.1',
    });
  const kindOf = async ({ cookies, headers }: SignedIn) => {
    const answer = await test.app.inject({ url: '/api/checkAuthToken', cookies, headers });
    return answer.statusCode === 200 ? answer.json<{ kind: string }>().kind : answer.statusCode;
  };

  it('[MFL-03] log in with one call, whatever the case of the name; the session is of their kind', async () => {
    const { username } = await makeAdministrator(test.database.db, { username: 'Boss.One' });
    const answer = await login({ username: ` ${username.toUpperCase()} `, password: PASSWORD });
    expect(answer.json()).toEqual({
      status: true,
      node: 'n1',
      redirect: { status: false, domain: '' },
      kind: 'multifax',
    });
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    expect(Object.keys(cookies).toSorted()).toEqual(['access-token', 'f2e_session']);
    expect(await kindOf({ cookies, headers: { 'x-access-token': cookies['access-token'] ?? '' } })).toBe(
      'multifax',
    );
    const node = await test.app.inject({
      method: 'POST',
      url: '/api/faxui/getNodeData.json',
      payload: { domain: 'x' },
    });
    expect(node.json()).toEqual({ status: true, node: 'n1' });
  });

  it('every failed login is alike, and there are only so many', async () => {
    const { username, id } = await makeAdministrator(test.database.db);
    const disabled = await makeAdministrator(test.database.db);
    await test.database.db
      .updateTable('parent')
      .set({ state: 'disabled' })
      .where('id', '=', disabled.id)
      .execute();
    const answers = [
      await login({ username, password: 'Wrong-1-word' }),
      await login({ username: 'nobody', password: PASSWORD }),
      await login({ username: disabled.username, password: PASSWORD }),
      await login({ username: '', password: '' }),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ status: false, error: 'BAD_CREDENTIALS' });
    for (let guess = 0; guess < 10; guess += 1) await login({ username, password: 'Wrong-1-word' });
    const refused = await login({ username, password: PASSWORD });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await login({ username, password: PASSWORD }, { address: '10.1.1.1' })).statusCode).toBe(200);
    const { rows } = await test.database.pool.query(
      "select distinct action from audit where object = $1 and action like 'session.%' order by 1",
      [`parent/${id}`],
    );
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      'session.login',
      'session.login-failed',
    ]);
  });

  it('guesses at a user name that looks like a fax number do not count against the number', async () => {
    const account = await makeAccount(test.database.db);
    for (let guess = 0; guess < 11; guess += 1)
      await login({ username: account.number, password: 'Wrong-1-word' });
    await expect(test.signIn(account.number)).resolves.toBeDefined();
  });

  it('[MFL-06] a login of one kind ends the browser’s session of the other', async () => {
    const account = await makeAccount(test.database.db);
    const mailbox = await test.signIn(account.number);
    const { username } = await makeAdministrator(test.database.db);
    await login({ username, password: PASSWORD }, { cookies: mailbox.cookies });
    expect(await kindOf(mailbox)).toBe(401);
  });

  it('[MFL-02] a name is looked for in the host’s brand first; one of another brand is sent home without a session', async () => {
    const brandId = await makeBrand(test.database.db, { domain: 'fax.home.example' });
    const here = await makeAdministrator(test.database.db, { username: 'twin' });
    await makeAdministrator(test.database.db, { username: 'twin', brandId });
    await makeAdministrator(test.database.db, { username: 'away', brandId });
    const twin = await login({ username: 'twin', password: PASSWORD });
    expect(twin.json()).toMatchObject({ redirect: { status: false } });
    const away = await login({ username: 'away', password: PASSWORD });
    expect(away.json()).toMatchObject({
      redirect: { status: true, domain: expect.stringContaining('fax.home.example') },
    });
    expect(away.cookies).toEqual([]);
    const form = await test.app.inject({
      method: 'POST',
      url: '/multifax/login',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://localhost:80',
        host: 'localhost:80',
      },
      payload: new URLSearchParams({ username: here.username, password: PASSWORD }).toString(),
    });
    expect([form.statusCode, form.headers.location]).toEqual([303, '/multifax/login?auto-login=1']);
    expect(form.cookies.map(({ name }) => name).toSorted()).toEqual(['access-token', 'f2e_session']);
    const foreign = await test.app.inject({
      method: 'POST',
      url: '/multifax/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' },
      payload: 'username=twin',
    });
    expect(foreign.statusCode).toBe(403);
  });

  it('[A-XDOM-08] a ticket that is loaded by a picture, a frame or a script acts on nothing and stays good', async () => {
    const parents = createAdministrators({ database: test.database, node: 'n1' });
    const account = await makeAccount(test.database.db);
    const victim = await test.signIn((await makeAccount(test.database.db)).number);
    const ticket = await parents.ticket({ kind: 'account', id: account.id });
    const open = async (headers: Record<string, string>, cookies = victim.cookies) =>
      await test.app.inject({ url: `/api/auth/sso?ticket=${ticket}`, headers, cookies });
    for (const dest of ['image', 'iframe', 'frame', 'embed', 'object', 'script', 'empty'])
      for (const mode of ['no-cors', 'navigate']) {
        const answer = await open({
          'sec-fetch-dest': dest,
          'sec-fetch-mode': mode,
          'sec-fetch-site': 'cross-site',
        });
        expect([dest, mode, answer.statusCode, answer.cookies]).toEqual([dest, mode, 403, []]);
      }
    expect((await test.app.inject({ url: '/api/checkAuthToken', ...victim })).statusCode).toBe(200);
    expect((await open(OPENED_BY_A_PERSON, {})).headers.location).toBe('/dashboard?handoff=1');
  });

  it('a ticket opens one session, once, within a minute, for those who may log in', async () => {
    const parents = createAdministrators({ database: test.database, node: 'n1' });
    const { id } = await makeAdministrator(test.database.db);
    const account = await makeAccount(test.database.db);
    const open = async (ticket: string) =>
      await test.app.inject({ url: `/api/auth/sso?ticket=${ticket}`, headers: OPENED_BY_A_PERSON });
    const ticket = await parents.ticket({ kind: 'parent', id });
    const answers = await Promise.all([open(ticket), open(ticket)]);
    expect(answers.map(({ headers }) => String(headers.location)).toSorted()).toEqual([
      '/login?link=used',
      '/multifax/login?auto-login=1',
    ]);
    expect((await open(await parents.ticket({ kind: 'account', id: account.id }))).headers.location).toBe(
      '/dashboard?handoff=1',
    );
    const old = await parents.ticket({ kind: 'parent', id });
    await test.database.pool.query(
      "update token set expires_at = now() where purpose = 'sso' and used_at is null",
    );
    await parents.set(id, { state: 'disabled' });
    const late = await parents.ticket({ kind: 'parent', id });
    for (const bad of [old, late, '', 'x'.repeat(43)]) {
      const answer = await open(bad);
      expect([answer.headers.location, answer.cookies]).toEqual(['/login?link=used', []]);
    }
  });

  it('a forgotten password is reset by user name; every session of theirs ends', async () => {
    const rig = passwordRig(test);
    const person = await signInAdministrator(test);
    await rig.forgot('', { username: person.username });
    await test.runJobs();
    const { link } = await lastMail(test.folder, 'reset-password', person.email);
    const token = new URL(link).searchParams.get('token');
    expect((await rig.reset({ token, new_password: NEW_PASSWORD })).json()).toEqual({ success: true });
    expect(await kindOf(person.session)).toBe(401);
    expect((await login({ username: person.username, password: PASSWORD })).statusCode).toBe(412);
    expect(await kindOf(await administratorLogin(test, person.username, NEW_PASSWORD))).toBe('multifax');
  });

  it('a disabled administrator’s session ends at once; log out ends one', async () => {
    const person = await signInAdministrator(test);
    await createAdministrators({ database: test.database, node: 'n1' }).set(Number(person.id), {
      state: 'disabled',
    });
    expect(await kindOf(person.session)).toBe(401);
    const leaving = await signInAdministrator(test);
    await test.app.inject({
      method: 'POST',
      url: '/api/faxui/logout.json',
      cookies: leaving.session.cookies,
    });
    expect(await kindOf(leaving.session)).toBe(401);
  });
});
