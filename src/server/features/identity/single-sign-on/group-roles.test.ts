import { describe, expect, it } from 'vitest';

import { MAX_PEOPLE } from '#contract/identity/people.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Owner } from '#server/kit/owner.ts';
import { provenOwner } from '#server/kit/owner.ts';
import { makeAccount, makeBrand } from '#test/factories.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { begin, ledTo, providersOf, signOn } from '#test/openid/sign-on-rig.ts';
import { joinedBy, newEmail, peopleCalls, refusal, sessionOf } from '#test/people-rig.ts';
import { startSignOn } from '#test/openid/sign-on-world.ts';
import type { SignOnWorld } from '#test/openid/sign-on-world.ts';
import { ask } from '#test/second-step-rig.ts';

import { createGroupRolesAdmin } from './operate-groups.ts';

let { test, provider, id, account, owner } = {} as SignOnWorld;
startSignOn((world) => ({ test, provider, id, account, owner } = world));

const calls = peopleCalls(() => ({ test, owner, accountId: account.id }));
const onAccount = () => provenOwner({ kind: 'account', id: account.id });
const known = async () => (await (await providersOf(test)).find(id)) ?? expect.fail('no provider');
const give = async (group: string, role: AnyRole, place: Owner = onAccount()) =>
  await createGroupRolesAdmin(test.database).give(await known(), { group, place, role });
/** Logs in at the provider, which returns these groups, and returns the outcome. */
const logIn = async (email: string, groups: unknown, more: object = {}) => {
  provider.claims = {
    sub: `sub-of-${email}`,
    email,
    email_verified: true,
    name: 'Ana Duarte',
    groups,
    ...more,
  };
  return await signOn(test, id, provider);
};
const roles = async () => (await calls.team()).people.map(({ email, role }) => `${email} ${role}`).toSorted();

describe('groups of a provider', () => {
  it('let somebody in whom nobody invited, and change with each login; the highest role counts', async () => {
    await give('nurses', 'reader');
    await give('leads', 'member');
    const email = newEmail();
    expect(ledTo(await logIn(email, ['nurses', 'others']))).toBe('/dashboard');
    expect(await roles()).toEqual([`${email} reader`]);
    const session = sessionOf(await logIn(email, ['leads', 'nurses']));
    expect(await roles()).toEqual([`${email} member`]);
    expect(ledTo(await logIn(email, ['others']))).toBe('unknown');
    expect([await roles(), await calls.stands(session)]).toEqual([[], false]);
    expect(await calls.audited()).toMatchObject([
      { action: 'person.join', actor: 'person' },
      { action: 'person.role', actor: 'person' },
      { action: 'person.remove', actor: 'person' },
    ]);
  });

  it('give roles for an administrator; one name that is no list counts, and so does userinfo', async () => {
    const parent = await signInAdministrator(test);
    await give('finance', 'billing', provenOwner({ kind: 'parent', id: parent.id }));
    const answer = await logIn(newEmail(), 'finance');
    expect(answer.headers.location).toBe('/multifax/login?auto-login=1');
    const people = await ask(test, ['GET', 'people'], parent.session);
    expect(people.json()).toMatchObject({ people: [{ role: 'billing', fromDirectory: true }] });
    provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
    const email = newEmail();
    provider.userinfo = { sub: `sub-of-${email}`, groups: ['finance'] };
    await (await providersOf(test)).set(id, { scopes: ['groups'] });
    expect((await logIn(email, undefined)).headers.location).toBe('/multifax/login?auto-login=1');
    expect((await begin(test, id)).to?.searchParams.get('scope')).toBe('openid email profile groups');
  });

  it('[A-SSO-17] leave roles alone that were given by hand, and cannot be changed by an owner', async () => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    await give('nurses', 'reader');
    await logIn(ana.email, ['nurses']);
    expect(await roles()).toEqual([`${ana.email} owner`]);
    const email = newEmail();
    await logIn(email, ['nurses']);
    const [given] = (await calls.team()).people.filter((one) => one.email === email);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = { id: given?.id, role: 'owner' };
      expect(refusal(await ask(test, [method, 'people'], owner, body))).toEqual([409, 'FROM_DIRECTORY']);
    }
    expect(ledTo(await logIn(ana.email, []))).toBe('/dashboard');
    expect(await roles()).toEqual([`${ana.email} owner`, `${email} reader`].toSorted());
  });

  it('[A-SSO-18] of an address that the provider may not speak for, or that it has not proved, give nothing', async () => {
    await give('nurses', 'owner');
    expect(ledTo(await logIn('mallory@elsewhere.test', ['nurses']))).toBe('address');
    expect(ledTo(await logIn(newEmail(), ['nurses'], { email_verified: false }))).toBe('address');
    expect(await roles()).toEqual([]);
  });

  it('[A-SSO-19] give nothing to somebody whom the directory of the administrator has turned off', async () => {
    const parent = await signInAdministrator(test);
    const { db, pool } = test.database;
    await db.updateTable('account').set({ parent_id: parent.id }).where('id', '=', account.id).execute();
    await give('nurses', 'member');
    const email = newEmail();
    await logIn(email, ['nurses']);
    await pool.query(
      `insert into scim_user (parent_id, person_id, user_name, active)
       select $1, id, email, false from person where email = $2`,
      [parent.id, email],
    );
    expect(ledTo(await logIn(email, ['nurses']))).toBe('unknown');
    expect(await roles()).toEqual([]);
  });

  it('a provider that names none gives none; when it is removed, what it gave ends', async () => {
    await give('nurses', 'member');
    const [iris, omar] = [newEmail(), newEmail()];
    await logIn(iris, ['nurses']);
    await logIn(omar, ['nurses']);
    expect(ledTo(await logIn(iris, undefined))).toBe('unknown');
    expect(await roles()).toEqual([`${omar} member`]);
    await (await providersOf(test)).remove(id);
    expect(await roles()).toEqual([]);
  });

  it('a role that was taken from a group ends with the next login, also the last one', async () => {
    const row = await give('nurses', 'member');
    const email = newEmail();
    await logIn(email, ['nurses']);
    expect(await createGroupRolesAdmin(test.database).take(id, row ?? 0)).toBe(true);
    expect(ledTo(await logIn(email, ['nurses']))).toBe('unknown');
    expect(await roles()).toEqual([]);
  });

  it('take nobody in where there are as many people as there may be', async () => {
    await give('nurses', 'member');
    await test.database.pool.query(
      `with h as (insert into person (brand_id, email, name)
         select brand_id, 'crowd' || n || '-' || account.id || '@people.test', 'Crowd' from account, generate_series(1, $2) n
         where account.id = $1 returning id)
       insert into membership (person_id, account_id, role) select id, $1, 'reader' from h`,
      [account.id, MAX_PEOPLE],
    );
    expect(ledTo(await logIn(newEmail(), ['nurses']))).toBe('unknown');
    expect(await roles()).toHaveLength(MAX_PEOPLE);
  });

  it('get roles only in the brand of their provider', async () => {
    const other = await makeAccount(test.database.db, { brandId: await makeBrand(test.database.db) });
    expect(await give('nurses', 'member', provenOwner({ kind: 'account', id: other.id }))).toBeUndefined();
  });
});

it('[A-SSO-20] sessions last as long as their provider says, also on another account', async () => {
  const ana = await joinedBy(test, owner, { role: 'member' });
  const other = await makeAccount(test.database.db);
  await give('nurses', 'member', provenOwner({ kind: 'account', id: other.id }));
  await (await providersOf(test)).set(id, { sessionMinutes: 30 });
  const session = sessionOf(await logIn(ana.email, ['nurses']));
  const { pool } = test.database;
  await pool.query(
    `update session set expires_at = expires_at - interval '10 minutes' where provider_id = $1`,
    [id],
  );
  const switched = await ask(test, ['POST', 'switchAccount'], session, { account: other.id });
  expect(await calls.stands(sessionOf(switched))).toBe(true);
  const { rows } = await pool.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from session where provider_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ minutes: 20 }]);
});
