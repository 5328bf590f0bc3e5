import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount } from '#test/factories.ts';
import { basicAuth, logIn } from '#test/log-in.ts';
import { readMails } from '#test/mails.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { joinedBy } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('emails about new logins [A-AUTH-32]', () => {
  let test: TestApp;
  let account: { id: number; number: string; email: string };

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.db.deleteFrom('login_failure').execute();
    account = await makeAccount(test.database.db);
  });
  afterAll(async () => await test.stop());

  const enter = async (userAgent: string, address = '203.0.113.7') =>
    await logIn(test, account.number, PASSWORD, { address, headers: { 'user-agent': userAgent } });
  /** Returns the mails about new logins to an address, oldest first. */
  const told = async (to = account.email) => {
    await test.runJobs();
    const mails = await readMails(test.folder);
    return mails.filter((mail) => mail.template === 'new-login' && mail.to === to);
  };
  const turn = async (session: SignedIn, on: boolean) => {
    const answer = await ask(test, ['PUT', 'loginNotices'], session, { on });
    return answer.json<unknown>();
  };

  it('tell browser, time and address of a login with another browser; the first login and known ones are not told', async () => {
    await enter(CHROME);
    await enter(CHROME);
    expect(await told()).toEqual([]);
    await enter(FIREFOX);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New login to Fax-to-Email');
    expect(mail?.text).toContain('Firefox (Windows)');
    expect(mail?.text).toContain('203.0.113.7');
    expect(mail?.text).toContain(String(new Date().getFullYear()));
    expect(mail?.link).toMatch(/\/forgot-password$/u);
    await enter(FIREFOX);
    expect(await told()).toHaveLength(1);
  });

  it('tell of another network, however its addresses are written, and not of another address of the same one', async () => {
    await enter(CHROME, '203.0.113.7');
    await enter(CHROME, '203.0.1.200');
    await enter(CHROME, '::ffff:203.0.2.2');
    expect(await told()).toEqual([]);
    await enter(CHROME, '198.51.100.7');
    await enter(CHROME, '2001:db8:1::1');
    await enter(CHROME, '2001:0db8:ffff::1');
    expect((await told()).map(({ text }) => /IP address: (\S+)/u.exec(text)?.[1])).toEqual([
      '198.51.100.7',
      '2001:db8:1::1',
    ]);
  });

  it('tell of programs that name no browser, too', async () => {
    await enter(CHROME);
    await enter('curl/8.0');
    expect((await told()).map(({ text }) => text.includes('Unknown browser'))).toEqual([true]);
  });

  it('are not sent for a wrong password, which makes nothing known', async () => {
    await enter(CHROME);
    const refused = await test.app.inject({
      method: 'POST',
      url: '/api/n1/auth/login/faxuser.cookie',
      headers: { authorization: basicAuth(account.number, 'Wrong-horse-7'), 'user-agent': FIREFOX },
    });
    expect(refused.statusCode).toBe(412);
    expect(await told()).toEqual([]);
    await enter(FIREFOX);
    expect(await told()).toHaveLength(1);
  });

  it('can be turned off and on by whom they are about; the trail says so once', async () => {
    const owner = await test.signIn(account.number);
    expect((await ask(test, ['GET', 'loginNotices'], owner)).json()).toEqual({
      on: true,
      email: account.email,
    });
    const off = { success: true, data: { on: false, email: account.email } };
    expect([await turn(owner, false), await turn(owner, false)]).toEqual([off, off]);
    await enter(FIREFOX);
    expect(await told()).toEqual([]);
    await turn(owner, true);
    await enter(CHROME);
    expect(await told()).toHaveLength(1);
    const { rows } = await test.database.pool.query<{ detail: unknown }>(
      `select detail from audit where action = 'login-notices.change' and account_id = $1 order by id`,
      [account.id],
    );
    expect(rows.map(({ detail }) => detail)).toEqual([{ on: false }, { on: true }]);
  });

  it('go to people and administrators about their own logins, each with a choice of their own', async () => {
    const owner = await test.signIn(account.number);
    const ana = await joinedBy(test, owner, { role: 'reader' });
    await turn(owner, false);
    await logIn(test, ana.email, PASSWORD, { headers: { 'user-agent': FIREFOX } });
    expect([await told(ana.email), await told()]).toMatchObject([[{ to: ana.email }], []]);
    await turn(ana.session, false);
    await logIn(test, ana.email, PASSWORD, { headers: { 'user-agent': CHROME } });
    expect(await told(ana.email)).toHaveLength(1);

    const administrator = await signInAdministrator(test);
    const { username, email } = administrator;
    const body = { username, password: PASSWORD, domain: 'localhost' };
    const headers = { 'user-agent': FIREFOX };
    await test.app.inject({ method: 'POST', url: '/api/faxui/getMultifaxNode.json', headers, payload: body });
    expect(await told(email)).toMatchObject([{ to: email }]);
    expect(await turn(administrator.session, false)).toMatchObject({ data: { on: false, email } });
  });

  it('come again for what was not used for 400 days', async () => {
    await enter(CHROME);
    await enter(FIREFOX);
    await test.database.pool.query(
      `update known_login set last_at = now() - interval '401 days' where account_id = $1 and browser like 'Firefox%'`,
      [account.id],
    );
    await enter(FIREFOX);
    expect(await told()).toHaveLength(2);
  });
});
