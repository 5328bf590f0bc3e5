import { describe, expect, it } from 'vitest';

import {
  operatorConfirmStep,
  operatorBeginStep,
  operatorSession,
} from '#contract/identity/operators.admin.ts';
import type { OperatorRole } from '#contract/kit/roles.ts';
import { appCode } from '#test/app-code.ts';
import { OPERATOR_PASSWORD, atConsole, logIn, sessionOf } from '#test/operator-console-rig.ts';
import {
  claimStaff,
  operatorSignOn,
  staffSession,
  startOperatorSignOn,
} from '#test/openid/operator-world.ts';
import type { OperatorWorld } from '#test/openid/operator-world.ts';
import { CLIENT_ID } from '#test/openid/false-provider.ts';
import { begin, comeBack, ledTo, providersOf } from '#test/openid/sign-on-rig.ts';
import { makeBrand } from '#test/factories.ts';
import { ask, cookiesOf, forgetTimeSteps } from '#test/second-step-rig.ts';
import { GUEST } from '#test/people-rig.ts';

import { createGroupRolesAdmin } from './operate-groups.ts';

let world = {} as OperatorWorld;
startOperatorSignOn((made) => (world = made));

const ANNA = 'anna@people.test';
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';

const known = async () =>
  (await (await providersOf(world.test)).find(world.id)) ?? expect.fail('no provider');
const give = async (group: string, role: OperatorRole) =>
  await createGroupRolesAdmin(world.test.database).give(await known(), { group, place: null, role });
const session = async (answer: Awaited<ReturnType<typeof operatorSignOn>>) => {
  const said = await atConsole(world.test, staffSession(answer), operatorSession);
  return said.statusCode === 200
    ? said.json<{ name: string; role: string; hasPassword: boolean }>()
    : said.statusCode;
};
const audited = async () => {
  const { rows } = await world.test.database.pool.query<{ action: string }>(
    `select action from audit where action like 'operator.%' or action like 'sign-on.%' order by id desc limit 3`,
  );
  return rows.map(({ action }) => action).toReversed();
};

describe('single sign-on of operators', () => {
  it('logs in the operator whose address it is, and from then on by the subject alone', async () => {
    await world.operators.add('anna', null, { role: 'support', email: ANNA });
    claimStaff(world, ANNA);
    const answer = await operatorSignOn(world);
    expect(answer.headers.location).toBe('/operator');
    expect(answer.cookies.find(({ name }) => name === 'f2e_operator_session')).toMatchObject({
      httpOnly: true,
      path: '/operator',
      sameSite: 'Strict',
    });
    expect(await session(answer)).toMatchObject({ name: 'anna', role: 'support', hasPassword: false });
    expect((await audited()).slice(-2)).toEqual(['operator.add', 'sign-on.link']);
    claimStaff(world, 'anna@elsewhere.test', { sub: `sub-of-${ANNA}` });
    expect(await session(await operatorSignOn(world))).toMatchObject({ name: 'anna' });
    expect((await logIn(world.test, 'anna', '')).statusCode).toBe(412);
  });

  it('makes operators whose groups give a role, changes it with each login, and removes them without one', async () => {
    await give('staff', 'support');
    await give('money', 'finance');
    await give('admins', 'full');
    claimStaff(world, 'Bea.Ruiz+x@people.test', { sub: 'bea', groups: ['money', 'staff'] });
    const first = await operatorSignOn(world);
    expect(await session(first)).toMatchObject({ name: 'bea.ruiz-x', role: 'support' });
    claimStaff(world, 'bea.ruiz+x@people.test', { sub: 'bea', groups: ['admins', 'money'] });
    await operatorSignOn(world);
    expect(await session(first)).toMatchObject({ role: 'full' });
    claimStaff(world, 'bea.ruiz+x@people.test', { sub: 'bea', groups: ['others'] });
    expect(ledTo(await operatorSignOn(world))).toBe('unknown');
    expect(await session(first)).toBe(401);
    expect(await world.operators.list()).toEqual([]);
    claimStaff(world, 'bea.ruiz+x@people.test', { sub: 'bea', groups: ['staff'] });
    expect(await session(await operatorSignOn(world))).toMatchObject({ name: 'bea.ruiz-x' });
    // Operators that a provider created are removed with it.
    await (await providersOf(world.test)).remove(world.id);
    expect(await world.operators.list()).toEqual([]);
  });

  it('leaves a role alone that was given here, and never takes the name of another operator', async () => {
    await give('admins', 'full');
    await world.operators.add('anna', OPERATOR_PASSWORD, { role: 'finance', email: ANNA });
    claimStaff(world, ANNA, { groups: ['admins'] });
    expect(await session(await operatorSignOn(world))).toMatchObject({ name: 'anna', role: 'finance' });
    claimStaff(world, 'anna@clinic.people.test', { groups: ['admins'] });
    await world.test.database.db
      .updateTable('identity_provider')
      .set({ domains: ['clinic.people.test'] })
      .execute();
    expect(await session(await operatorSignOn(world))).toMatchObject({ name: 'anna2', role: 'full' });
  });

  it.each([
    ['is not proved', { email_verified: false }, 'address'],
    ['is of another domain', { email: 'anna@elsewhere.test' }, 'address'],
    ['is missing', { email: undefined }, 'address'],
    ['belongs to no operator', { email: 'nobody@people.test' }, 'unknown'],
  ])('[A-SSO-28] makes and links no operator by an address that %s', async (_, more, fault) => {
    await give('admins', 'full');
    await world.operators.add('anna', null, { email: ANNA });
    claimStaff(world, ANNA, more);
    expect(ledTo(await operatorSignOn(world))).toBe(fault);
    claimStaff(world, ANNA, { ...more, groups: fault === 'address' ? ['admins'] : [] });
    expect(ledTo(await operatorSignOn(world))).toBe(fault);
    expect(await audited()).toEqual(['operator.add', 'sign-on.refuse', 'sign-on.refuse']);
    expect((await world.operators.list()).map(({ name }) => name)).toEqual(['anna']);
  });

  it('[A-SSO-29] providers of a brand open no console, and those of operators no mailbox', async () => {
    const { test, id, provider } = world;
    await world.operators.add('anna', null, { email: ANNA });
    claimStaff(world, ANNA);
    expect((await begin(test, id)).answer.statusCode).toBe(404);
    const staff = await test.app.inject({ url: `/operator/api/sso/${id}` });
    const cookies = { f2e_sso: cookiesOf(staff)['f2e_operator_sso'] ?? '' };
    expect(cookies.f2e_sso).not.toBe('');
    expect((await comeBack(test, id, { code: 'a', state: 'b' }, { cookies })).statusCode).toBe(404);
    expect((await ask(test, ['GET', 'signOnProviders'], GUEST)).json()).toMatchObject({ providers: [] });
    await test.database.db
      .updateTable('identity_provider')
      .set({ brand_id: await makeBrand(test.database.db) })
      .execute();
    for (const path of ['', '/callback'])
      expect((await test.app.inject({ url: `/operator/api/sso/${id}${path}` })).statusCode).toBe(404);
    const order = new URLSearchParams({ logout_token: await provider.sign({ sub: 'x' }, 'logout+jwt') });
    const ended = await test.app.inject({
      method: 'POST',
      url: `/operator/api/sso/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: order.toString(),
    });
    expect(ended.statusCode).toBe(404);
    expect((await test.app.inject({ url: '/operator/api/sso' })).json()).toEqual({ providers: [] });
  });

  it('[A-SSO-30] may be the only way in, once somebody has used it; the command line opens the password again', async () => {
    const { test } = world;
    await world.operators.add('anna', OPERATOR_PASSWORD, { email: ANNA });
    const byPassword = sessionOf(await logIn(test, 'anna'));
    const providers = await providersOf(test);
    expect(await providers.require(await known(), true)).toEqual({ kind: 'unproved' });
    claimStaff(world, ANNA);
    const bySso = await operatorSignOn(world);
    expect(await providers.require(await known(), true)).toEqual({ kind: 'ok', ended: 1 });
    expect((await atConsole(test, byPassword, operatorSession)).statusCode).toBe(401);
    expect(await session(bySso)).toMatchObject({ name: 'anna' });
    const refused = await logIn(test, 'anna');
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([403, 'SIGN_ON_REQUIRED']);
    await providers.require(await known(), false);
    expect((await logIn(test, 'anna')).statusCode).toBe(200);
  });

  it('[A-SSO-31] asks for the operator’s own second step, and the session still stands on the provider', async () => {
    const { test, provider, id } = world;
    await world.operators.add('anna', OPERATOR_PASSWORD, { email: ANNA });
    const own = sessionOf(await logIn(test, 'anna'));
    const begun = await atConsole(test, own, operatorBeginStep, { body: { password: OPERATOR_PASSWORD } });
    const { secret } = begun.json<{ data: { secret: string } }>().data;
    await atConsole(test, own, operatorConfirmStep, { body: { code: appCode(secret) } });
    await forgetTimeSteps(test);
    claimStaff(world, ANNA, { sid: 'first' });
    const answer = await operatorSignOn(world);
    expect(answer.headers.location).toBe('/operator?step=code');
    expect(await session(answer)).toBe(401);
    const taken = await test.app.inject({
      method: 'POST',
      url: '/operator/api/second-step/take',
      payload: { code: appCode(secret) },
      cookies: cookiesOf(answer),
    });
    expect(await session(taken)).toMatchObject({ name: 'anna' });
    const token = await provider.sign(
      {
        iss: provider.issuer,
        aud: CLIENT_ID,
        iat: Date.now() / 1000,
        jti: 'one',
        events: { [LOGOUT]: {} },
        sid: 'first',
      },
      'logout+jwt',
    );
    await test.app.inject({
      method: 'POST',
      url: `/operator/api/sso/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
    expect(await session(taken)).toBe(401);
    expect((await atConsole(test, own, operatorSession)).statusCode).toBe(200);
  });

  it('[A-SSO-32] another address, or removal, unlinks what a provider knew', async () => {
    const { operators } = world;
    await operators.add('anna', null, { email: ANNA });
    claimStaff(world, ANNA);
    await operatorSignOn(world);
    await operators.setEmail('anna', 'anna.new@people.test');
    expect(ledTo(await operatorSignOn(world))).toBe('unknown');
    claimStaff(world, 'anna.new@people.test');
    const answer = await operatorSignOn(world);
    expect(await session(answer)).toMatchObject({ name: 'anna' });
    await operators.remove('anna');
    expect(await session(answer)).toBe(401);
    expect(ledTo(await operatorSignOn(world))).toBe('unknown');
    await operators.add('bea', null, { email: ANNA });
    expect(await operators.add('carl', null, { email: ANNA.toUpperCase() })).toMatchObject({
      kind: 'refused',
    });
    expect(await operators.setEmail('bea', null)).toMatchObject({ kind: 'ok' });
  });
});
