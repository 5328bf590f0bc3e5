import { describe, expect, it } from 'vitest';

import { makeBrand, PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { CLIENT_ID } from '#test/openid/false-provider.ts';
import { begin, comeBack, ledTo, providersOf, signOn } from '#test/openid/sign-on-rig.ts';
import {
  GUEST,
  invitationKey,
  joinedBy,
  newEmail,
  peopleCalls,
  refusal,
  sessionOf,
} from '#test/people-rig.ts';
import { startSignOn } from '#test/openid/sign-on-world.ts';
import type { SignOnWorld } from '#test/openid/sign-on-world.ts';
import { ask } from '#test/second-step-rig.ts';

let { test, provider, id, account, owner } = {} as SignOnWorld;
startSignOn((world) => ({ test, provider, id, account, owner } = world));

const calls = peopleCalls(() => ({ test, owner, accountId: account.id }));
const claim = (email: string, more: object = {}) =>
  (provider.claims = { sub: `sub-of-${email}`, email, email_verified: true, name: 'Ana Duarte', ...more });
const refused = async () => {
  const { rows } = await test.database.pool.query<{ reason: string }>(
    `select detail->>'reason' as reason from audit where action = 'sign-on.refuse' and object = $1 order by id`,
    [`identity_provider/${id}`],
  );
  return rows.map(({ reason }) => reason);
};

describe('single sign-on', () => {
  it('logs in whoever was invited, without a password and without another link', async () => {
    const email = newEmail();
    await calls.invite([email], 'member');
    claim(email);
    const answer = await signOn(test, id, provider);
    expect(answer.headers.location).toBe('/dashboard?handoff=1');
    const session = sessionOf(answer);
    expect((await calls.main(session)).person).toMatchObject({ email, name: 'Ana Duarte', role: 'member' });
    expect(await calls.audited()).toMatchObject([
      { action: 'person.invite' },
      { action: 'person.join', actor: 'person' },
    ]);
    expect((await calls.team()).people).toMatchObject([{ email, password: false, singleSignOn: true }]);
    expect((await logIn(test, email, PASSWORD)).statusCode).toBe(412);
  });

  it('logs in somebody who has a login already, and from then on by the subject alone', async () => {
    const ana = await joinedBy(test, owner, { role: 'reader' });
    claim(ana.email);
    expect(ledTo(await signOn(test, id, provider))).toBe('/dashboard');
    // A later address outside the provider's domains: the link stays.
    provider.claims['email'] = 'ana@elsewhere.test';
    const again = sessionOf(await signOn(test, id, provider));
    expect((await calls.main(again)).person).toMatchObject({ email: ana.email, role: 'reader' });
    expect(await test.database.db.selectFrom('external_identity').select('person_id').execute()).toEqual([
      { person_id: ana.id },
    ]);
  });

  it('asks the provider by code and PKCE, with state and nonce, and proves itself by its secret', async () => {
    const begun = await begin(test, id);
    const sent = Object.fromEntries(begun.to?.searchParams ?? []);
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: `http://localhost/sso/${id}/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect(
      [sent['state'], sent['nonce'], sent['code_challenge']].every((one) => (one ?? '').length >= 43),
    ).toBe(true);
    expect(begun.answer.cookies).toMatchObject([
      { name: 'f2e_sso', httpOnly: true, sameSite: 'Lax', maxAge: 600, path: '/' },
    ]);
    claim(newEmail());
    await signOn(test, id, provider);
    const [asked] = provider.asked;
    // Both are first encoded as in a form (RFC 6749 2.3.1).
    const basic = Buffer.from(asked?.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    expect(new URLSearchParams(`basic=${basic}`).get('basic')).toBe(`${CLIENT_ID}:of the client`);
    expect(asked?.form.get('code_verifier')?.length).toBeGreaterThanOrEqual(43);
  });

  it('[A-SSO-01] refuses people whom no account has invited', async () => {
    claim(newEmail());
    expect(ledTo(await signOn(test, id, provider))).toBe('unknown');
    expect(await refused()).toEqual(['unknown']);
  });

  it.each([
    ['is not proved', { email_verified: false }, 'address'],
    ['is not said to be proved', { email_verified: undefined }, 'address'],
    ['is of another domain', { email: 'ana@elsewhere.test' }, 'address'],
    ['is of a domain that ends alike', { email: 'ana@evil-people.test' }, 'address'],
    ['is missing', { email: undefined }, 'address'],
  ])('[A-SSO-02] links nobody by an address that %s', async (_, more, fault) => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    claim(ana.email, more);
    expect(ledTo(await signOn(test, id, provider))).toBe(fault);
    expect(await refused()).toEqual([fault]);
    expect(await test.database.db.selectFrom('external_identity').select('subject').execute()).toEqual([]);
  });

  it('takes addresses that the operator vouches for, but none that is said not to be proved', async () => {
    await test.database.db.updateTable('identity_provider').set({ trusts_addresses: true }).execute();
    const ana = await joinedBy(test, owner, { role: 'owner' });
    claim(ana.email, { email_verified: false });
    expect(ledTo(await signOn(test, id, provider))).toBe('address');
    claim(ana.email, { email_verified: undefined });
    expect(ledTo(await signOn(test, id, provider))).toBe('/dashboard');
  });

  it('[A-SSO-03] asks before it replaces the session of another person', async () => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    claim(ana.email);
    const answer = await signOn(test, id, provider, owner);
    expect(ledTo(answer)).toBe('/continue-as');
    expect(await calls.stands(owner)).toBe(true);
    const ticket = (answer.headers.location ?? '').split('#')[1];
    const agreed = await ask(test, ['POST', 'agreeToHandOver.json'], owner, { ticket });
    const session = sessionOf(agreed);
    expect((await calls.main(session)).person).toMatchObject({ email: ana.email });
    // The provider can end this session too.
    expect(
      await test.database.db
        .selectFrom('session')
        .select('provider_id')
        .where('provider_id', '=', id)
        .execute(),
    ).toHaveLength(1);
  });

  it('[A-SSO-04] knows a provider at hosts of its brand only', async () => {
    const brand = await makeBrand(test.database.db);
    const headers = { host: `fax.brand-${brand}.test` };
    expect((await begin(test, id, { headers })).answer.statusCode).toBe(404);
    const { cookies } = await begin(test, id);
    expect((await comeBack(test, id, { code: 'a', state: 'b' }, { cookies, headers })).statusCode).toBe(404);
    const shown = await test.app.inject({ url: '/api/faxui/signOnProviders', headers });
    expect(shown.json()).toEqual({ providers: [], byAddress: false });
  });

  it('shows the providers on the login page, and nothing else of them', async () => {
    const shown = await test.app.inject({ url: '/api/faxui/signOnProviders' });
    expect(shown.json()).toEqual({ providers: [{ id: String(id), name: 'Clinic' }], byAddress: false });
  });
});

describe('a provider that is the only way in', () => {
  it('[A-SSO-12] refuses passwords of its domains, ends other sessions, and needs a recent login first', async () => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    const providers = await providersOf(test);
    const known = async () => {
      const found = await providers.find(id);
      if (!found) throw new Error('the provider is gone');
      return found;
    };
    expect(await providers.require(await known(), true)).toEqual({ kind: 'unproved' });
    claim(ana.email);
    const bySso = sessionOf(await signOn(test, id, provider));
    expect(await providers.require(await known(), true)).toMatchObject({ kind: 'ok' });
    expect([await calls.stands(ana.session), await calls.stands(bySso), await calls.stands(owner)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(refusal(await logIn(test, ana.email, PASSWORD))).toEqual([403, 'SIGN_ON_REQUIRED']);
    // The response does not show whether anybody has this address.
    expect(refusal(await logIn(test, newEmail(), 'wrong'))).toEqual([403, 'SIGN_ON_REQUIRED']);
    expect((await logIn(test, account.number, PASSWORD)).statusCode).toBe(200);
    // An invitation does not allow another way to log in either.
    const email = newEmail();
    await calls.invite([email]);
    const token = await invitationKey(test, email);
    const read = await ask(test, ['POST', 'invitation'], GUEST, { token });
    expect(read.json()).toMatchObject({ email, provider: 'Clinic' });
    expect(refusal(await calls.accept(token))).toEqual([403, 'SIGN_ON_REQUIRED']);
    claim(email);
    expect(ledTo(await signOn(test, id, provider))).toBe('/dashboard');
    await providers.require(await known(), false);
    expect((await logIn(test, ana.email, PASSWORD)).statusCode).toBe(200);
  });
});
