import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import {
  operatorBeginStep,
  operatorChangePassword,
  operatorConfirmStep,
  operatorLogin,
  operatorLogout,
  operatorSession,
  operatorTakeStep,
} from '#contract/identity/operators.admin.ts';
import { createOperators } from '#server/features/identity/operators/operators.service.ts';
import { appCode } from '#test/app-code.ts';
import {
  OPERATOR_PASSWORD,
  atConsole,
  logIn,
  sessionOf,
  signInOperator,
} from '#test/operator-console-rig.ts';
import { forgetTimeSteps } from '#test/second-step-rig.ts';
import { makeBrand } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const consoleCalls = Object.entries<Call>(allCalls).filter(([, { path }]) => path.startsWith('/operator/'));

describe('operators', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  afterAll(async () => await test.stop());

  const statusOf = async (session: Awaited<ReturnType<typeof signInOperator>>) =>
    (await atConsole(test, session, operatorSession)).statusCode;

  it('sign in with cookies that no other page or site gets to see', async () => {
    await signInOperator(test, 'bea');
    const answer = await logIn(test, 'BEA');
    const [session, token] = answer.cookies;
    expect(session).toMatchObject({ httpOnly: true, path: '/operator', sameSite: 'Strict' });
    expect(token).toMatchObject({ name: 'operator-access-token', path: '/operator', sameSite: 'Strict' });
    const secure = await test.app.inject({
      method: 'POST',
      url: operatorLogin.path,
      payload: { name: 'bea', password: OPERATOR_PASSWORD },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const mine = sessionOf(secure);
    const said = await atConsole(test, mine, operatorSession);
    expect(said.json()).toEqual({
      name: 'bea',
      role: 'full',
      hasPassword: true,
      twoStepSince: null,
      recoveryLeft: 0,
    });
    const bare = await test.app.inject({ url: operatorSession.path, cookies: mine.cookies });
    expect(bare.statusCode).toBe(401);
    await atConsole(test, mine, operatorLogout);
    expect(await statusOf(mine)).toBe(401);
  });

  it('are refused alike, whoever guesses at what, and wait after ten guesses', async () => {
    await signInOperator(test, 'carl');
    const wrong = await logIn(test, 'carl', 'Wrong-horse-battery-7');
    const unknown = await logIn(test, 'nobody', 'Wrong-horse-battery-7');
    expect([wrong.statusCode, wrong.body]).toEqual([412, unknown.body]);
    for (let guess = 0; guess < 9; guess += 1) await logIn(test, 'carl', 'Wrong-horse-battery-7');
    const late = await logIn(test, 'carl');
    expect([late.statusCode, late.json<{ error: string }>().error]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('lose their sessions with their password and with their right', async () => {
    const operators = createOperators({ database: test.database });
    const first = await signInOperator(test, 'dora');
    const other = sessionOf(await logIn(test, 'dora'));
    const next = 'Another-horse-battery-8';
    const short = await atConsole(test, other, operatorChangePassword, {
      body: { password: OPERATOR_PASSWORD, next: 'short' },
    });
    expect(short.json()).toMatchObject({ fields: { next: 'OPERATOR_PASSWORD_SHORT' } });
    const foreign = await atConsole(test, other, operatorChangePassword, {
      body: { password: 'Wrong-horse-battery-7', next },
    });
    expect(foreign.json()).toMatchObject({ error: 'PASSWORD_WRONG_CURRENT' });
    await atConsole(test, other, operatorChangePassword, { body: { password: OPERATOR_PASSWORD, next } });
    expect([await statusOf(first), await statusOf(other)]).toEqual([401, 200]);
    await operators.resetPassword('dora', OPERATOR_PASSWORD);
    expect(await statusOf(other)).toBe(401);
    const again = sessionOf(await logIn(test, 'dora'));
    await operators.remove('dora');
    expect([await statusOf(again), (await logIn(test, 'dora')).statusCode]).toEqual([401, 412]);
    expect((await operators.list()).map(({ name }) => name)).not.toContain('dora');
  });

  it('may ask for a second step, which opens the console and no mailbox', async () => {
    const mine = await signInOperator(test, 'eva');
    const begun = await atConsole(test, mine, operatorBeginStep, { body: { password: OPERATOR_PASSWORD } });
    const { secret, uri } = begun.json<{ data: { secret: string; uri: string } }>().data;
    expect(uri).toContain(':eva?');
    const confirmed = await atConsole(test, mine, operatorConfirmStep, { body: { code: appCode(secret) } });
    expect(confirmed.json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes).toHaveLength(10);
    await forgetTimeSteps(test);
    const waiting = await logIn(test, 'eva');
    expect(waiting.json()).toMatchObject({ error: 'SECOND_STEP_NEEDED' });
    expect(waiting.cookies.map(({ name }) => name)).toEqual(['f2e_operator_step']);
    const step = waiting.cookies[0]?.value ?? '';
    const take = async (url: string, cookies: Record<string, string>, code: string) =>
      await test.app.inject({ method: 'POST', url, cookies, payload: { code } });
    const elsewhere = await take(pathFor(allCalls.takeSecondStep), { f2e_step: step }, appCode(secret));
    expect([elsewhere.statusCode, elsewhere.cookies]).toEqual([412, []]);
    await forgetTimeSteps(test);
    // A login that was begun with an old password goes no further.
    const old = (await logIn(test, 'eva')).cookies[0]?.value ?? '';
    await createOperators({ database: test.database }).resetPassword('eva', OPERATOR_PASSWORD);
    const late = await take(operatorTakeStep.path, { f2e_operator_step: old }, appCode(secret));
    expect([late.statusCode, late.json<{ error: string }>().error]).toEqual([412, 'SECOND_STEP_OVER']);
    const anew = (await logIn(test, 'eva')).cookies[0]?.value ?? '';
    const opened = await take(operatorTakeStep.path, { f2e_operator_step: anew }, appCode(secret));
    expect(await statusOf(sessionOf(opened))).toBe(200);
  });

  it('are named in the audit with everything that they do', async () => {
    const { rows } = await test.database.pool.query(
      `select distinct action from audit where actor_kind = 'operator' and actor_id =
         (select id from operator where name = 'eva') and address = '127.0.0.1' order by action`,
    );
    expect(rows.map(({ action }) => String(action))).toEqual(['second-step.on', 'session.login']);
  });
});

describe('the console', () => {
  it('has no address unless it is turned on, and none on the host of a brand', async () => {
    const off = await startApp({ env: { F2E_OPERATOR_CONSOLE: '0' } });
    const on = await startApp();
    await makeBrand(on.database.db, { domain: 'fax.customer.test' });
    for (const [, call] of consoleCalls) {
      const answer = await off.app.inject({ method: call.method, url: pathFor(call) });
      const host = { host: 'fax.customer.test' };
      const elsewhere = await on.app.inject({ method: call.method, url: pathFor(call), headers: host });
      expect([call.path, answer.statusCode, elsewhere.statusCode]).toEqual([call.path, 404, 404]);
    }
    const written = { url: '/%6fperator/api/session', headers: { host: 'fax.customer.test' } };
    expect((await on.app.inject(written)).statusCode).toBe(404);
    for (const url of ['/operator', '/operator/', '/operator/queue', '/operator?x=1'])
      expect((await off.app.inject({ url })).statusCode).toBe(404);
    await Promise.all([off.stop(), on.stop()]);
  });
});
