import { describe, expect, it } from 'vitest';

import { PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import {
  DOMAIN,
  administrationCalls,
  providersFor,
  putProvider,
  setUp,
  startAdministrations,
  stateOf,
  testLogin,
} from '#test/openid/administration-world.ts';
import type { AdministrationWorld } from '#test/openid/administration-world.ts';
import { addProvider, ledTo, signOn } from '#test/openid/sign-on-rig.ts';
import { addPasskey, enterByPasskey, joinedBy, newEmail, refusal, sessionOf } from '#test/people-rig.ts';

let world = {} as AdministrationWorld;
startAdministrations((made) => (world = made));

const calls = administrationCalls(() => world);
const { send, claim } = calls;
const state = async () => await stateOf(world.test, world);

describe('single sign-on of an administrator', () => {
  it('is set up on its page: provider, domain by a TXT record, test login, groups; then people log in', async () => {
    const { test, parent, account } = world;
    expect(await state()).toMatchObject({ provider: null, test: null, domains: [], roles: [] });
    const id = await setUp(world);
    expect(await state()).toMatchObject({
      provider: { id: String(id), name: 'Clinic', required: false, proved: false },
      domains: [{ domain: DOMAIN, verified: true }],
      accounts: [{ id: String(account.id), faxNumber: account.number }],
    });
    expect(
      (await send('PUT', 'signOnRole', { group: 'nurses', account: account.id, role: 'member' })).json(),
    ).toMatchObject({ success: true });
    await send('PUT', 'signOnRole', { group: 'chiefs', account: null, role: 'administrator' });
    const email = newEmail();
    claim(email, { groups: ['nurses', 'others'] });
    expect((await testLogin(world, world)).headers.location).toBe('/multifax/single-sign-on');
    expect(await state()).toMatchObject({
      provider: { proved: true, lastLoginAt: null },
      test: {
        fault: null,
        email,
        groups: ['nurses', 'others'],
        known: false,
        roles: [{ role: 'member', faxNumber: account.number }],
      },
    });
    expect(await providersFor(test, email)).toEqual(['Clinic']);
    const session = sessionOf(await signOn(test, id, world.provider));
    expect((await calls.main(session)).person).toMatchObject({ email, role: 'member' });
    expect((await state()).test?.known).toBe(true);
    claim(newEmail(), { groups: 'chiefs' });
    expect(ledTo(await signOn(test, id, world.provider))).toBe('/multifax/login');
    const { rows } = await test.database.pool.query<{ action: string; actor: number }>(
      `select action, actor_id::int as actor from audit where object = $1 and actor_kind = 'parent' order by id`,
      [`identity_provider/${id}`],
    );
    const changes = ['add', 'change', 'change', 'give-role', 'give-role'];
    expect(rows).toEqual(changes.map((act) => ({ action: `identity-provider.${act}`, actor: parent.id })));
  });

  it('a test login says what is wrong, logs nobody in and leaves the session alone', async () => {
    const { test, provider, parent } = world;
    await setUp(world);
    const fault = async () => {
      await testLogin(world, world);
      return (await state()).test?.fault;
    };
    claim('ana@elsewhere.test');
    expect(await fault()).toBe('domain');
    provider.claims = { sub: 'nobody' };
    expect(await fault()).toBe('noAddress');
    claim(newEmail(), { email_verified: false });
    expect(await fault()).toBe('unverified');
    provider.metadata = { authorization_endpoint: 'javascript:alert(1)' };
    await putProvider(world, world, { clientId: 'a-script', secret: 'another-one' });
    expect(await fault()).toBe('unreachable');
    provider.metadata = {};
    await putProvider(world, world);
    provider.forge = async () => await Promise.resolve('no.token.at-all');
    expect(await fault()).toBe('failed');
    provider.refusal = 'invalid_client';
    expect(await fault()).toBe('secret');
    await putProvider(world, world, { clientId: 'another', secret: 'another-one' });
    provider.metadata = { issuer: 'http://other.test' };
    expect(await fault()).toBe('issuer');
    await provider.stop();
    await putProvider(world, world, { clientId: 'a-third', secret: 'another-one' });
    expect(await fault()).toBe('unreachable');
    expect((await state()).provider).toMatchObject({ proved: false, lastLoginAt: null });
    expect((await test.app.inject({ url: '/api/checkAuthToken', ...parent.session })).statusCode).toBe(200);
    const people = await test.database.db
      .selectFrom('person')
      .select('id')
      .where('email', 'like', '%elsewhere%')
      .execute();
    expect(people).toEqual([]);
  });

  it('asks for the secret where issuer or client change, and keeps it where they do not', async () => {
    await setUp(world);
    expect((await putProvider(world, world, { name: 'Clinic West', secret: undefined })).statusCode).toBe(
      200,
    );
    const refused = await putProvider(world, world, { clientId: 'other', secret: undefined });
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION',
      fields: { secret: expect.any(String) as string },
    });
    claim(newEmail());
    expect((await testLogin(world, world)).headers.location).toBe('/multifax/single-sign-on');
    expect(await state()).toMatchObject({
      provider: { name: 'Clinic West' },
      test: { fault: null, groups: null },
    });
  });

  it('names those whom requiring it would lock out', async () => {
    const { test, owner } = world;
    const inside = await joinedBy(test, owner, { role: 'member' });
    const outside = await joinedBy(test, owner, { role: 'member', email: 'zoe@elsewhere.test', name: 'Zoe' });
    await setUp(world);
    expect((await state()).people).toEqual({
      total: 2,
      outside: 1,
      outsiders: [{ name: 'Zoe', email: outside.email }],
    });
    expect(await calls.stands(inside.session)).toBe(true);
  });

  it('ends with the provider: its sessions and the roles that its groups gave', async () => {
    const { test, account, provider } = world;
    const id = await setUp(world);
    await send('PUT', 'signOnRole', { group: 'nurses', account: account.id, role: 'reader' });
    claim(newEmail(), { groups: ['nurses'] });
    const session = sessionOf(await signOn(test, id, provider));
    expect((await send('DELETE', 'signOnProvider')).statusCode).toBe(200);
    expect(await calls.stands(session)).toBe(false);
    expect((await calls.team()).people).toEqual([]);
    expect(await state()).toMatchObject({ provider: null, domains: [], roles: [] });
    expect(refusal(await send('PUT', 'signOnDomain', { domain: DOMAIN }))).toEqual([404, 'NOT_FOUND']);
  });

  it('[A-SSO-24] required: nothing else opens what is its administrator’s, but the logins of the numbers', async () => {
    const { test, owner, parent, account, provider } = world;
    const ana = await joinedBy(test, owner, { role: 'member' });
    const device = await addPasskey(test, ana.session);
    const id = await setUp(world);
    expect(refusal(await send('PUT', 'signOnRequired', { required: true }))).toEqual([
      409,
      'SIGN_ON_UNPROVED',
    ]);
    claim(ana.email);
    await testLogin(world, world);
    expect((await send('PUT', 'signOnRequired', { required: true })).statusCode).toBe(200);
    expect(await calls.stands(ana.session)).toBe(false);
    expect(refusal(await logIn(test, ana.email, PASSWORD))).toEqual([403, 'SIGN_ON_REQUIRED']);
    expect(refusal(await enterByPasskey(test, device))).toEqual([403, 'SIGN_ON_REQUIRED']);
    const session = sessionOf(await signOn(test, id, provider));
    expect((await calls.main(session)).person).toMatchObject({ email: ana.email });
    // The own logins of the number and of the administrator still work when the provider fails.
    expect((await logIn(test, account.number, PASSWORD)).statusCode).toBe(200);
    expect((await test.app.inject({ url: '/api/checkAuthToken', ...parent.session })).statusCode).toBe(200);
    await send('PUT', 'signOnRequired', { required: false });
    expect((await logIn(test, ana.email, PASSWORD)).statusCode).toBe(200);
    expect((await enterByPasskey(test, device)).statusCode).toBe(200);
  });

  it('[A-SSO-24] required: the provider of the brand says that the accounts do not open with it, if it knows the person', async () => {
    const { test, owner, provider } = world;
    const ana = await joinedBy(test, owner, { role: 'member' });
    await setUp(world);
    claim(ana.email);
    await testLogin(world, world);
    await send('PUT', 'signOnRequired', { required: true });
    const brands = await addProvider(test, {
      issuer: provider.issuer,
      clientId: 'of-the-brand',
      domains: [DOMAIN],
    });
    claim(ana.email, { aud: 'of-the-brand', email_verified: true });
    expect(ledTo(await signOn(test, brands, provider))).toBe('elsewhere');
    claim(newEmail(), { aud: 'of-the-brand', email_verified: true });
    expect(ledTo(await signOn(test, brands, provider))).toBe('unknown');
    claim(ana.email, { aud: 'of-the-brand', email_verified: false });
    expect(ledTo(await signOn(test, brands, provider))).toBe('address');
  });
});
