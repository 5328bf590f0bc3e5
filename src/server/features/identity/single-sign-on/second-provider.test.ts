import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { provenOwner } from '#server/kit/owner.ts';
import { makeAccount } from '#test/factories.ts';
import { startGlewlwyd } from '#test/openid/glewlwyd.ts';
import type { Glewlwyd } from '#test/openid/glewlwyd.ts';
import { addProvider, begin, comeBack, ledTo, providersOf } from '#test/openid/sign-on-rig.ts';
import { newEmail, peopleCalls, sessionOf } from '#test/people-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { createGroupRolesAdmin } from './operate-groups.ts';

/** Glewlwyd compares secrets without decoding them. */
const SECRET = 'of-the_client.1~';

describe('single sign-on at Glewlwyd', () => {
  let test: TestApp;
  let provider: Glewlwyd;
  let id: number;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let owner: SignedIn;
  beforeAll(async () => {
    [test, provider] = await Promise.all([
      startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } }),
      startGlewlwyd(),
    ]);
    account = await makeAccount(test.database.db);
    owner = await test.signIn(account.number);
    // Glewlwyd does not say whether an address is verified.
    id = await addProvider(test, { issuer: provider.issuer, trustsAddresses: true, secret: SECRET });
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
    await provider.register({
      secret: SECRET,
      redirectUri: `http://localhost/sso/${id}/callback`,
      logoutUri: `${origin}/sso/${id}/logout`,
    });
  });
  afterAll(async () => {
    await test.stop();
    await provider.stop();
  });

  const calls = peopleCalls(() => ({ test, owner, accountId: account.id }));
  const give = async (group: string, role: 'reader' | 'member') => {
    const known = (await (await providersOf(test)).find(id)) ?? expect.fail('no provider');
    const place = provenOwner({ kind: 'account', id: account.id });
    await createGroupRolesAdmin(test.database).give(known, { group, place, role });
  };
  const visit = async (email: string) => {
    const begun = await begin(test, id);
    const { back, browser } = await provider.logIn(email, begun.to ?? expect.fail('not sent there'));
    return { query: Object.fromEntries(back.searchParams), cookies: begun.cookies, browser };
  };
  const signOn = async (email: string) => {
    const { query, cookies, browser } = await visit(email);
    return { answer: await comeBack(test, id, query, { cookies }), browser };
  };
  const roleOf = async (email: string) =>
    (await calls.team()).people.find((one) => one.email === email)?.role;

  it('its groups give, change and take a role', async () => {
    await give('nurses', 'reader');
    await give('leads', 'member');
    const ana = { name: 'Ana Duarte', email: newEmail() };
    await provider.putPerson({ ...ana, groups: ['nurses'] });
    const first = sessionOf((await signOn(ana.email)).answer);
    expect((await calls.main(first)).person).toMatchObject({ ...ana, role: 'reader' });
    await provider.putPerson({ ...ana, groups: ['nurses', 'leads'] });
    await signOn(ana.email);
    expect(await roleOf(ana.email)).toBe('member');
    await provider.putPerson({ ...ana, groups: ['visitors'] });
    expect(ledTo((await signOn(ana.email)).answer)).toBe('unknown');
    expect([await roleOf(ana.email), await calls.stands(first)]).toEqual([undefined, false]);
  });

  it('[A-SSO-13] its logout ends the session that it began, and no other', async () => {
    await give('nurses', 'reader');
    const omar = { name: 'Omar Haddad', email: newEmail() };
    await provider.putPerson({ ...omar, groups: ['nurses'] });
    const [first, second] = [await signOn(omar.email), await signOn(omar.email)];
    const { rows } = await test.database.pool.query<{ sid: string }>(
      `select s.provider_sid as sid from session s join person p on p.id = s.person_id
       where p.email = $1 order by s.created_at`,
      [omar.email],
    );
    const [ended, stays] = [sessionOf(first.answer), sessionOf(second.answer)];
    await provider.logOut(first.browser, rows[0]?.sid ?? '');
    // The provider sends its logout request after it has responded to the browser.
    await expect.poll(async () => await calls.stands(ended)).toBe(false);
    expect(await calls.stands(stays)).toBe(true);
  });

  it('a code that was used, the state of another login, and another browser are refused', async () => {
    await give('nurses', 'reader');
    const iris = { name: 'Iris Novak', email: newEmail() };
    await provider.putPerson({ ...iris, groups: ['nurses'] });
    const [one, other] = [await visit(iris.email), await visit(iris.email)];
    const { code = '' } = one.query;
    const mixed = { ...other.query, code };
    expect(ledTo(await comeBack(test, id, one.query, { cookies: {} }))).toBe('failed');
    expect(ledTo(await comeBack(test, id, one.query, { cookies: one.cookies }))).toBe('/dashboard');
    expect(ledTo(await comeBack(test, id, one.query, { cookies: one.cookies }))).toBe('failed');
    expect(ledTo(await comeBack(test, id, mixed, { cookies: other.cookies }))).toBe('failed');
  });
});
