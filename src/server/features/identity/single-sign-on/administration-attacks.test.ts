import { describe, expect, it } from 'vitest';

import { makeBrand, PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { CLIENT_ID } from '#test/openid/false-provider.ts';
import {
  DOMAIN,
  administrationCalls,
  makeAdministration,
  providersFor,
  putProvider,
  setUp,
  startAdministrations,
  stateOf,
  testLogin,
} from '#test/openid/administration-world.ts';
import type { AdministrationWorld } from '#test/openid/administration-world.ts';
import { ledTo, providersOf, signOn } from '#test/openid/sign-on-rig.ts';
import { GUEST, invitationKey, joinedBy, newEmail, refusal, sessionOf } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';

let world = {} as AdministrationWorld;
startAdministrations((made) => (world = made));

const calls = administrationCalls(() => world);
const { send, claim } = calls;

describe('single sign-on of administrators, attacked', () => {
  it('[A-SSO-21] a provider of one administrator opens nothing of another, nor accepts its invitations', async () => {
    const { test, provider, account } = world;
    const other = await makeAdministration(test);
    const ana = await joinedBy(test, other.owner, { role: 'owner' });
    const id = await setUp(world);
    claim(ana.email);
    expect(ledTo(await signOn(test, id, provider))).toBe('unknown');
    // Invited by both: only invitations of the provider's own administrator count.
    const bea = newEmail();
    await calls.invite([bea], 'reader', other.owner);
    claim(bea);
    expect(ledTo(await signOn(test, id, provider))).toBe('unknown');
    await calls.invite([ana.email]);
    claim(ana.email);
    const session = sessionOf(await signOn(test, id, provider));
    const places = (await ask(test, ['GET', 'ownAccounts'], session)).json<{ accounts: { id: string }[] }>();
    expect(places.accounts.map((one) => one.id)).toEqual([String(account.id)]);
    const there = await ask(test, ['POST', 'switchAccount'], session, { account: other.account.id });
    expect(refusal(there)).toEqual([404, 'NOT_FOUND']);
    // The account moves to the other administrator: the session ends.
    await test.database.db
      .updateTable('account')
      .set({ parent_id: other.parent.id })
      .where('id', '=', account.id)
      .execute();
    expect(await calls.stands(session)).toBe(false);
    expect((await logIn(test, ana.email, PASSWORD)).statusCode).toBe(200);
  });

  it('[A-SSO-22] groups give nothing at accounts and administrators of others', async () => {
    const { test, provider, account } = world;
    const other = await makeAdministration(test);
    const id = await setUp(world);
    const foreign = await send('PUT', 'signOnRole', {
      group: 'nurses',
      account: other.account.id,
      role: 'owner',
    });
    expect(refusal(foreign)).toEqual([404, 'NOT_FOUND']);
    for (const body of [
      { group: 'nurses', account: null, role: 'owner' },
      { group: 'nurses', account: account.id, role: 'administrator' },
    ])
      expect(refusal(await send('PUT', 'signOnRole', body))).toEqual([400, 'VALIDATION']);
    await send('PUT', 'signOnRole', { group: 'nurses', account: account.id, role: 'owner' });
    const { db } = test.database;
    await db
      .updateTable('account')
      .set({ parent_id: other.parent.id })
      .where('id', '=', account.id)
      .execute();
    claim(newEmail(), { groups: ['nurses'] });
    expect(ledTo(await signOn(test, id, provider))).toBe('unknown');
    expect([(await stateOf(test, world)).roles, (await calls.team()).people]).toEqual([[], []]);
    // Roles of another administrator's provider are invisible to this one.
    await putProvider(world, other, { clientId: 'of-the-other' });
    const [role] = await db.selectFrom('sign_on_role').select('id').where('provider_id', '=', id).execute();
    const taken = await ask(test, ['DELETE', 'signOnRole'], other.parent.session, { id: role?.id });
    expect(refusal(taken)).toEqual([404, 'NOT_FOUND']);
  });

  it('[A-SSO-23] a domain counts for whoever publishes its record, and for nobody else', async () => {
    const { test, names, provider } = world;
    const other = await makeAdministration(test);
    const id = await setUp(world);
    const before = names.records.get(`_fax-sign-on.${DOMAIN}`) ?? [];
    claim(newEmail());
    await calls.invite([String(provider.claims['email'])]);
    await putProvider(world, other, { clientId: 'of-the-other' });
    const check = async (domain: string) =>
      (await ask(test, ['PUT', 'signOnDomain'], other.parent.session, { domain })).json<{ state: string }>()
        .state;
    // The other administrator's record proves nothing for this one.
    expect(await check(DOMAIN)).toBe('different');
    expect(await check('unknown.test')).toBe('missing');
    names.records.set('_fax-sign-on.broken.test', null);
    expect(await check('broken.test')).toBe('unknown');
    expect((await stateOf(test, other)).domains.map(({ verified }) => verified)).toEqual([
      false,
      false,
      false,
    ]);
    world.provider.claims['aud'] = 'of-the-other';
    expect((await testLogin(world, other)).headers.location).toBe('/multifax/single-sign-on');
    expect((await stateOf(test, other)).test?.fault).toBe('domain');
    // Whoever publishes the record owns the domain from then on.
    const record = (await stateOf(test, other)).domains.find(({ domain }) => domain === DOMAIN)?.record;
    names.records.set(record?.name ?? '', [record?.value ?? '']);
    expect(await check(DOMAIN)).toBe('proved');
    delete world.provider.claims['aud'];
    expect((await stateOf(test, world)).domains).toMatchObject([{ domain: DOMAIN, verified: false }]);
    expect(ledTo(await signOn(test, id, provider))).toBe('address');
    // The record of before may still be published, beside the new one: it takes nothing back.
    names.records.set(record?.name ?? '', [...before, record?.value ?? '']);
    expect((await send('PUT', 'signOnDomain', { domain: DOMAIN })).json()).toMatchObject({
      state: 'different',
    });
    expect((await stateOf(test, other)).domains.find(({ domain }) => domain === DOMAIN)?.verified).toBe(true);
  });

  it('[A-SSO-24] a newcomer whom a link invites cannot make a password where the provider is required', async () => {
    const { test } = world;
    await setUp(world);
    const email = newEmail();
    await calls.invite([email]);
    claim(email);
    await testLogin(world, world);
    await send('PUT', 'signOnRequired', { required: true });
    const token = await invitationKey(test, email);
    const shown = await ask(test, ['POST', 'invitation'], GUEST, { token });
    expect(shown.json()).toMatchObject({ provider: 'Clinic', known: false });
    expect(refusal(await calls.accept(token))).toEqual([403, 'SIGN_ON_REQUIRED']);
    // An operator restores access with a command.
    const providers = await providersOf(test);
    const [known] = await providers.list();
    if (!known) throw new Error('the provider is gone');
    expect(known.required).toBe(true);
    expect(await providers.require(known, false)).toEqual({ kind: 'ok', ended: 0 });
    expect((await calls.accept(token)).statusCode).toBe(200);
  });

  it('[A-SSO-25] the way to a provider tells nobody who has a login', async () => {
    const { test, owner } = world;
    const ana = await joinedBy(test, owner, { role: 'member' });
    const id = await setUp(world);
    const nobody = `nobody@${DOMAIN}`;
    expect([await providersFor(test, ana.email), await providersFor(test, nobody)]).toEqual([
      ['Clinic'],
      ['Clinic'],
    ]);
    expect(await providersFor(test, 'ana@elsewhere.test')).toEqual([]);
    // Not on the general login page, not on another brand's host, and not while the administrator is disabled.
    expect((await ask(test, ['GET', 'signOnProviders'], GUEST)).json()).toEqual({
      providers: [],
      byAddress: true,
    });
    const brand = await makeBrand(test.database.db);
    expect(await providersFor(test, ana.email, { host: `fax.brand-${brand}.test` })).toEqual([]);
    await test.database.db
      .updateTable('parent')
      .set({ state: 'disabled' })
      .where('id', '=', world.parent.id)
      .execute();
    expect(await providersFor(test, ana.email)).toEqual([]);
    expect(id).toBeGreaterThan(0);
  });

  it('[A-SSO-26] another issuer gets neither the secret of the one before nor its people', async () => {
    const { test, provider } = world;
    const id = await setUp(world);
    const email = newEmail();
    await calls.invite([email]);
    claim(email);
    const session = sessionOf(await signOn(test, id, provider));
    const issuer = `${provider.issuer}/other`;
    expect(refusal(await putProvider(world, world, { issuer, secret: undefined }))).toEqual([
      400,
      'VALIDATION',
    ]);
    expect(await calls.stands(session)).toBe(true);
    await putProvider(world, world, { issuer, secret: 'of-the-other' });
    const { db } = test.database;
    const linked = await db
      .selectFrom('external_identity')
      .select('subject')
      .where('provider_id', '=', id)
      .execute();
    expect([linked, await calls.stands(session)]).toEqual([[], false]);
    expect((await stateOf(test, world)).provider).toMatchObject({
      required: false,
      lastLoginAt: null,
      proved: false,
    });
    // Nor can another administrator take over a client that is in use.
    const other = await makeAdministration(test);
    expect(refusal(await putProvider(world, other, { issuer, clientId: CLIENT_ID }))).toEqual([
      409,
      'PROVIDER_TAKEN',
    ]);
  });

  it('[A-SSO-27] the secret is never shown, and only the administrator sets any of this', async () => {
    const { test, owner, parent } = world;
    await setUp(world);
    const page = await ask(test, ['GET', 'administrationSignOn'], parent.session);
    expect(page.body).not.toContain('of-the-client');
    const { rows } = await test.database.pool.query<{ text: string }>(
      `select coalesce(string_agg(detail::text, ' '), '') as text from audit`,
    );
    expect(rows[0]?.text).not.toContain('of-the-client');
    const person = await joinedBy(test, parent.session, { role: 'auditor' });
    for (const session of [owner, person.session, GUEST])
      expect((await ask(test, ['GET', 'administrationSignOn'], session)).statusCode).toBeGreaterThanOrEqual(
        401,
      );
  });
});
