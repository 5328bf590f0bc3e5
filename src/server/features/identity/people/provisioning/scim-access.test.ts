import { describe, expect, it } from 'vitest';

import { MAX_PEOPLE } from '#contract/identity/people.ts';
import { makeManagedAccount } from '#test/multifax-rig.ts';
import { joinedBy, peopleCalls, refusal } from '#test/people-rig.ts';
import { newAddress, startDirectories } from '#test/scim-rig.ts';
import type { DirectoryWorld } from '#test/scim-rig.ts';
import { ask as askPage } from '#test/second-step-rig.ts';

let { test, directory, owner, page } = {} as DirectoryWorld;
startDirectories((world) => ({ test, directory, owner, page } = world));

const { invite, stands, team } = peopleCalls(() => ({ test, owner, accountId: directory.account.id }));

const give = async (group: string, account: number | null, role: string) =>
  await askPage(test, ['PUT', 'groupRole'], page, { group, account: account && String(account), role });
const state = async () => (await askPage(test, ['GET', 'provisioning'], page)).json();
const calls = async (show = 'all') =>
  (await askPage(test, ['GET', `provisioningCalls?show=${show}`], page)).json().calls;
const change = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] });
/** Returns the members of the account, with role and source. */
const roles = async (id = directory.account.id) => {
  const { rows } = await test.database.pool.query<{ line: string }>(
    `select h.email || ' ' || m.role || ' ' || m.source as line
     from membership m join person h on h.id = m.person_id where m.account_id = $1 order by 1`,
    [id],
  );
  return rows.map(({ line }) => line);
};
const actions = async () => {
  const { rows } = await test.database.pool.query<{ action: string }>(
    `select action from audit where actor_kind = 'parent' and actor_id = $1 and action like any(array['scim-%', 'person.%']) order by id`,
    [directory.parent.id],
  );
  return rows.map(({ action }) => action);
};

describe('roles from groups', () => {
  it('are given and taken as people come and go, the highest of several groups counts, and each change is audited', async () => {
    const email = newAddress();
    const user = await directory.addUser(email);
    const readers = await directory.addGroup('readers', [user]);
    const reception = await directory.addGroup('reception', [user]);
    expect(await roles()).toEqual([]);
    expect((await give(readers, directory.account.id, 'reader')).statusCode).toBe(200);
    expect(await roles()).toEqual([`${email} reader scim`]);
    await give(reception, directory.account.id, 'member');
    expect(await roles()).toEqual([`${email} member scim`]);
    await directory.ask('PATCH', `/Groups/${reception}`, {
      Operations: [{ op: 'remove', path: `members[value eq "${user}"]` }],
    });
    expect(await roles()).toEqual([`${email} reader scim`]);
    const { groups } = await state();
    const [given] = groups.find(({ id }: { id: string }) => id === readers).roles;
    await askPage(test, ['DELETE', 'groupRole'], page, { id: given.id });
    expect(await roles()).toEqual([]);
    expect(await actions()).toEqual([
      'scim-user.add',
      'scim-group.add',
      'scim-group.add',
      'scim-group.give-role',
      'person.join',
      'scim-group.give-role',
      'person.role',
      'person.role',
      'scim-group.change',
      'scim-group.take-role',
      'person.remove',
    ]);
  });

  it('on all accounts reach those that are added later', async () => {
    const email = newAddress();
    await give(await directory.addGroup('all', [await directory.addUser(email)]), null, 'member');
    const { id } = await makeManagedAccount(test.database.db, directory.parent);
    await test.database.pool.query('select sync_directory($1)', [directory.parent.id]);
    const { rows } = await test.database.pool.query<{ id: number }>(
      `insert into account (brand_id, parent_id, admin_email) values ($1, $2, 'a@b.test') returning id::int`,
      [directory.parent.brandId, directory.parent.id],
    );
    for (const one of [directory.account.id, id, rows[0]?.id])
      expect(await roles(one)).toEqual([`${email} member scim`]);
  });

  it('leave alone what was given by hand, and nobody changes by hand what they give', async () => {
    const ana = await joinedBy(test, owner, { role: 'owner' });
    const email = newAddress();
    const users = [await directory.addUser(ana.email), await directory.addUser(email)];
    const group = await directory.addGroup('reception', users);
    await give(group, directory.account.id, 'reader');
    expect(await roles()).toEqual([`${ana.email} owner manual`, `${email} reader scim`].toSorted());
    const iris = (await team()).people.find((one) => one.email === email);
    expect(iris).toMatchObject({ fromDirectory: true });
    for (const method of ['PUT', 'DELETE'] as const)
      expect(
        refusal(await askPage(test, [method, 'people'], owner, { id: iris?.id, role: 'owner' })),
      ).toEqual([409, 'FROM_DIRECTORY']);
    await directory.ask('DELETE', `/Groups/${group}`);
    expect(await roles()).toEqual([`${ana.email} owner manual`]);
  });

  it('are refused on an account that has as many people as it may, and nothing is changed', async () => {
    await test.database.pool.query(
      `with h as (insert into person (brand_id, email, name)
         select $1, 'crowd' || n || '@clinic.example', 'Crowd' from generate_series(1, $2) n returning id)
       insert into membership (person_id, account_id, role) select id, $3, 'reader' from h`,
      [directory.parent.brandId, MAX_PEOPLE, directory.account.id],
    );
    const group = await directory.addGroup('reception', [await directory.addUser(newAddress())]);
    expect(refusal(await give(group, directory.account.id, 'reader'))).toEqual([409, 'PEOPLE_LIMIT']);
    expect((await state()).groups[0].roles).toEqual([]);
    expect(await roles()).toHaveLength(MAX_PEOPLE);
  });
});

describe('turning somebody off', () => {
  it('ends their roles, sessions, invitations and assigned faxes in one transaction; on again, groups count again', async () => {
    const ana = await joinedBy(test, owner, { role: 'member' });
    const user = await directory.addUser(ana.email, { displayName: 'Ana Duarte' });
    await give(await directory.addGroup('all', [user]), null, 'reader');
    const second = await makeManagedAccount(test.database.db, directory.parent);
    await invite([newAddress()]);
    await test.database.pool.query(
      `insert into invitation (account_id, email, role, token_hash, expires_at)
       values ($1, $2, 'member', '\\x01', now() + interval '1 day')`,
      [second.id, ana.email],
    );
    expect(await stands(ana.session)).toBe(true);
    const off = await directory.ask('PATCH', `/Users/${user}`, change('active', false));
    expect(off.body).toMatchObject({ active: false });
    expect(await stands(ana.session)).toBe(false);
    expect(await roles()).toEqual([]);
    const { rows } = await test.database.pool.query('select from invitation where email = $1', [ana.email]);
    expect(rows).toEqual([]);
    expect(refusal(await invite([ana.email]))).toEqual([409, 'TURNED_OFF_IN_DIRECTORY']);
    expect((await calls())[0]).toMatchObject({
      event: 'userTurnedOff',
      params: { name: 'Ana Duarte', sessions: 1, faxes: 0 },
      method: 'PATCH',
      path: `/Users/${user}`,
      status: 200,
    });
    for (const [method, body] of [
      ['PUT', { userName: ana.email, displayName: 'Ana Duarte' }],
      ['PATCH', { Operations: [{ op: 'remove', path: 'active' }] }],
      ['PATCH', { Operations: [{ op: 'replace', path: 'active' }] }],
    ] as const)
      expect((await directory.ask(method, `/Users/${user}`, body)).body).toMatchObject({ active: false });
    await directory.ask('PATCH', `/Users/${user}`, change('active', true));
    expect(await roles()).toEqual([`${ana.email} reader scim`]);
  });

  it('is what removing does; somebody who is added again is the same person', async () => {
    const ana = await joinedBy(test, owner, { role: 'member' });
    const user = await directory.addUser(ana.email);
    expect((await directory.ask('DELETE', `/Users/${user}`)).status).toBe(204);
    expect(await stands(ana.session)).toBe(false);
    expect(await roles()).toEqual([]);
    await directory.addUser(ana.email);
    const { rows } = await test.database.pool.query(
      'select person_id::int as id from scim_user where parent_id = $1',
      [directory.parent.id],
    );
    expect(rows).toEqual([{ id: ana.id }]);
  });
});

describe('the page of the administrator', () => {
  it('says where the directory calls, with which key, whom it brought, and what it did', async () => {
    const ana = await joinedBy(test, owner, { role: 'member' });
    const user = await directory.addUser(newAddress('iris'));
    await directory.ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${ana.email}"`)}`);
    await directory.ask('GET', '/Users?filter=title%20pr');
    await directory.ask('PUT', `/Users/${user}`, { userName: newAddress(), displayName: 'Iris Nowak' });
    expect(await state()).toMatchObject({
      address: `http://localhost:8080/scim/v2/${directory.parent.id}`,
      keys: [{ name: expect.stringContaining('Program') }],
      lastCallAt: expect.any(String),
      quiet: false,
      people: { fromDirectory: 1, byHand: 1, turnedOff: 0 },
      accounts: [{ id: String(directory.account.id), faxNumber: directory.account.number }],
    });
    const seen = (await calls()).map(({ event, status }: { event: string; status: number }) => [
      event,
      status,
    ]);
    expect(seen).toEqual([
      ['userRenamed', 200],
      ['refused', 400],
      ['userMissing', 200],
      ['userAdded', 201],
    ]);
    expect(await calls('errors')).toHaveLength(1);
    expect(await calls('changes')).toMatchObject([
      { event: 'userRenamed', params: { name: 'Iris Nowak', before: 'Iris Novak' } },
      { event: 'userAdded', params: { name: 'Iris Novak' } },
    ]);
  });

  it('keeps the latest 500 calls', async () => {
    await test.database.pool.query(
      `insert into scim_call (parent_id, method, path, status, event)
       select $1, 'GET', '/Users', 200, 'usersListed' from generate_series(1, 500)`,
      [directory.parent.id],
    );
    await directory.ask('GET', '/Users');
    const { rows } = await test.database.pool.query(
      'select count(*)::int as n from scim_call where parent_id = $1',
      [directory.parent.id],
    );
    expect(rows).toEqual([{ n: 500 }]);
  });
});
