import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount, makeBrand } from '#test/factories.ts';
import { NEW_PASSWORD, passwordRig } from '#test/password-rig.ts';
import type { PasswordRig } from '#test/password-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { oddRules } from './password.service.ts';

describe('changing one’s own password', () => {
  let test: TestApp;
  let rig: PasswordRig;
  let account: { id: number; number: string; email: string };
  let session: SignedIn;

  beforeAll(async () => {
    test = await startApp();
    rig = passwordRig(test);
  });
  beforeEach(async () => {
    await rig.forgetAttempts();
    account = await makeAccount(test.database.db);
    session = await test.signIn(account.number);
  });
  afterAll(async () => await test.stop());

  it('[SEC-07] [SEC-09] takes current, new and confirm; then the old password is dead and the new one lives', async () => {
    const answer = await rig.change(session, { current: PASSWORD, new: NEW_PASSWORD });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect(await rig.logsIn(account.number, PASSWORD)).toBe(false);
    expect(await rig.logsIn(account.number, NEW_PASSWORD)).toBe(true);
  });

  it('[A-AUTH-17] other sessions end, this one goes on with fresh cookies, and the owner is told', async () => {
    const other = await test.signIn(account.number);
    const answer = await rig.change(session, { current: PASSWORD, new: NEW_PASSWORD });
    expect(await rig.stands(other)).toBe(false);
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    expect(Object.keys(cookies).toSorted()).toEqual(['access-token', 'f2e_session']);
    expect(cookies['f2e_session']).not.toBe(session.cookies['f2e_session']);
    expect(cookies['access-token']).not.toBe(session.cookies['access-token']);
    expect(answer.cookies.find(({ name }) => name === 'f2e_session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
    const fresh = { cookies, headers: { 'x-access-token': cookies['access-token'] ?? '' } };
    expect(await rig.stands(fresh)).toBe(true);
    expect((await rig.mails('password-changed', account.email)).length).toBe(1);
  });

  it('the token from before ends within seconds: calls that were under way are not thrown out', async () => {
    await rig.change(session, { current: PASSWORD, new: NEW_PASSWORD });
    expect(await rig.stands(session)).toBe(true);
    const { rows } = await test.database.pool.query<{ seconds: number }>(
      `select extract(epoch from expires_at - now())::int as seconds from session where subject_id = $1
       and revoked_at is null order by expires_at`,
      [account.id],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(10);
    await test.database.pool.query(
      `update session set expires_at = expires_at - interval '11 seconds' where subject_id = $1`,
      [account.id],
    );
    expect(await rig.stands(session)).toBe(false);
  });

  it('[A-AUTH-18] [SEC-04] [SEC-08] the current password is needed; five wrong ones are refused and then nothing is tried, the session stands', async () => {
    for (const current of ['', 'Wrong-1-word', 'Wrong-2-word', PASSWORD.toLowerCase(), ` ${PASSWORD}`]) {
      const answer = await rig.change(session, { current, new: NEW_PASSWORD });
      expect([answer.statusCode, answer.json()]).toEqual([
        412,
        expect.objectContaining({ error: 'PASSWORD_WRONG_CURRENT', key_message: 'PASSWORD_WRONG_CURRENT' }),
      ]);
    }
    for (let more = 0; more < 15; more += 1) {
      const answer = await rig.change(session, { current: PASSWORD, new: NEW_PASSWORD });
      expect([answer.statusCode, answer.json().error]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(600);
    }
    expect(await rig.stands(session)).toBe(true);
    expect(await rig.logsIn(account.number, PASSWORD)).toBe(true);
    expect(await rig.logsIn(account.number, NEW_PASSWORD)).toBe(false);
  });

  it('[A-AUTH-19] [SEC-05] [SEC-06] [SEC-08] the server holds every rule by itself, and the old password works after each', async () => {
    const cases: [string, string, string][] = [
      ['a', 'a', 'PASSWORD_LENGTH'],
      [`aB3-${'x'.repeat(29)}`, `aB3-${'x'.repeat(29)}`, 'PASSWORD_LENGTH'],
      [PASSWORD, PASSWORD, 'PASSWORD_SAME_AS_OLD'],
      ['aB345678', 'aB345678', 'PASSWORD_RULES'],
      [NEW_PASSWORD, 'Harbor7light?', 'PASSWORD_MISMATCH'],
    ];
    for (const [next, confirm, code] of cases) {
      const answer = await rig.change(session, { current: PASSWORD, new: next, confirm });
      expect([answer.statusCode, answer.json().error, answer.json().key_message]).toEqual([412, code, code]);
      expect(await rig.logsIn(account.number, PASSWORD)).toBe(true);
    }
  });

  it('names the real bounds of the brand in the message (spec decisions 1.1)', async () => {
    const brandId = await makeBrand(test.database.db);
    await test.database.db
      .updateTable('brand')
      .set({ password_min: 12, password_max: 20 })
      .where('id', '=', brandId)
      .execute();
    const longer = await makeAccount(test.database.db, { brandId });
    const answer = await rig.change(await test.signIn(longer.number), { current: PASSWORD, new: 'aB3-5678' });
    expect(answer.json()).toMatchObject({
      error: 'PASSWORD_LENGTH',
      message: 'Passwords must have 12 to 20 characters.',
      fields: { new: 'PASSWORD_LENGTH' },
    });
  });

  it('leaves an audit row without a secret', async () => {
    await rig.change(session, { current: PASSWORD, new: NEW_PASSWORD });
    const audit = await test.database.db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['session.login', 'password.change']);
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(`${PASSWORD}|${NEW_PASSWORD}`, 'u'));
  });
});

const logged: { msg?: string; brand?: number }[] = [];
const write = (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]);

describe('the rules of a host', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp({ log: pino({ level: 'warn' }, { write }) });
    await makeAccount(test.database.db);
  });
  afterAll(async () => await test.stop());

  const rulesOf = async (query: string, language = 'en') =>
    (
      await test.app.inject({
        method: 'GET',
        url: `/api/faxui/passwordRules.json${query}`,
        headers: { 'accept-language': language },
      })
    ).json();

  it('[RESET-11] [RESET-12] [RESET-13] are 8 to 32 characters and four patterns in slashes', async () => {
    const rules = await rulesOf('?fax_domain=localhost&time=1');
    expect(rules).toEqual({
      PasswordMin: 8,
      PasswordMax: 32,
      Features: [
        { ID: '1', HostopianID: '1', Required: '1', Feature: '/[a-z]/', Comment: 'a lowercase letter' },
        { ID: '2', HostopianID: '1', Required: '1', Feature: '/[A-Z]/', Comment: 'an uppercase letter' },
        { ID: '3', HostopianID: '1', Required: '1', Feature: '/[0-9]/', Comment: 'a number' },
        { ID: '4', HostopianID: '1', Required: '1', Feature: '/[^A-Za-z0-9]/', Comment: 'a symbol' },
      ],
    });
  });

  it('[A-RULES-03] of a domain that nobody knows are the default ones', async () => {
    const usual = await rulesOf('?fax_domain=localhost');
    for (const query of ['', '?fax_domain=', '?fax_domain=evil.test', '?fax_domain=%27%20or%201=1'])
      expect(await rulesOf(query)).toEqual(usual);
  });

  it('[A-RULES-02] leave out damaged patterns; a password can still be changed and its length is still checked', async () => {
    const { db } = test.database;
    const brandId = await makeBrand(db, { domain: 'fax.damaged.example' });
    const features = ['/[/', 'no slashes', '/x/ e', '/a/gi', null].map((pattern) => ({
      pattern,
      comment: 'x',
    }));
    await db
      .updateTable('brand')
      .set({ password_features: JSON.stringify(features) })
      .where('id', '=', brandId)
      .execute();
    expect(await rulesOf('?fax_domain=FAX.damaged.example')).toEqual({
      PasswordMin: 8,
      PasswordMax: 32,
      Features: [],
    });
    // The operator is warned: in the log on each request for the rules, and by doctor.
    const warned = logged.filter(({ brand }) => brand === brandId);
    expect(warned[0]).toMatchObject({ msg: 'password rules do not work as written' });
    const odd = (await oddRules(db)).find((rules) => rules.brandId === brandId);
    for (const count of [1, 2, 3, 4]) expect(odd?.ignored.join()).toContain(`pattern ${count}`);
    const account = await makeAccount(db, { brandId });
    const rig = passwordRig(test);
    const token = await rig.resetToken(account);
    const at = { host: 'fax.damaged.example' };
    expect((await rig.reset({ new_password: 'short', token }, at)).statusCode).toBe(400);
    expect((await rig.reset({ new_password: 'long enough', token }, at)).statusCode).toBe(200);
  });
});
