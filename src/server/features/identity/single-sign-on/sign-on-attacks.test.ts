import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startFalseProvider } from '#test/openid/false-provider.ts';
import type { FalseProvider } from '#test/openid/false-provider.ts';
import { addProvider, begin, comeBack, ledTo, providersOf, signOn } from '#test/openid/sign-on-rig.ts';
import { joinedBy } from '#test/people-rig.ts';
import type { TestPerson } from '#test/people-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let provider: FalseProvider;
let id: number;
let ana: TestPerson;

beforeAll(async () => {
  test = await startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
});
beforeEach(async () => {
  await test.database.db.deleteFrom('identity_provider').execute();
  await test.database.db.deleteFrom('login_failure').execute();
  provider = await startFalseProvider();
  const account = await makeAccount(test.database.db);
  ana = await joinedBy(test, await test.signIn(account.number), { role: 'owner' });
  id = await addProvider(test, { issuer: provider.issuer });
  provider.claims = { sub: 'ana', email: ana.email, email_verified: true };
  return async () => await provider.stop();
});
afterAll(async () => await test.stop());

/** Starts a login and returns what the provider would send back. */
async function begun(): Promise<{ cookies: Record<string, string>; back: { code: string; state: string } }> {
  const { to, cookies } = await begin(test, id);
  provider.nonce = to?.searchParams.get('nonce') ?? '';
  return { cookies, back: { code: 'a-code', state: to?.searchParams.get('state') ?? '' } };
}
const refusals = async () => {
  const { rows } = await test.database.pool.query(
    `select from audit where action = 'sign-on.refuse' and object = $1`,
    [`identity_provider/${id}`],
  );
  return rows.length;
};
const forgedBy = (sign: (claims: JWTPayload) => Promise<string> | string) => async (claims: JWTPayload) =>
  await sign(claims);

describe('the way back from the provider', () => {
  it('[A-SSO-05] is valid once, in the browser that started the login, and with its own state', async () => {
    const { cookies, back } = await begun();
    const mine = { cookies };
    expect(ledTo(await comeBack(test, id, back, { cookies: {} }))).toBe('failed');
    expect(ledTo(await comeBack(test, id, back, { cookies: { f2e_sso: 'somebody’s' } }))).toBe('failed');
    // No identity was confirmed so far, and the provider got no request.
    expect(provider.asked).toEqual([]);
    expect(ledTo(await comeBack(test, id, back, mine))).toBe('/dashboard');
    expect(ledTo(await comeBack(test, id, back, mine))).toBe('failed');

    const second = await begun();
    const other = { ...second.back, state: back.state };
    expect(ledTo(await comeBack(test, id, other, { cookies: second.cookies }))).toBe('failed');
    expect(provider.asked).toHaveLength(1);
    expect(await refusals()).toBe(1);
  });

  it('[A-SSO-06] expires after ten minutes, and belongs to one provider', async () => {
    const other = await addProvider(test, { issuer: provider.issuer, clientId: 'another' });
    const { cookies, back } = await begun();
    expect(ledTo(await comeBack(test, other, back, { cookies }))).toBe('failed');
    const late = await begun();
    await test.database.pool.query(`update sign_on_attempt set expires_at = now() - interval '1 second'`);
    expect(ledTo(await comeBack(test, id, late.back, { cookies: late.cookies }))).toBe('failed');
    expect(provider.asked).toEqual([]);
  });

  it('[A-SSO-07] is refused in images and frames of other sites', async () => {
    const headers = {
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
      'sec-fetch-site': 'cross-site',
    };
    expect((await begin(test, id, { headers })).answer.statusCode).toBe(403);
    const { cookies, back } = await begun();
    expect((await comeBack(test, id, back, { cookies, headers })).statusCode).toBe(403);
  });

  it('[A-SSO-08] with the issuer of another provider is refused before the code is sent to anybody', async () => {
    provider.metadata = { authorization_response_iss_parameter_supported: true };
    const wrong: Record<string, string>[] = [{ iss: 'https://evil.test' }, {}];
    for (const iss of wrong) {
      const { cookies, back } = await begun();
      expect(ledTo(await comeBack(test, id, { ...back, ...iss }, { cookies }))).toBe('failed');
    }
    expect(provider.asked).toEqual([]);
    const { cookies, back } = await begun();
    expect(ledTo(await comeBack(test, id, { ...back, iss: provider.issuer }, { cookies }))).toBe(
      '/dashboard',
    );
  });

  it('[A-SSO-16] is limited for each address; completed logins do not count', async () => {
    for (let login = 0; login < 2; login += 1)
      expect(ledTo(await signOn(test, id, provider))).toBe('/dashboard');
    const { db } = test.database;
    const count = async () =>
      (await db.selectFrom('login_failure').select('count').where('key', 'like', 'sign-on:%').execute())[0]
        ?.count;
    expect(await count()).toBe(0);
    await db.updateTable('login_failure').set({ count: 199 }).where('key', 'like', 'sign-on:%').execute();
    expect((await begin(test, id)).to).not.toBeNull();
    expect(ledTo((await begin(test, id)).answer)).toBe('wait');
    expect(await db.selectFrom('sign_on_attempt').select('state').execute()).toHaveLength(1);
  });

  it('says that somebody canceled, and keeps what the provider says of errors out of the page', async () => {
    const first = await begun();
    const no = { error: 'access_denied', state: first.back.state };
    expect(ledTo(await comeBack(test, id, no, { cookies: first.cookies }))).toBe('canceled');
    const second = await begun();
    const fault = { error: 'server_error', error_description: '<b>', state: second.back.state };
    const answer = await comeBack(test, id, fault, { cookies: second.cookies });
    expect(answer.headers.location).toBe('/login/email?sso=failed');
  });
});

const soon = () => Math.floor(Date.now() / 1000);
/** Returns the claims without one of them. */
const without = (claims: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([known]) => known !== name));

describe('an ID token', () => {
  it.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['of another login', async (claims) => await provider.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', async (claims) => await provider.sign(without(claims, 'nonce'))],
    ['for another client', async (claims) => await provider.sign({ ...claims, aud: 'somebody' })],
    ['of another issuer', async (claims) => await provider.sign({ ...claims, iss: 'https://evil.test' })],
    [
      'that is over',
      async (claims) => await provider.sign({ ...claims, iat: soon() - 900, exp: soon() - 600 }),
    ],
    ['without a subject', async (claims) => await provider.sign(without(claims, 'sub'))],
    ['that nobody signed', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'signed with the client’s secret',
      async (claims) =>
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from('of the client'.repeat(3))),
    ],
    [
      'signed with another key of the same name',
      async (claims) => {
        const { privateKey } = await generateKeyPair('RS256');
        return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
      },
    ],
  ])('[A-SSO-09] %s lets nobody in', async (_, sign) => {
    provider.forge = forgedBy(sign);
    expect(ledTo(await signOn(test, id, provider))).toBe('failed');
    expect(await refusals()).toBe(1);
    provider.forge = null;
    expect(ledTo(await signOn(test, id, provider))).toBe('/dashboard');
  });
});

describe('a provider', () => {
  it('[A-SSO-10] with another issuer in its metadata is not used', async () => {
    provider.metadata = { issuer: 'https://evil.test' };
    expect(ledTo((await begin(test, id)).answer)).toBe('unreachable');
    expect(provider.seen).toEqual(['/.well-known/openid-configuration']);
    const providers = await providersOf(test);
    const known = await providers.find(id);
    // The operator's check shows what is wrong.
    expect(known && (await providers.check(known))).toMatch(/issuer/u);
    provider.metadata = {};
    expect(known && (await (await providersOf(test)).check(known))).toBeNull();
  });

  it('[A-SSO-10] that is down is reported as unreachable', async () => {
    await provider.stop();
    expect(ledTo((await begin(test, id)).answer)).toBe('unreachable');
  });

  it('[A-SSO-11] in a private network is not contacted unless the operator allows it', async () => {
    const guarded = await startApp();
    try {
      await makeAccount(guarded.database.db);
      const own = await addProvider(guarded, { issuer: provider.issuer });
      expect(ledTo((await begin(guarded, own)).answer)).toBe('unreachable');
      expect(provider.seen).toEqual([]);
    } finally {
      await guarded.stop();
    }
  });

  it('[A-SSO-15] gets only the client secret that was entered for it', async () => {
    await test.database.db
      .updateTable('identity_provider')
      .set({ issuer: `${provider.issuer}/other` })
      .execute();
    expect(ledTo((await begin(test, id)).answer)).toBe('unreachable');
    expect(provider.seen).toEqual([]);
  });
});
