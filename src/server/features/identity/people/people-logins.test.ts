import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { appCode } from '#test/app-code.ts';
import { makeAccount, makeBrand, makeFax, PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { lastMail, readMails } from '#test/mails.ts';
import { addPasskey, enterByPasskey, joinedBy, peopleCalls, sessionOf } from '#test/people-rig.ts';
import type { TestPerson } from '#test/people-rig.ts';
import { NEW_PASSWORD, passwordRig } from '#test/password-rig.ts';
import { ask, cookiesOf, forgetTimeSteps, turnOn } from '#test/second-step-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

let test: TestApp;
let account: Awaited<ReturnType<typeof makeAccount>>;
let owner: SignedIn;
let ana: TestPerson;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  await test.database.db.deleteFrom('login_failure').execute();
  account = await makeAccount(test.database.db);
  owner = await test.signIn(account.number);
  ana = await joinedBy(test, owner, { role: 'owner' });
});
afterAll(async () => await test.stop());

const status = async (name: string, password: string) => (await logIn(test, name, password)).statusCode;
const { stands } = peopleCalls(() => ({ test, owner, accountId: account.id }));
const sessionsOf = async (as: SignedIn) =>
  (await ask(test, ['GET', 'sessions'], as)).json<{ sessions: object[] }>().sessions.length;
const change = async (as: SignedIn, form: { current: string; new: string; keep?: string[] }) =>
  await test.app.inject({
    method: 'PUT',
    url: '/api/n1/rrad/f2e/Password.json',
    ...as,
    payload: { confirm: form.new, ...form },
  });

describe('the login of a person', () => {
  it('is theirs: changing its password leaves the account’s alone, and the other way round', async () => {
    const again = sessionOf(await logIn(test, ana.email.toUpperCase(), PASSWORD));
    expect([await sessionsOf(ana.session), await sessionsOf(owner)]).toEqual([2, 1]);
    const changed = await change(ana.session, { current: PASSWORD, new: NEW_PASSWORD });
    expect(changed.statusCode).toBe(200);
    expect([await stands(again), await stands(owner), await stands(sessionOf(changed))]).toEqual([
      false,
      true,
      true,
    ]);
    expect([await status(ana.email, PASSWORD), await status(ana.email, NEW_PASSWORD)]).toEqual([412, 200]);
    expect(await status(account.number, PASSWORD)).toBe(200);
    await test.runJobs();
    expect((await lastMail(test.folder, 'password-changed', ana.email)).text).toContain(ana.email);
  });

  it('[A-PEOPLE-06] guesses at it are counted like those at a number, and answered alike for addresses that nobody has', async () => {
    const answers = [];
    for (const name of [ana.email, 'nobody@people.test'])
      for (let guess = 0; guess < 11; guess += 1) {
        const answer = await logIn(test, name, 'Wrong-horse-1');
        answers.push([answer.statusCode, answer.json<{ error: string }>().error]);
      }
    const [known, unknown] = [answers.slice(0, 11), answers.slice(11)];
    expect(unknown).toEqual(known);
    expect(known.at(-1)).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(known[0]).toEqual([412, 'BAD_CREDENTIALS']);
    const { rows } = await test.database.pool.query<{ n: number }>(
      `select count(*)::int as n from audit where action = 'session.login-failed' and account_id = $1
         and actor_kind = 'guest' and (detail->>'personId')::int = $2`,
      [account.id, ana.id],
    );
    expect(rows).toEqual([{ n: 11 }]);
  });

  it('opens nothing at a host of another brand, where it is as unknown as nobody’s', async () => {
    await makeBrand(test.database.db, { domain: 'logins-other.test' });
    const elsewhere = async (name: string) =>
      await logIn(test, name, PASSWORD, { headers: { host: 'logins-other.test' } });
    const [foreign, unknown] = [await elsewhere(ana.email), await elsewhere('nobody@people.test')];
    expect([foreign.statusCode, foreign.body, foreign.cookies]).toEqual([412, unknown.body, []]);
    const { rows } = await test.database.pool.query(
      `select account_id from audit where action like 'session.login%' order by id desc limit 2`,
    );
    expect(rows).toEqual([{ account_id: null }, { account_id: null }]);
  });

  it('has a second step of its own, which the account’s login does not need', async () => {
    const { secret } = await turnOn(test, ana.session);
    expect(await status(account.number, PASSWORD)).toBe(200);
    const first = await logIn(test, ana.email, PASSWORD);
    expect(first.json()).toMatchObject({ error: 'SECOND_STEP_NEEDED' });
    await forgetTimeSteps(test);
    const step = { cookies: cookiesOf(first), headers: {} };
    const second = await ask(test, ['POST', 'takeSecondStep'], step, { code: appCode(secret) });
    expect(second.json()).toMatchObject({ success: true, kind: 'user' });
    const main = await test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...sessionOf(second) });
    expect(main.json()).toMatchObject({ person: { email: ana.email } });
  });

  it('has passkeys of its own, which the account’s list does not show', async () => {
    const device = await addPasskey(test, ana.session);
    const passkeys = async (as: SignedIn) =>
      (await ask(test, ['GET', 'passkeys'], as)).json<{ passkeys: object[] }>().passkeys.length;
    expect([await passkeys(ana.session), await passkeys(owner)]).toEqual([1, 0]);
    expect((await enterByPasskey(test, device)).statusCode).toBe(200);
    await ask(test, ['DELETE', 'people'], owner, { id: ana.id });
    expect((await enterByPasskey(test, device)).json()).toMatchObject({ error: 'PASSKEY_UNKNOWN' });
  });

  it('gets a new password by mail, by its address', async () => {
    const rig = passwordRig(test);
    await rig.forgot('', { username: ana.email });
    const mail = await rig.lastMail('reset-password', ana.email);
    const token = new URL(mail.link).searchParams.get('token') ?? '';
    expect((await rig.reset({ token, new_password: NEW_PASSWORD })).statusCode).toBe(200);
    expect(await stands(ana.session)).toBe(false);
    expect([await status(ana.email, NEW_PASSWORD), await status(account.number, PASSWORD)]).toEqual([
      200, 200,
    ]);
  });
});

describe('a new password of the account', () => {
  it('[A-PEOPLE-07] removes people and invitations that its owner does not keep: a thief may have invited themselves', async () => {
    const thief = await joinedBy(test, ana.session, { role: 'owner', name: 'Thief' });
    await ask(test, ['POST', 'people'], owner, { emails: ['more@people.test'], role: 'owner' });
    const { logins } = (await ask(test, ['GET', 'otherLogins'], owner)).json<{
      logins: { id: string; kind: string; name: string; recent: boolean }[];
    }>();
    expect(logins.map(({ kind, name, recent }) => `${kind} ${name} ${recent}`).toSorted()).toEqual(
      [`person ${ana.email} true`, `person ${thief.email} true`].toSorted(),
    );
    const keep = logins.filter(({ name }) => name === ana.email).map(({ id }) => id);
    expect((await change(owner, { current: PASSWORD, new: NEW_PASSWORD, keep })).statusCode).toBe(200);
    expect([await stands(ana.session), await stands(thief.session)]).toEqual([true, false]);
    const left = await test.database.pool.query('select from invitation where account_id = $1', [account.id]);
    expect(left.rowCount).toBe(0);
  });

  it('[A-PEOPLE-15] shows people of long ago as new once they got more rights, of which the owner was told', async () => {
    const [raised, lowered] = [
      await joinedBy(test, owner, { role: 'reader' }),
      await joinedBy(test, owner, { role: 'member' }),
    ];
    const { pool } = test.database;
    await pool.query(`update membership set created_at = now() - interval '1 year' where account_id = $1`, [
      account.id,
    ]);
    const told = async () => {
      await test.runJobs();
      const mails = await readMails(test.folder);
      return mails.filter(({ to, text }) => to === account.email && text.includes('more rights')).length;
    };
    const turn = async ({ id }: TestPerson, role: string) =>
      await ask(test, ['PUT', 'people'], owner, { id, role });
    await turn(lowered, 'reader');
    expect(await told()).toBe(0);
    await turn(raised, 'owner');
    await turn(raised, 'owner');
    expect(await told()).toBe(1);
    const { logins } = (await ask(test, ['GET', 'otherLogins'], owner)).json<{
      logins: { name: string; recent: boolean }[];
    }>();
    expect(logins.filter(({ recent }) => recent).map(({ name }) => name)).toEqual([raised.email]);
  });
});

it('who opened a fax is named in its activity, each for themselves', async () => {
  const { id } = await makeFax(test.database.db, account.id);
  for (const as of [owner, ana.session]) await ask(test, ['POST', 'faxPrinted'], as, { fid: String(id) });
  const answer = await test.app.inject({
    url: `/api/faxui/faxActivity?fid=${id}&kind=print`,
    ...owner,
  });
  const { rows } = answer.json<{ rows: { by: string; name: string }[] }>();
  expect(rows.map(({ by, name }) => [by, name])).toEqual([
    ['account', `Ana Duarte (${ana.email})`],
    ['account', ''],
  ]);
});

it('[A-PEOPLE-08] the stream of hints of somebody who is removed ends at once', async () => {
  const base = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const cookie = Object.entries(ana.session.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const stream = await fetch(`${base}/api/faxui/events`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  await ask(test, ['DELETE', 'people'], owner, { id: ana.id });
  // The heartbeat, which would notice the removal too, comes only every 25 seconds.
  expect(await stream.text()).not.toContain(': beat');
});
