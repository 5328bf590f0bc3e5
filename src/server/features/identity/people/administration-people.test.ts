import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { provenOwner } from '#server/kit/owner.ts';
import { makeAccount, PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { lastMail } from '#test/mails.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { invitationKey, joinedBy, newEmail, peopleCalls, refusal, sessionOf } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { createPeopleAdmin } from './operate-people.ts';

let test: TestApp;
let parent: Awaited<ReturnType<typeof signInAdministrator>>;
let shared: SignedIn;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  await test.database.db.deleteFrom('login_failure').execute();
  parent = await signInAdministrator(test);
  shared = parent.session;
});
afterAll(async () => await test.stop());

const { accept, invite, main, stands, team } = peopleCalls(() => ({ test, owner: shared, accountId: 0 }));

interface AdministratorMain {
  parentId: string;
  person: { name: string; role: string; places: number } | null;
}
const administration = async (session: SignedIn) => {
  const answer = await test.app.inject({ url: '/api/n1/db/f2e/MultifaxInterfaceData.json', ...session });
  return answer.json<AdministratorMain>();
};

describe('people who work for an administrator', () => {
  it('are invited by mail, join with a role of their own kind, and are named in what they do', async () => {
    const email = newEmail();
    await invite([email], 'auditor');
    const token = await invitationKey(test, email);
    const mail = await lastMail(test.folder, 'administration-invitation', email);
    expect(mail.text).toContain(parent.username);
    const shown = await ask(test, ['POST', 'invitation'], { cookies: {}, headers: {} }, { token });
    expect(shown.json()).toMatchObject({ role: 'auditor', faxNumber: '', administrator: parent.username });
    const joined = await accept(token);
    expect(joined.json()).toMatchObject({ data: { loggedIn: true, kind: 'multifax' } });
    const auditor = sessionOf(joined);
    expect(await administration(auditor)).toMatchObject({
      parentId: String(parent.id),
      person: { name: 'Ana Duarte', role: 'auditor', places: 1 },
    });
    expect((await administration(shared)).person).toBeNull();
    expect((await team()).people).toMatchObject([{ email, role: 'auditor', you: false }]);
    await test.runJobs();
    expect((await lastMail(test.folder, 'sign-in-changed', parent.email)).text).toContain('accepted');
    const acts = await test.app.inject({ url: '/api/faxui/ownActions', ...auditor });
    const { rows } = acts.json<{ rows: { action: string; who: string }[] }>();
    expect(rows.slice(0, 2)).toMatchObject([
      { action: 'session.login', who: 'Ana Duarte' },
      { action: 'person.invite', who: '' },
    ]);
  });

  it('have no role of an account, and people of an account none of these', async () => {
    expect(refusal(await invite([newEmail()], 'owner'))).toEqual([400, 'VALIDATION']);
    const { id } = await joinedBy(test, shared, { role: 'billing' });
    expect(refusal(await ask(test, ['PUT', 'people'], shared, { id, role: 'member' }))).toEqual([
      400,
      'VALIDATION',
    ]);
    const account = await makeAccount(test.database.db);
    const owner = await test.signIn(account.number);
    expect(refusal(await invite([newEmail()], 'administrator', owner))).toEqual([400, 'VALIDATION']);
  });

  it('change roles at once, and are out as soon as they are removed', async () => {
    const { id, email, session } = await joinedBy(test, shared, { role: 'billing' });
    const usage = async () =>
      (
        await test.app.inject({
          url: '/api/n1/db/f2e/FaxUsage.json?startDate=2026-11-01&endDate=2026-11-02',
          ...session,
        })
      ).statusCode;
    expect([await usage(), refusal(await ask(test, ['GET', 'people'], session))]).toEqual([
      200,
      [403, 'ROLE_NOT_ALLOWED'],
    ]);
    await ask(test, ['PUT', 'people'], shared, { id, role: 'auditor' });
    expect(await usage()).toBe(403);
    await ask(test, ['PUT', 'people'], shared, { id, role: 'administrator' });
    expect((await ask(test, ['GET', 'people'], session)).statusCode).toBe(200);
    await ask(test, ['DELETE', 'people'], shared, { id });
    expect([await stands(session), (await logIn(test, email, PASSWORD)).statusCode]).toEqual([false, 412]);
  });

  it('[A-PEOPLE-03] of another administrator are unknown, and so is that administrator', async () => {
    const other = await signInAdministrator(test);
    const { id } = await joinedBy(test, other.session, { role: 'billing' });
    const { session } = await joinedBy(test, shared, { role: 'administrator' });
    for (const as of [shared, session]) {
      const change = await ask(test, ['PUT', 'people'], as, { id, role: 'administrator' });
      expect(refusal(change)).toEqual([404, 'NOT_FOUND']);
      expect(refusal(await ask(test, ['DELETE', 'people'], as, { id }))).toEqual([404, 'NOT_FOUND']);
    }
    const switched = await ask(test, ['POST', 'switchAccount'], session, { administrator: other.id });
    expect(refusal(switched)).toEqual([404, 'NOT_FOUND']);
    // An account and an administrator may have the same id. Neither id opens the other.
    const asAccount = await ask(test, ['POST', 'switchAccount'], session, { account: parent.id });
    expect(refusal(asAccount)).toEqual([404, 'NOT_FOUND']);
  });
});

it('somebody who works for an administrator changes their own password, and so does its own login', async () => {
  const { email, session } = await joinedBy(test, shared, { role: 'auditor' });
  const next = 'Other-horse-8';
  const change = async (who: SignedIn, current: string) =>
    (
      await test.app.inject({
        method: 'PUT',
        url: '/api/n1/rrad/f2e/Password.json',
        ...who,
        payload: { current, new: next, confirm: next, keep: [] },
      })
    ).statusCode;
  expect([await change(session, 'wrong'), await change(session, PASSWORD)]).toEqual([412, 200]);
  expect([
    (await logIn(test, email, PASSWORD)).statusCode,
    (await logIn(test, email, next)).statusCode,
  ]).toEqual([412, 200]);
  const ways = await ask(test, ['GET', 'otherLogins'], shared);
  expect(ways.json()).toMatchObject({ logins: [{ kind: 'person', name: email }] });
  expect(await change(shared, PASSWORD)).toBe(200);
  expect((await logIn(test, email, next)).statusCode).toBe(412);
});

it('[A-RESET-12] somebody whom a thief invited is gone when the administrator’s password is set anew', async () => {
  const joined = await joinedBy(test, shared, { role: 'administrator' });
  await invite([newEmail()], 'administrator');
  const asGuest = async (path: string, body: object) =>
    await ask(test, ['POST', path], { cookies: {}, headers: {} }, body);
  await asGuest('forgotPassword.json', { faxnumber: '', username: parent.username });
  await test.runJobs();
  const { link } = await lastMail(test.folder, 'reset-password', parent.email);
  const token = new URL(link).searchParams.get('token');
  const reset = await asGuest('resetPassword.json', { token, domain: '', new_password: 'Other-horse-8' });
  expect(reset.statusCode).toBe(200);
  expect(await stands(joined.session)).toBe(false);
  const { rows } = await test.database.pool.query(
    'select from membership where parent_id = $1 union all select from invitation where parent_id = $1',
    [parent.id],
  );
  expect(rows).toEqual([]);
});

/** Returns a member of an account who also has an administrator's billing role, signed in on the account. */
const both = async () => {
  const account = await makeAccount(test.database.db);
  const { email, session } = await joinedBy(test, await test.signIn(account.number), { role: 'member' });
  await invite([email], 'billing');
  const answer = await accept(await invitationKey(test, email));
  expect(answer.json()).toMatchObject({ data: { loggedIn: false } });
  return { account, email, session };
};

describe('somebody who works on an account and for an administrator', () => {
  it('goes from one to the other, and logs in to the one used last', async () => {
    const { account, email, session } = await both();
    const own = await test.app.inject({ url: '/api/faxui/ownAccounts', ...session });
    expect(own.json()).toMatchObject({
      accounts: [{ id: String(account.id), role: 'member', current: true }],
      administrators: [{ id: String(parent.id), username: parent.username, role: 'billing', current: false }],
    });
    const switched = await ask(test, ['POST', 'switchAccount'], session, { administrator: parent.id });
    expect(switched.json()).toMatchObject({ data: { kind: 'multifax' } });
    const there = sessionOf(switched);
    expect([await stands(session), (await administration(there)).person?.places]).toEqual([false, 2]);
    const again = await logIn(test, email, PASSWORD);
    expect([again.json<{ kind: string }>().kind, (await administration(sessionOf(again))).parentId]).toEqual([
      'multifax',
      String(parent.id),
    ]);
    const back = await ask(test, ['POST', 'switchAccount'], sessionOf(again), { account: account.id });
    expect((await main(sessionOf(back))).id).toBe(String(account.id));
  });

  it('may come by the login page of administrators', async () => {
    const { email } = await both();
    const logInThere = async (password: string) =>
      await ask(
        test,
        ['POST', 'getMultifaxNode.json'],
        { cookies: {}, headers: {} },
        { username: email, password },
      );
    expect((await logInThere('wrong')).statusCode).toBe(412);
    const answer = await logInThere(PASSWORD);
    expect(answer.json()).toMatchObject({ kind: 'user', redirect: { status: false } });
    expect((await main(sessionOf(answer))).person?.email).toBe(email);
  });

  it('[A-PEOPLE-09] what a page shows of the one is not done at the other', async () => {
    const { account, session } = await both();
    const there = sessionOf(
      await ask(test, ['POST', 'switchAccount'], session, { administrator: parent.id }),
    );
    const rename = async (shown: string) =>
      await ask(
        test,
        ['PUT', 'profile'],
        { ...there, headers: { ...there.headers, 'x-account': shown } },
        { name: 'Ana D.' },
      );
    expect(refusal(await rename(String(account.id)))).toEqual([409, 'ACCOUNT_SWITCHED']);
    expect(refusal(await rename(String(parent.id)))).toEqual([409, 'ACCOUNT_SWITCHED']);
    expect((await rename(`administrator-${parent.id}`)).statusCode).toBe(200);
  });

  it('keeps the account when the administrator removes them, and may leave', async () => {
    const { account, email, session } = await both();
    const there = sessionOf(
      await ask(test, ['POST', 'switchAccount'], session, { administrator: parent.id }),
    );
    expect((await ask(test, ['POST', 'leaveAccount'], there)).statusCode).toBe(200);
    expect(await stands(there)).toBe(false);
    expect((await main(sessionOf(await logIn(test, email, PASSWORD)))).id).toBe(String(account.id));
    expect((await team()).people).toEqual([]);
  });

  it('is taken off an administrator by an operator, and stays on the account', async () => {
    const { account, session } = await both();
    const there = sessionOf(
      await ask(test, ['POST', 'switchAccount'], session, { administrator: parent.id }),
    );
    const [people, place] = [createPeopleAdmin(test.database), { kind: 'parent', id: parent.id } as const];
    const [person = { id: 0 }] = await people.list(place);
    const remove = async () => await people.remove(place, person.id);
    expect([await remove(), await remove(), await stands(there)]).toEqual([true, false, false]);
    expect(await people.list(provenOwner({ kind: 'account', id: account.id }))).toHaveLength(1);
    const { rows } = await test.database.pool.query(
      `select actor_kind as kind, account_id as account from audit where action = 'person.remove' and object = $1`,
      [`parent/${parent.id}`],
    );
    expect(rows).toEqual([{ kind: 'operator', account: null }]);
  });
});
