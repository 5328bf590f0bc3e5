import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { scimCalls } from '#contract/identity/scim.ts';
import { SCOPES } from '#contract/v1/scopes.ts';
import { startProgram } from '#test/api-rig.ts';
import { PASSWORD, makeBrand } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { administratorLogin, makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { joinedBy } from '#test/people-rig.ts';
import { askScim, newAddress, startDirectory } from '#test/scim-rig.ts';
import type { Directory } from '#test/scim-rig.ts';
import { ask as askPage } from '#test/second-step-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let directory: Directory;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  await test.database.db.deleteFrom('login_failure').execute();
  directory = await startDirectory(test);
});
afterAll(async () => await test.stop());

const everything = async () => {
  const { rows } = await test.database.pool.query(
    `select (select json_agg(u order by id) from scim_user u) as users, (select json_agg(g order by id) from scim_group g) as groups,
       (select json_agg(m order by group_id, user_id) from scim_member m) as members,
       (select json_agg(h order by id) from person h) as people, (select json_agg(s order by id) from membership s) as roles,
       (select json_agg(r order by id) from scim_group_role r) as given`,
  );
  return rows[0] as object;
};

it('[A-SCIM-01] only a live key of the administrator with the scope opens a directory, at the hosts of its brand', async () => {
  const { db } = test.database;
  const { parent, account } = directory;
  const [user, group] = [await directory.addUser(newAddress()), await directory.addGroup('reception')];
  const other = await makeAdministrator(db);
  const foreign = await makeAdministrator(db, { brandId: await makeBrand(db) });
  const parentKey = async (id: number, more: Parameters<typeof startProgram>[2]) =>
    (await startProgram(test, { kind: 'parent', id }, more)).key;
  const others: [string | null, number][] = [
    [null, 401],
    ['f2e_live_AAAAAAAAAA_BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB', 401],
    [await parentKey(parent.id, { scopes: SCOPES.filter((scope) => scope !== 'scim') }), 403],
    [await parentKey(parent.id, { mode: 'test' }), 403],
    [await parentKey(other.id, {}), 404],
    [await parentKey(foreign.id, {}), 401],
    [(await startProgram(test, { kind: 'account', id: account.id })).key, 403],
    [(await startProgram(test, { kind: 'operator' })).key, 403],
  ];
  const before = await everything();
  for (const { method, path } of Object.values(scimCalls))
    for (const [key, status] of others) {
      const place = path.replace(':parent', String(parent.id)).replace('/scim/v2', '');
      const id = place.includes('/Users') ? user : group;
      const body = { userName: 'x@clinic.example', displayName: 'X', Operations: [{ op: 'add', path: 'x' }] };
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
      const answer = await askScim(test, key, method, place.replace(':id', id), sent);
      expect([method, path, answer.status, answer.body.status]).toEqual([
        method,
        path,
        status,
        String(status),
      ]);
    }
  expect(await everything()).toEqual(before);
});

it('[A-SCIM-02] ids of another directory name nothing, and its users join no group; nobody gives or takes its roles', async () => {
  const other = await startDirectory(test);
  const [user, group] = [await other.addUser(newAddress()), await other.addGroup('reception')];
  const own = await directory.addGroup('own');
  const before = await everything();
  const rename = { Operations: [{ op: 'replace', value: { displayName: 'Taken' } }] };
  for (const [method, path, body] of [
    ['GET', `/Users/${user}`, undefined],
    ['PUT', `/Users/${user}`, { userName: newAddress() }],
    ['PATCH', `/Users/${user}`, rename],
    ['DELETE', `/Users/${user}`, undefined],
    ['GET', `/Groups/${group}`, undefined],
    ['PUT', `/Groups/${group}`, { displayName: 'Taken' }],
    ['PATCH', `/Groups/${group}`, rename],
    ['DELETE', `/Groups/${group}`, undefined],
  ] as const)
    expect([method, path, (await directory.ask(method, path, body)).status]).toEqual([method, path, 404]);
  const join = { Operations: [{ op: 'add', path: 'members', value: [{ value: user }] }] };
  expect((await directory.ask('PATCH', `/Groups/${own}`, join)).status).toBe(400);
  const nobody = { Operations: [{ op: 'replace', path: 'members' }] };
  expect((await directory.ask('PATCH', `/Groups/${own}`, nobody)).status).toBe(400);
  expect((await directory.ask('GET', '/Users')).body).toMatchObject({ totalResults: 0 });
  expect(await everything()).toEqual(before);
  const page = await administratorLogin(test, directory.parent.username);
  const theirs = await administratorLogin(test, other.parent.username);
  const ofOther = { group, account: String(other.account.id), role: 'owner' };
  expect((await askPage(test, ['PUT', 'groupRole'], theirs, ofOther)).statusCode).toBe(200);
  const given = await everything();
  const { rows } = await test.database.pool.query('select max(id)::text as id from scim_group_role');
  for (const [method, body] of [
    ['PUT', { ...ofOther, account: null }],
    ['PUT', { ...ofOther, group: own }],
    ['DELETE', rows[0] as object],
  ] as const)
    expect((await askPage(test, [method, 'groupRole'], page, body)).statusCode).toBe(404);
  expect(await everything()).toEqual(given);
});

describe('somebody who works for others, too', () => {
  it('[A-SCIM-03] loses what they have on the administrator’s accounts, and nothing else', async () => {
    const { db } = test.database;
    const elsewhere = await startDirectory(test);
    const there = await test.signIn(elsewhere.account.number);
    const ana = await joinedBy(test, there, { role: 'member' });
    const user = await directory.addUser(ana.email);
    const own = await makeManagedAccount(db, directory.parent);
    await test.database.pool.query(
      `insert into membership (person_id, account_id, role) values ($1, $2, 'member')`,
      [ana.id, own.id],
    );
    await directory.ask('PATCH', `/Users/${user}`, {
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
    const { rows } = await test.database.pool.query(
      'select account_id::int as id from membership where person_id = $1',
      [ana.id],
    );
    expect(rows).toEqual([{ id: elsewhere.account.id }]);
    const session = await test.app.inject({ url: '/api/checkAuthToken', ...ana.session });
    expect(session.statusCode).toBe(200);
  });

  it('[A-SCIM-04] keeps name and address: no directory leads their links to new passwords elsewhere', async () => {
    const elsewhere = await startDirectory(test);
    const ana = await joinedBy(test, await test.signIn(elsewhere.account.number), { role: 'member' });
    const user = await directory.addUser(ana.email, { displayName: 'Someone Else' });
    const move = { Operations: [{ op: 'replace', path: 'emails', value: [{ value: newAddress() }] }] };
    expect(await directory.ask('PATCH', `/Users/${user}`, move)).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', detail: expect.stringContaining('works elsewhere') },
    });
    const victim = await joinedBy(test, await test.signIn(elsewhere.account.number), { role: 'owner' });
    const iris = await directory.addUser(newAddress());
    const take = { Operations: [{ op: 'replace', path: 'emails', value: [{ value: victim.email }] }] };
    expect((await directory.ask('PATCH', `/Users/${iris}`, take)).status).toBe(409);
    const { rows } = await test.database.pool.query(
      'select email, name from person where id = any($1) order by id',
      [[ana.id, victim.id]],
    );
    expect(rows).toEqual([
      { email: ana.email, name: 'Ana Duarte' },
      { email: victim.email, name: 'Ana Duarte' },
    ]);
  });
});

it('[A-SCIM-05] a changed address ends every way in that was made under the one of before', async () => {
  const { pool } = test.database;
  const ana = await joinedBy(test, await test.signIn(directory.account.number), { role: 'member' });
  const user = await directory.addUser(ana.email);
  await pool.query(
    `insert into token (purpose, hash, subject_kind, subject_id, expires_at)
     values ('reset', '\\x0102', 'person', $1, now() + interval '1 hour')`,
    [ana.id],
  );
  await pool.query(
    `with p as (insert into identity_provider (brand_id, name, issuer, client_id) values ($2, 'x', 'https://x.test', 'c') returning id)
     insert into external_identity (provider_id, subject, person_id) select id, 's', $1 from p`,
    [ana.id, directory.parent.brandId],
  );
  // Whoever sets up a login under their own address must not keep it when the address becomes somebody else's.
  const victim = newAddress('victim');
  const move = { Operations: [{ op: 'replace', path: 'emails', value: [{ value: victim }] }] };
  expect((await directory.ask('PATCH', `/Users/${user}`, move)).status).toBe(200);
  const session = await test.app.inject({ url: '/api/checkAuthToken', ...ana.session });
  expect(session.statusCode).toBe(401);
  for (const name of [ana.email, victim])
    expect((await logIn(test, name, PASSWORD)).statusCode).not.toBe(200);
  const { rows } = await pool.query(
    `select (select password_hash from person where id = $1) as password,
       (select count(*)::int from token where subject_kind = 'person' and subject_id = $1) as links,
       (select count(*)::int from external_identity where person_id = $1) as identities,
       (select count(*)::int from membership where person_id = $1) as roles`,
    [ana.id],
  );
  expect(rows).toEqual([{ password: null, links: 0, identities: 0, roles: 1 }]);
});

it('[A-SCIM-06] paths, filters and values that are none are refused; none reaches an object of ours or the database', async () => {
  const user = await directory.addUser(newAddress());
  const patches = [
    [{ op: 'replace', path: '__proto__.polluted', value: 'x' }, 200],
    [{ op: 'replace', path: 'name.__proto__', value: { polluted: 'x' } }, 200],
    [{ op: 'add', value: JSON.parse('{"__proto__":{"polluted":"x"},"constructor":{"polluted":"x"}}') }, 400],
    [{ op: 'replace', path: 'emails[value eq "x"] or 1=1', value: 'x' }, 400],
    [{ op: 'remove' }, 400],
    [{ op: 'move', path: 'userName', value: 'x' }, 400],
    [{ op: 'replace', path: 'userName', value: { deep: ['x'] } }, 400],
    [{ op: 'replace', path: 'userName', value: '' }, 400],
    [{ op: 'replace', path: 'userName', value: `a\u0000b` }, 400],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 400],
    [{ op: 'replace', path: 'constructor', value: 'x' }, 200],
    [{ op: 'replace', path: 'name.constructor', value: 'x' }, 200],
    [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 400],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(201) }, 400],
  ] as const;
  const before = (await directory.ask('GET', `/Users/${user}`)).body;
  for (const [operation, status] of patches) {
    const answer = await directory.ask('PATCH', `/Users/${user}`, { Operations: [operation] });
    expect([operation, answer.status]).toEqual([operation, status]);
  }
  for (const filter of [
    'userName sw "a"',
    'userName eq "a" or userName eq "b"',
    `userName eq "a' or 1=1 --`,
    'password eq "x"',
    'userName eq x',
  ])
    expect((await directory.ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)).status).toBe(400);
  const many = Array.from({ length: 201 }, () => ({ op: 'add', path: 'title', value: 'x' }));
  expect((await directory.ask('PATCH', `/Users/${user}`, { Operations: many })).status).toBe(400);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  const after = (await directory.ask('GET', `/Users/${user}`)).body;
  expect({ ...after, meta: null }).toEqual({ ...before, meta: null });
});

it('[A-SCIM-07] a call with another administrator’s key stands in nobody’s list, and one with no key neither', async () => {
  const other = await startDirectory(test);
  await askScim(test, other.key, 'GET', `/${directory.parent.id}/Users`);
  await askScim(test, null, 'GET', `/${directory.parent.id}/Users`);
  const { rows } = await test.database.pool.query('select from scim_call where parent_id = any($1)', [
    [directory.parent.id, other.parent.id],
  ]);
  expect(rows).toEqual([]);
});
