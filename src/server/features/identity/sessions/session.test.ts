import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount, makeBrand } from '#test/factories.ts';
import { basicAuth } from '#test/log-in.ts';
import { startLogins } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import { startApp } from '#test/start-app.ts';

/** Returns the cookies that a response sets, as the browser sends them back. */
function jar(response: { cookies: { name: string; value: string }[] }): Record<string, string> {
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
}

describe('sessions', () => {
  let { test, account } = {} as OwnerWorld;
  const { login, getNode } = startLogins((world) => ({ test, account } = world));
  /** Makes every open session look as if it was used or opened earlier. */
  const age = async (column: 'last_seen_at' | 'created_at', ago: string) =>
    await sql`update session set ${sql.ref(column)} = now() - ${ago}::interval, expires_at = case when ${column} = 'created_at' then now() else expires_at end where revoked_at is null`.execute(
      test.database.db,
    );
  const check = async (cookies: Record<string, string>, token: string | undefined) =>
    await test.app.inject({
      method: 'GET',
      url: '/api/checkAuthToken?time=1',
      cookies,
      headers: token === undefined ? {} : { 'x-access-token': token },
    });

  it('[LOGIN-08] finds the node, then opens a session with both cookies', async () => {
    const node = await getNode({ username: account.number, password: PASSWORD, domain: 'localhost' });
    expect(node.json()).toEqual({ status: true, node: 'n1', redirect: { status: false, domain: '' } });
    expect(node.headers['set-cookie']).toBeUndefined();

    const response = await login(account.number, PASSWORD);
    expect(response.json()).toEqual({ success: true, node: 'n1', kind: 'user' });
    const [session, access] = response.cookies;
    expect(session).toMatchObject({ name: 'f2e_session', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(access).toMatchObject({ name: 'access-token', sameSite: 'Lax', path: '/' });
    expect(access?.httpOnly).toBeUndefined();
    const kept = await test.database.db.selectFrom('session').select('id_hash').execute();
    expect(kept.every(({ id_hash }) => !id_hash.toString('base64url').includes(session?.value ?? '-'))).toBe(
      true,
    );
  });

  it('names another brand’s domain only after the password was right [A-AUTH-31]', async () => {
    const brandId = await makeBrand(test.database.db, { domain: 'fax.other.example' });
    const other = await makeAccount(test.database.db, { brandId });
    const right = await getNode({ username: other.number, password: PASSWORD, domain: 'localhost' });
    expect(right.json()).toMatchObject({ redirect: { status: true, domain: 'fax.other.example:8080' } });
    const wrong = await getNode({ username: other.number, password: 'Wrong-1-wrong', domain: 'localhost' });
    expect(wrong.statusCode).toBe(412);
    expect(wrong.json()).not.toHaveProperty('redirect');
  });

  /** Posts the form of the login page, as a browser does. */
  async function postForm(headers: Record<string, string>) {
    return await test.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ username: account.number, password: PASSWORD }).toString(),
    });
  }

  it('[A-XDOM-02] a page of another site logs nobody in: foreign, null or missing origin', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'http://evil.test:8080' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const answer = await postForm(headers);
      expect([headers, answer.statusCode, answer.cookies]).toEqual([headers, 403, []]);
    }
    // The same form from our own page logs in.
    expect((await postForm({ origin: 'http://localhost:80' })).cookies).toHaveLength(2);
  });

  it('[LOGIN-19] takes a login that another brand’s page hands over, and nobody else’s', async () => {
    const brandId = await makeBrand(test.database.db, { domain: 'fax.third.example' });
    const other = await makeAccount(test.database.db, { brandId });
    const post = async (headers: Record<string, string>, password = PASSWORD) =>
      await test.app.inject({
        method: 'POST',
        url: '/login',
        headers: {
          host: 'fax.third.example:8080',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        payload: new URLSearchParams({ username: other.number, password }).toString(),
      });
    const handed = await post({ origin: 'http://fax.third.example:8080' });
    expect([handed.statusCode, handed.headers.location]).toEqual([303, '/dashboard?handoff=1']);
    expect(handed.cookies.map(({ name }) => name)).toEqual(['f2e_session', 'access-token']);
    const wrong = await post({ origin: 'http://fax.third.example:8080' }, 'Wrong-1-wrong');
    expect([wrong.statusCode, wrong.headers.location, wrong.cookies]).toEqual([303, '/login?error=1', []]);
    expect((await post({ origin: 'https://evil.test' })).statusCode).toBe(403);
    expect((await post({})).statusCode).toBe(403);
  });

  it('gives a new session at login, whatever the browser sent; the old one ends [A-AUTH-14]', async () => {
    const chosen = 'a'.repeat(43);
    const response = await login(account.number, PASSWORD, {
      cookies: { f2e_session: chosen, 'access-token': chosen },
    });
    const cookies = jar(response);
    expect(cookies['f2e_session']).not.toBe(chosen);
    expect((await check({ f2e_session: chosen }, chosen)).statusCode).toBe(401);
    const again = jar(await login(account.number, PASSWORD, { cookies }));
    expect((await check(cookies, cookies['access-token'])).statusCode).toBe(401);
    expect((await check(again, again['access-token'])).statusCode).toBe(200);
  });

  it('says how long a session still stands, only to its own token header [A-AUTH-25]', async () => {
    const mine = jar(await login(account.number, PASSWORD));
    const other = jar(await login((await makeAccount(test.database.db)).number, PASSWORD));
    const good = await check(mine, mine['access-token']);
    expect(good.json()).toMatchObject({ valid: true, kind: 'user', node: 'n1' });
    expect(good.json().expiresIn).toBeGreaterThan(3500);
    const mixed = await check(mine, other['access-token']);
    expect(mixed.statusCode).toBe(401);
    expect(mixed.body).toBe((await check({}, undefined)).body);
    expect(mixed.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['f2e_session', ''],
      ['access-token', ''],
    ]);
  });

  it('[AUTH-03] the check tells a standing session from a missing, idle or old one, and extends none', async () => {
    expect((await check({}, undefined)).statusCode).toBe(401);
    const cookies = jar(await login(account.number, PASSWORD));
    await age('last_seen_at', '50 minutes');
    const left = (await check(cookies, cookies['access-token'])).json().expiresIn as number;
    expect(left).toBeLessThanOrEqual(600);
    await age('last_seen_at', '61 minutes');
    expect((await check(cookies, cookies['access-token'])).statusCode).toBe(401);
    const fresh = jar(await login(account.number, PASSWORD));
    await age('created_at', '24 hours');
    expect((await check(fresh, fresh['access-token'])).statusCode).toBe(401);
  });

  it('[AUTH-07] logs out at once, with and without a session', async () => {
    const cookies = jar(await login(account.number, PASSWORD));
    const out = await test.app.inject({
      method: 'POST',
      url: '/api/faxui/logout.json',
      cookies,
      headers: { 'content-type': 'application/json' },
    });
    expect(out.json()).toEqual({ success: true });
    expect((await check(cookies, cookies['access-token'])).statusCode).toBe(401);
    expect((await test.app.inject({ method: 'POST', url: '/api/faxui/logout.json' })).json()).toEqual({
      success: true,
    });
  });

  it('[AUTH-11] the cookies are HttpOnly, SameSite and, behind https, Secure with the __Host- prefix; only a hash is kept', async () => {
    const proxied = await startApp({
      env: { F2E_TRUST_PROXY: '127.0.0.1', F2E_PUBLIC_ORIGIN: 'https://fax.example.com' },
    });
    const { number } = await makeAccount(proxied.database.db);
    const response = await proxied.app.inject({
      method: 'POST',
      url: '/api/auth/login/faxuser.cookie',
      headers: {
        authorization: basicAuth(number, PASSWORD),
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'fax.example.com',
        origin: 'https://fax.example.com',
      },
    });
    expect(response.cookies[0]).toMatchObject({
      name: '__Host-f2e',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    const { rows } = await proxied.database.pool.query('select * from session');
    expect(JSON.stringify(rows)).not.toContain(response.cookies[0]?.value ?? '-');
    expect(response.headers['strict-transport-security']).toBeDefined();
    await proxied.stop();
  });
});
