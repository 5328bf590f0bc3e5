import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_CONTACT_GROUPS } from '#contract/mailbox/contact-groups.ts';
import { addContact, addGroup, idsOf, someContact, startOwnProgram } from '#test/contacts-program.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof startOwnProgram>>;
let theirs: typeof mine;

beforeAll(async () => {
  test = await startApp();
  [mine, theirs] = [await startOwnProgram(test), await startOwnProgram(test)];
});
afterAll(async () => await test.stop());

describe('contacts of programs', () => {
  it('are added, read, changed and deleted', async () => {
    const { ask } = mine;
    const { id: group } = await addGroup(mine, { name: 'Clinics' });
    const full = someContact({
      phone: '212 555 0143',
      email: 'zoe@example.com',
      address: '1 Main St',
      notes: 'two\nlines',
    });
    const made = await ask('POST', '/contacts', { body: { ...full, groups: [group] } });
    expect(made.body).toEqual({
      object: 'contact',
      id: expect.stringMatching(/^con_\d+$/u),
      ...full,
      phone: '+12125550143',
      groups: [group],
    });
    const path = `/contacts/${String(made.body['id'])}`;
    expect((await ask('GET', path)).body).toEqual(made.body);
    const changed = await ask('PATCH', path, { body: { company: 'Beta', phone: null } });
    expect(changed.body).toEqual({ ...made.body, company: 'Beta', phone: null });
    expect(
      (await ask('PATCH', path, { body: { fax_number: '+442071234567', groups: [] } })).body,
    ).toMatchObject({
      fax_number: '+442071234567',
      groups: [],
    });
    expect((await ask('DELETE', path)).body).toEqual({
      object: 'contact',
      id: made.body['id'],
      deleted: true,
    });
    for (const method of ['GET', 'DELETE'] as const) expect((await ask(method, path)).status).toBe(404);
    expect((await ask('PATCH', path, { body: { company: 'X' } })).body['code']).toBe('not_found');
    const { rows } = await test.database.pool.query('select 1 from deleted_contact where account_id = $1', [
      mine.account,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('are listed in pages, searched and filtered by group', async () => {
    const one = await startOwnProgram(test);
    const made = [];
    for (const name of ['Ann', 'Bea', 'Cat', 'Dan', 'Eve']) made.push((await addContact(one, { name })).id);
    const group = await addGroup(one, { name: 'Some', members: [made[1], made[3]] });
    const first = await one.ask('GET', '/contacts', { query: { limit: '3' } });
    const rest = await one.ask('GET', '/contacts', {
      query: { limit: '3', after: String(first.body['next']) },
    });
    expect([first.body['has_more'], rest.body['has_more'], rest.body['next']]).toEqual([true, false, null]);
    expect([...idsOf(first.body), ...idsOf(rest.body)]).toEqual(made);
    expect(idsOf((await one.ask('GET', '/contacts', { query: { q: 'acme ca' } })).body)).toEqual([made[2]]);
    expect(idsOf((await one.ask('GET', '/contacts', { query: { group: group.id } })).body)).toEqual([
      made[1],
      made[3],
    ]);
  });

  it('say what is wrong by a pointer, and hold each number once', async () => {
    const { ask } = mine;
    const { fax_number: taken } = await addContact(mine);
    const twice = await ask('POST', '/contacts', { body: someContact({ fax_number: taken }) });
    expect([twice.status, twice.body['code']]).toEqual([409, 'contact_exists']);
    const refused = await ask('POST', '/contacts', { body: { name: '', company: 'x', email: 'a@b' } });
    expect([refused.status, refused.body['code']]).toEqual([400, 'validation']);
    expect(refused.body['errors']).toEqual(
      expect.arrayContaining([
        { pointer: '/name', code: 'required' },
        { pointer: '/email', code: 'email_invalid' },
      ]),
    );
  });

  it('two changes of one contact at once lose nothing of each other', async () => {
    const { id } = await addContact(mine);
    const values = { name: 'New', company: 'New', email: 'new@example.com', notes: 'New' };
    await Promise.all(
      Object.entries(values).map(
        async ([field, value]) => await mine.ask('PATCH', `/contacts/${id}`, { body: { [field]: value } }),
      ),
    );
    expect((await mine.ask('GET', `/contacts/${id}`)).body).toMatchObject(values);
  });

  it('[A-API-80] contacts and groups of others are unknown, in paths, filters and bodies', async () => {
    const { id: contact } = await addContact(theirs);
    const { id: group } = await addGroup(theirs, { name: 'Theirs', members: [contact] });
    const own = await addGroup(mine, { name: 'Mine' });
    for (const [method, path, body] of [
      ['GET', `/contacts/${contact}`],
      ['PATCH', `/contacts/${contact}`, { name: 'Taken' }],
      ['DELETE', `/contacts/${contact}`],
      ['GET', `/groups/${group}`],
      ['PATCH', `/groups/${group}`, { name: 'Taken' }],
      ['DELETE', `/groups/${group}`],
      ['POST', `/groups/${group}/members`, { remove: [contact] }],
    ] as const)
      expect([path, (await mine.ask(method, path, body && { body })).status]).toEqual([path, 404]);
    expect(idsOf((await mine.ask('GET', '/contacts', { query: { group } })).body)).toEqual([]);
    const inBody = await mine.ask('POST', '/contacts', { body: someContact({ groups: [group] }) });
    expect(inBody.body['errors']).toEqual([{ pointer: '/groups', code: 'group_unknown' }]);
    const added = await mine.ask('POST', `/groups/${own.id}/members`, { body: { add: [contact] } });
    expect(added.body).toMatchObject({ members: 0, added: [] });
    expect((await theirs.ask('GET', `/groups/${group}`)).body).toMatchObject({ name: 'Theirs', members: 1 });
    expect((await theirs.ask('GET', `/contacts/${contact}`)).body['name']).toBe('Zoë O’Neil');
  });

  it('[A-API-81] control characters and unknown fields are refused', async () => {
    const { ask } = mine;
    const { id } = await addContact(mine);
    for (const field of ['name', 'company', 'email', 'address', 'notes'])
      for (const text of ['a\u0000b', 'a\u0007b', 'a\uD800b']) {
        const { status, body } = await ask('PATCH', `/contacts/${id}`, { body: { [field]: text } });
        expect([field, status, body['code']]).toEqual([field, 400, 'validation']);
      }
    for (const name of ['a\u0000b', 'a\u001Bb', 'a\nb'])
      expect((await ask('POST', '/groups', { body: { name } })).status).toBe(400);
    expect((await ask('GET', '/contacts', { query: { q: 'a\u0000' } })).status).toBe(400);
    for (const more of [{ account_id: 1 }, { id: 'con_1' }, { person_key: 'x' }, { created_at: 'x' }]) {
      expect((await ask('POST', '/contacts', { body: someContact(more) })).status).toBe(400);
      expect((await ask('PATCH', `/contacts/${id}`, { body: more })).status).toBe(400);
      expect((await ask('POST', '/groups', { body: { name: 'X', ...more } })).status).toBe(400);
    }
  });

  it('[A-API-82] floods of members, groups and contacts end at the limits, and leave nothing half done', async () => {
    const one = await startOwnProgram(test);
    const { pool } = test.database;
    const many = Array.from({ length: 10_000 }, (_, n) => `con_${n + 1}`);
    const { id } = await addGroup(one, { name: 'Full' });
    const flood = await one.ask('POST', `/groups/${id}/members`, { body: { add: many } });
    expect([flood.status, flood.body['errors']]).toEqual([400, [{ pointer: '/add', code: 'too_many' }]]);
    await pool.query(
      `insert into contact (account_id, to_person, company, fax_number)
       select $1, 'n' || n, 'c', (2015550000 + n)::text from generate_series(1, 1001) n`,
      [one.account],
    );
    await pool.query(
      `insert into contact_group_member (account_id, group_id, contact_id)
       select account_id, $2, id from contact where account_id = $1 order by id limit 1000`,
      [one.account, Number(id.slice(4))],
    );
    const { rows } = await pool.query<{ first: string; last: string }>(
      `select min(id)::text as first, max(id)::text as last from contact where account_id = $1`,
      [one.account],
    );
    const [first, last] = [`con_${rows[0]?.first}`, `con_${rows[0]?.last}`];
    const full = await one.ask('POST', `/groups/${id}/members`, { body: { add: [last] } });
    expect([full.status, full.body['code']]).toEqual([409, 'group_full']);
    const swapped = await one.ask('POST', `/groups/${id}/members`, {
      body: { add: [last], remove: [first] },
    });
    expect(swapped.body).toMatchObject({ members: 1000, added: [last], removed: [first] });
    const failed = await one.ask('POST', `/groups/${id}/members`, {
      body: { add: [first, last], remove: [] },
    });
    expect([failed.status, (await one.ask('GET', `/groups/${id}`)).body['members']]).toEqual([409, 1000]);
    await pool.query(
      `insert into contact_group (account_id, name) select $1, 'g' || n from generate_series(2, ${MAX_CONTACT_GROUPS}) n`,
      [one.account],
    );
    expect((await one.ask('POST', '/groups', { body: { name: 'More' } })).body['code']).toBe(
      'too_many_groups',
    );
  });
});
