import type { LightMyRequestResponse as Response } from 'fastify';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { appCode } from '#test/app-code.ts';
import { PASSWORD } from '#test/factories.ts';
import { makeAdministrator, signInAdministrator } from '#test/multifax-rig.ts';
import { logIn as logInAs } from '#test/log-in.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import { ask, cookiesOf, forgetTimeSteps, turnOn } from '#test/second-step-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

let { test, account, owner } = {} as OwnerWorld;
startWithOwner((world) => ({ test, account, owner } = world));

const nobody: SignedIn = { cookies: {}, headers: {} };
const password = { password: PASSWORD };
const logIn = async (number = account.number, typed?: string) => await logInAs(test, number, typed);
const take = async (cookies: Record<string, string>, code: string) =>
  await ask(test, ['POST', 'takeSecondStep'], { cookies, headers: {} }, { code });
const refusal = (answer: Response) => [answer.statusCode, answer.json<{ error: string }>().error];
const stateOf = async (session: SignedIn) =>
  (await ask(test, ['GET', 'secondStep'], session)).json<{ on: boolean; recoveryLeft: number }>();
const audited = async () =>
  (
    await test.database.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', account.id)
      .where('action', 'like', 'second-step.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('setting up two-step login', () => {
  it('asks for the password, changes nothing before a code, and keeps the secret sealed', async () => {
    expect(refusal(await ask(test, ['POST', 'secondStep'], owner, { password: 'wrong' }))).toEqual([
      412,
      'PASSWORD_WRONG_CURRENT',
    ]);
    const begun = await ask(test, ['POST', 'secondStep'], owner, password);
    const { secret, uri } = begun.json<{ data: { secret: string; uri: string } }>().data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Fax-to-Email:${account.number}?issuer=Fax-to-Email&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const { rows } = await sql`select secret from second_step`.execute(test.database.db);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await stateOf(owner)).toEqual({ on: false, since: null, recoveryLeft: 0 });
    expect((await logIn()).statusCode).toBe(200);
    const wrong = appCode(secret) === '000000' ? '000001' : '000000';
    expect(refusal(await ask(test, ['PUT', 'secondStep'], owner, { code: wrong }))).toEqual([
      412,
      'SECOND_STEP_CODE',
    ]);
  });

  it('gives ten recovery codes once, ends other sessions, and cannot be begun again', async () => {
    const other = await test.signIn(account.number);
    const { recoveryCodes } = await turnOn(test, owner);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/.test(code))).toBe(true);
    const stored = JSON.stringify(await test.database.db.selectFrom('recovery_code').selectAll().execute());
    expect(recoveryCodes.filter((code) => stored.includes(code))).toEqual([]);
    expect(await stateOf(owner)).toMatchObject({ on: true, recoveryLeft: 10 });
    expect((await ask(test, ['GET', 'secondStep'], other)).statusCode).toBe(401);
    expect(refusal(await ask(test, ['POST', 'secondStep'], owner, password))).toEqual([
      412,
      'SECOND_STEP_ON',
    ]);
    expect(await audited()).toEqual(['second-step.on']);
  });

  it('is turned off with the password only; then the password alone logs in again', async () => {
    await turnOn(test, owner);
    expect(refusal(await ask(test, ['DELETE', 'secondStep'], owner, { password: 'x' }))).toEqual([
      412,
      'PASSWORD_WRONG_CURRENT',
    ]);
    expect(refusal(await logIn())).toEqual([412, 'SECOND_STEP_NEEDED']);
    expect((await ask(test, ['DELETE', 'secondStep'], owner, password)).json()).toEqual({ success: true });
    expect((await logIn()).statusCode).toBe(200);
    expect(await audited()).toEqual(['second-step.on', 'second-step.off']);
  });

  it('the password cannot be guessed there: five wrong ones, then nobody may try for a while', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await ask(test, ['POST', 'secondStep'], owner, { password: `no ${n}` })).statusCode);
    expect(statuses).toEqual([412, 412, 412, 412, 412, 429]);
    expect((await ask(test, ['POST', 'secondStep'], owner, password)).statusCode).toBe(429);
  });
});

describe('logging in with two steps', () => {
  let secret: string;
  let recoveryCodes: string[];

  beforeEach(async () => {
    ({ secret, recoveryCodes } = await turnOn(test, owner));
  });

  it('the right password opens nothing; the code in the same browser opens the session', async () => {
    const first = await logIn();
    expect(refusal(first)).toEqual([412, 'SECOND_STEP_NEEDED']);
    expect(first.cookies).toMatchObject([{ name: 'f2e_step', httpOnly: true, sameSite: 'Strict' }]);
    expect(refusal(await take({}, appCode(secret)))).toEqual([412, 'SECOND_STEP_OVER']);
    const second = await take(cookiesOf(first), appCode(secret));
    expect(second.json()).toEqual({ success: true, node: 'n1', kind: 'user' });
    const cookies = cookiesOf(second);
    expect(Object.keys(cookies).toSorted()).toEqual(['access-token', 'f2e_session']);
    const check = await test.app.inject({
      url: '/api/checkAuthToken',
      cookies,
      headers: { 'x-access-token': cookies['access-token'] ?? '' },
    });
    expect(check.json()).toMatchObject({ valid: true, kind: 'user' });
  });

  it('a wrong password says what it always said, and nothing about a second step', async () => {
    expect(refusal(await logIn(account.number, 'wrong'))).toEqual([412, 'BAD_CREDENTIALS']);
  });

  it('a code opens once: not again in its half minute, and none that is older', async () => {
    const [one, two, three] = [cookiesOf(await logIn()), cookiesOf(await logIn()), cookiesOf(await logIn())];
    const [before, now] = [appCode(secret, -30), appCode(secret)];
    expect((await take(one, now)).statusCode).toBe(200);
    expect(refusal(await take(two, now))).toEqual([412, 'SECOND_STEP_CODE']);
    expect(refusal(await take(three, before))).toEqual([412, 'SECOND_STEP_CODE']);
    await forgetTimeSteps(test);
    expect((await take(two, appCode(secret))).statusCode).toBe(200);
    // The pending login is over too: its cookie allows no more guesses.
    await forgetTimeSteps(test);
    expect(refusal(await take(two, appCode(secret)))).toEqual([412, 'SECOND_STEP_OVER']);
  });

  it('a recovery code opens once, typed in any way; new ones end the old ones', async () => {
    const [code = '', next = ''] = recoveryCodes;
    const typed = ` ${code.replaceAll('-', ' ').toUpperCase()} `;
    expect((await take(cookiesOf(await logIn()), typed)).statusCode).toBe(200);
    expect(refusal(await take(cookiesOf(await logIn()), code))).toEqual([412, 'SECOND_STEP_CODE']);
    expect((await stateOf(owner)).recoveryLeft).toBe(9);
    const renewed = await ask(test, ['POST', 'recoveryCodes'], owner, password);
    const [fresh = ''] = renewed.json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes;
    expect(refusal(await take(cookiesOf(await logIn()), next))).toEqual([412, 'SECOND_STEP_CODE']);
    expect((await take(cookiesOf(await logIn()), fresh)).statusCode).toBe(200);
    expect(await audited()).toEqual([
      'second-step.on',
      'second-step.recovery',
      'second-step.failed',
      'second-step.codes',
      'second-step.failed',
      'second-step.recovery',
    ]);
  });

  it('codes cannot be guessed: five a login, ten an hour, also many at once', async () => {
    const first = cookiesOf(await logIn());
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await take(first, '12345')));
    const codes = answers.map((answer) => String(refusal(answer)[1])).toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'SECOND_STEP_CODE'),
      ...Array.from({ length: 3 }, () => 'SECOND_STEP_OVER'),
    ]);
    const second = cookiesOf(await logIn());
    for (let n = 0; n < 5; n += 1) await take(second, '12345');
    const late = await take(cookiesOf(await logIn()), appCode(secret));
    expect(refusal(late)).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(late.headers['retry-after']).toBeDefined();
  });

  it('five minutes after the password it is too late, and so it is for an account that was suspended', async () => {
    const slow = cookiesOf(await logIn());
    await sql`update login_step set expires_at = now() - interval '1 second'`.execute(test.database.db);
    expect(refusal(await take(slow, appCode(secret)))).toEqual([412, 'SECOND_STEP_OVER']);
    const quick = cookiesOf(await logIn());
    await test.database.db
      .updateTable('account')
      .set({ state: 'suspended' })
      .where('id', '=', account.id)
      .execute();
    expect(refusal(await take(quick, appCode(secret)))).toEqual([412, 'SECOND_STEP_OVER']);
  });

  it('a login handed over by another brand’s page asks for the code on the login page', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/login',
      headers: { origin: 'http://localhost:80', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: account.number, password: PASSWORD }).toString(),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?step=1']);
    expect(Object.keys(cookiesOf(answer))).toEqual(['f2e_step']);
    expect((await take(cookiesOf(answer), appCode(secret))).statusCode).toBe(200);
  });
});

it('administrators have it, too, apart from an account with the same id', async () => {
  const { db } = test.database;
  const { username } = await makeAdministrator(db);
  const parent = await signInAdministrator(test);
  const { secret } = await turnOn(test, parent.session);
  expect(await stateOf(owner)).toMatchObject({ on: false });
  const first = await test.app.inject({
    method: 'POST',
    url: '/api/faxui/getMultifaxNode.json',
    payload: { username: parent.username, password: PASSWORD, domain: 'localhost' },
  });
  expect(refusal(first)).toEqual([412, 'SECOND_STEP_NEEDED']);
  const second = await take(cookiesOf(first), appCode(secret));
  expect(second.json()).toEqual({ success: true, node: 'n1', kind: 'multifax' });
  const other = await test.app.inject({
    method: 'POST',
    url: '/api/faxui/getMultifaxNode.json',
    payload: { username, password: PASSWORD, domain: 'localhost' },
  });
  expect(other.statusCode).toBe(200);
  expect((await ask(test, ['GET', 'secondStep'], nobody)).statusCode).toBe(401);
});
