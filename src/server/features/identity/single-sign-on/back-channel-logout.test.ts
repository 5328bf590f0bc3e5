import { describe, expect, it } from 'vitest';

import { PASSWORD } from '#test/factories.ts';
import { CLIENT_ID } from '#test/openid/false-provider.ts';
import { signOn } from '#test/openid/sign-on-rig.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { startSignOn } from '#test/openid/sign-on-world.ts';
import type { SignOnWorld } from '#test/openid/sign-on-world.ts';
import { joinedBy, newEmail, peopleCalls, sessionOf } from '#test/people-rig.ts';

let { test, provider, id, account, owner } = {} as SignOnWorld;
startSignOn((world) => ({ test, provider, id, account, owner } = world));

const calls = peopleCalls(() => ({ test, owner, accountId: account.id }));
const claim = (email: string, more: object = {}) =>
  (provider.claims = { sub: `sub-of-${email}`, email, email_verified: true, ...more });
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const order = (more: object = {}) => ({
  iss: provider.issuer,
  aud: CLIENT_ID,
  iat: Math.floor(Date.now() / 1000),
  jti: 'once',
  events: { [EVENT]: {} },
  ...more,
});
const post = async (claims: object) =>
  await test.app.inject({
    method: 'POST',
    url: `/sso/${id}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      logout_token: await provider.sign({ ...claims }, 'logout+jwt'),
    }).toString(),
  });

describe('back-channel logout', () => {
  it('[A-SSO-13] ends the named session, or all sessions of the subject, and no others', async () => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    claim(ana.email, { sid: 'first' });
    const first = sessionOf(await signOn(test, id, provider));
    claim(ana.email, { sid: 'second' });
    const second = sessionOf(await signOn(test, id, provider));
    const stand = async () => [
      await calls.stands(first),
      await calls.stands(second),
      await calls.stands(ana.session),
    ];
    const answer = await post(order({ sid: 'first' }));
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await stand()).toEqual([false, true, true]);
    expect((await post(order({ sub: 'sub-of-somebody-else' }))).statusCode).toBe(200);
    expect(await stand()).toEqual([false, true, true]);
    await post(order({ sub: `sub-of-${ana.email}` }));
    expect(await stand()).toEqual([false, false, true]);
  });

  it('[A-SSO-13] ends a session whose person has changed the password in it', async () => {
    const ana = await joinedBy(test, owner, { role: 'member' });
    claim(ana.email, { sid: 'renewed' });
    const session = sessionOf(await signOn(test, id, provider));
    const next = 'Harbor7light!';
    const changed = await test.app.inject({
      method: 'PUT',
      url: '/api/n1/rrad/f2e/Password.json',
      ...session,
      payload: { current: PASSWORD, new: next, confirm: next },
    });
    const renewed = sessionOf(changed);
    expect([changed.statusCode, await calls.stands(renewed)]).toEqual([200, true]);
    await post(order({ sid: 'renewed' }));
    expect(await calls.stands(renewed)).toBe(false);
  });

  it('[A-SSO-13] ends the session of somebody who works for an administrator', async () => {
    const parent = await signInAdministrator(test);
    const email = newEmail();
    await calls.invite([email], 'billing', parent.session);
    claim(email, { sid: 'office', name: 'Ana Duarte' });
    const answer = await signOn(test, id, provider);
    expect(answer.headers.location).toBe('/multifax/login?auto-login=1');
    const session = sessionOf(answer);
    expect(await calls.stands(session)).toBe(true);
    await post(order({ sid: 'office' }));
    expect(await calls.stands(session)).toBe(false);
  });

  it.each([
    ['two minutes on its way, from a clock that is half a minute behind', -150],
    ['from a clock that is half a minute ahead', 30],
  ])('takes a token that was %s', async (_, seconds) => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    claim(ana.email);
    const session = sessionOf(await signOn(test, id, provider));
    await test.database.pool.query(`update session set created_at = created_at - interval '5 minutes'`);
    const answer = await post(
      order({ sub: `sub-of-${ana.email}`, iat: Math.floor(Date.now() / 1000) + seconds }),
    );
    expect([answer.statusCode, await calls.stands(session)]).toEqual([200, false]);
  });

  it.each([
    ['of another client', () => ({ aud: 'somebody' })],
    ['of another issuer', () => ({ iss: 'http://127.0.0.1:1' })],
    ['of more than three minutes ago', () => ({ iat: Math.floor(Date.now() / 1000) - 190 })],
    ['from more than a minute ahead', () => ({ iat: Math.floor(Date.now() / 1000) + 75 })],
    ['of yesterday', () => ({ iat: Math.floor(Date.now() / 1000) - 86_400 })],
    ['with a nonce, which is an ID token', () => ({ nonce: 'x' })],
    ['without the event', () => ({ events: {} })],
    ['that names nobody', () => ({ sub: undefined })],
  ])('[A-SSO-14] refuses a token %s', async (_, wrong) => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    claim(ana.email);
    const session = sessionOf(await signOn(test, id, provider));
    const answer = await post(order({ sub: `sub-of-${ana.email}`, ...wrong() }));
    expect(answer.statusCode).toBe(400);
    expect(await calls.stands(session)).toBe(true);
  });
});
