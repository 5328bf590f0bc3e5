import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { CLIENT_ID, startFalseProvider } from '#test/openid/false-provider.ts';
import type { FalseProvider } from '#test/openid/false-provider.ts';
import { addProvider, signOn } from '#test/openid/sign-on-rig.ts';
import { joinedBy, peopleCalls, sessionOf } from '#test/people-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

let test: TestApp;
let provider: FalseProvider;
let id: number;
let owner: SignedIn;
let accountId: number;

beforeAll(async () => {
  test = await startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
});
beforeEach(async () => {
  await test.database.db.deleteFrom('identity_provider').execute();
  provider = await startFalseProvider();
  const account = await makeAccount(test.database.db);
  accountId = account.id;
  id = await addProvider(test, { issuer: provider.issuer });
  owner = await test.signIn(account.number);
  return async () => await provider.stop();
});
afterAll(async () => await test.stop());

const calls = peopleCalls(() => ({ test, owner, accountId }));
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

  it.each([
    ['of another client', () => ({ aud: 'somebody' })],
    ['of another issuer', () => ({ iss: 'http://127.0.0.1:1' })],
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
