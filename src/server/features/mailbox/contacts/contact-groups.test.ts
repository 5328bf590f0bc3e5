import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ContactGroup } from '#contract/mailbox/contact-groups.ts';
import type { GroupRecipients, SuggestedRecipients } from '#contract/mailbox/recipients.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { contactCalls } from '#test/contacts-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { deleteOldContactGroups } from '../../operations/maintenance/maintenance.store.ts';
import { contactsPage } from './contact-list.store.ts';

let test: TestApp;
let account: AccountId;
let who: SignedIn;
let mine: ReturnType<typeof contactCalls>;

beforeAll(async () => {
  test = await startApp();
  const made = await makeAccount(test.database.db);
  account = made.id;
  who = await test.signIn(made.number);
  mine = contactCalls(test, who);
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  await test.database.pool.query(
    'delete from contact; delete from deleted_contact; delete from contact_group',
  );
});

type Call = 'add' | 'rename' | 'delete' | 'restore';
const post = async (url: string, payload: object, as = who) =>
  await test.app.inject({ method: 'POST', url: `/api/faxui/${url}`, ...as, payload });
const on = async (call: Call, payload: object, as = who) => await post(`${call}ContactGroup`, payload, as);
const errorOf = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  answer.json<{ error?: string }>().error,
];
const add = async (name: string, contacts: readonly string[] = []) =>
  (await on('add', { name, contacts })).json<{ data: { id: string } }>().data.id;
const members = async (id: string, action: 'add' | 'remove', contacts: readonly string[]) =>
  await post('changeGroupMembers', { id, action, contacts });
const changed = async (...args: Parameters<typeof members>) =>
  (await members(...args)).json<{ data: { changed: string[] } }>().data.changed;
const groups = async (as = who) =>
  (await test.app.inject({ url: '/api/faxui/contactGroups', ...as })).json<{ data: ContactGroup[] }>().data;
const names = async () => (await groups()).map(({ name, members: count }) => `${name} ${count}`);
const recipientsOf = async (id: string) =>
  (await test.app.inject({ url: `/api/faxui/contactGroupRecipients?id=${id}`, ...who })).json<{
    data: GroupRecipients;
  }>().data;
const groupsOf = async (contact: string) =>
  (await mine.table({ filters: { cid: contact } })).data[0]?.groups ?? null;
const person = async (n: number, values: object = {}) =>
  await mine.add({ to_person: `Person ${n}`, faxnum: String(2_125_550_000 + n), ...values });
const fill = async (count: number) =>
  await test.database.pool.query(
    `insert into contact (account_id, to_person, company, fax_number)
     select $1, 'Filler ' || n, '', (3000000000 + n)::text from generate_series(1, $2::int) n`,
    [account, count],
  );

const suggest = async (search: string) =>
  (
    await test.app.inject({ url: '/api/faxui/recipients', query: { search }, ...who })
  ).json<SuggestedRecipients>();

describe('contact groups', () => {
  it('are added with members, listed by name, renamed, and unique without regard to case', async () => {
    const [one, two] = [await person(1), await person(2)];
    const tenants = await add('  Tenants ', [one, two, '999999']);
    await add('élan');
    expect(await names()).toEqual(['élan 0', 'Tenants 2']);
    expect(errorOf(await on('add', { name: 'TENANTS' }))).toEqual([412, 'GROUP_EXISTS']);
    expect(errorOf(await on('rename', { id: tenants, name: 'ÉLAN' }))).toEqual([412, 'GROUP_EXISTS']);
    expect((await on('rename', { id: tenants, name: 'TENANTS' })).statusCode).toBe(200);
    expect(await names()).toEqual(['élan 0', 'TENANTS 2']);
    for (const name of ['', '  ', 'x'.repeat(41), 'two\nlines'])
      expect((await on('add', { name })).statusCode).toBe(400);
    expect(errorOf(await on('rename', { id: '999', name: 'x' }))).toEqual([404, 'NOT_FOUND']);
  });

  it('lose and get members; the answer names those that changed', async () => {
    const [one, two] = [await person(1), await person(2)];
    const id = await add('Tenants', [one]);
    expect(await changed(id, 'add', [one, two, '999999'])).toEqual([two]);
    expect(await changed(id, 'remove', [one])).toEqual([one]);
    expect(await changed(id, 'remove', [one])).toEqual([]);
    expect([await groupsOf(one), await groupsOf(two)]).toEqual([[], [id]]);
    expect(errorOf(await members('999', 'add', [one]))).toEqual([404, 'NOT_FOUND']);
    const { rows } = await test.database.pool.query(
      "select action, detail from audit where action like 'contact-group.members%' order by id",
    );
    expect(rows).toEqual([
      { action: 'contact-group.members-add', detail: { contacts: [Number(two)] } },
      { action: 'contact-group.members-remove', detail: { contacts: [Number(one)] } },
    ]);
  });

  it('are set with a contact; a client that does not know them changes nothing', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const id = await person(1, { groups: [a, '999999'] });
    expect(await groupsOf(id)).toEqual([a]);
    const values = { faxnumid: id, to_person: 'P', company: 'C', faxnum: '2125550001' };
    const save = async (own?: string[]) => await mine.call('PUT', { ...values, groups: own });
    await save([b]);
    expect(await groupsOf(id)).toEqual([b]);
    await save();
    expect(await groupsOf(id)).toEqual([b]);
    await save([]);
    expect(await groupsOf(id)).toEqual([]);
  });

  it('filter the list, whose page reads the members only', async () => {
    await fill(5000);
    const [one] = [await person(1), await person(2)];
    const id = await add('Tenants', [one]);
    const list = await mine.table({ filters: { group: id } });
    expect([list.recordsTotal, list.recordsFiltered, list.data.map((row) => row.cid)]).toEqual([
      5002,
      1,
      [one],
    ]);
    for (const group of ['999999', 'x'])
      expect((await mine.table({ filters: { group } })).recordsFiltered).toBe(0);
    await test.database.pool.query('analyze contact');
    const page = contactsPage(account, {
      sort: [{ by: 'to_person', dir: 'asc' }],
      start: 0,
      length: 100,
      words: [],
      columns: [],
      notEmpty: [],
      group: Number(id),
    });
    const { rows } = await sql<object>`explain (analyze, format json) ${page}`.execute(test.database.db);
    const read = [...JSON.stringify(rows).matchAll(/"(?:Actual Rows|Rows Removed by \w+)":([\d.]+)/g)];
    expect(read.length).toBeGreaterThan(2);
    expect(Math.max(...read.map(([, n]) => Number(n)))).toBe(1);
  });

  it('have limits: 100 groups, 1,000 members', async () => {
    await fill(1000);
    const one = await person(1);
    const full = await add('Full');
    await test.database.pool.query(
      "insert into contact_group_member select account_id, $1, id from contact where to_person like 'Filler%'",
      [full],
    );
    expect(errorOf(await members(full, 'add', [one]))).toEqual([412, 'GROUP_FULL']);
    const saved = await test.app.inject({
      method: 'POST',
      url: '/api/n1/db/f2e/UserContact.json',
      ...who,
      payload: { to_person: 'New', company: 'New', faxnum: '2125550002', groups: [full] },
    });
    expect(errorOf(saved)).toEqual([412, 'GROUP_FULL']);
    expect([await groupsOf(one), (await mine.list()).recordsTotal]).toEqual([[], 1001]);
    await test.database.pool.query(
      "insert into contact_group (account_id, name) select $1, 'Group ' || n from generate_series(2, 100) n",
      [account],
    );
    expect(errorOf(await on('add', { name: 'One more' }))).toEqual([412, 'TOO_MANY_GROUPS']);
    await on('delete', { id: full });
    const more = await add('One more');
    expect(errorOf(await on('restore', { id: full }))).toEqual([412, 'TOO_MANY_GROUPS']);
    await on('delete', { id: more });
    expect((await on('restore', { id: full })).statusCode).toBe(200);
  });
});

describe('undo', () => {
  it('restores a deleted group with its members, unless its name is taken; the clean-up forgets it after a day', async () => {
    const [one, two] = [await person(1), await person(2)];
    const id = await add('Tenants', [one, two]);
    await on('delete', { id });
    expect([await names(), await groupsOf(one)]).toEqual([[], []]);
    expect((await mine.table({ filters: { group: id } })).recordsFiltered).toBe(0);
    for (const answer of [await on('delete', { id }), await members(id, 'add', [one])])
      expect(answer.statusCode).toBe(404);
    // Meanwhile one contact is deleted and restored, and another is saved by a form that does not include the group.
    await mine.call('DELETE', { faxnumid: one });
    await post('restoreContacts', { faxnumids: [one] });
    await mine.call('PUT', { faxnumid: two, to_person: 'P', company: 'C', faxnum: '2125550002', groups: [] });
    const other = await add('tenants');
    expect(errorOf(await on('restore', { id }))).toEqual([412, 'GROUP_EXISTS']);
    await on('rename', { id: other, name: 'Others' });
    for (let n = 0; n < 2; n++) expect((await on('restore', { id })).statusCode).toBe(200);
    expect(await names()).toEqual(['Others 0', 'Tenants 2']);
    await on('delete', { id });
    expect(await deleteOldContactGroups(test.database.db, 24, 10)).toBe(0);
    await test.database.pool.query("update contact_group set deleted_at = deleted_at - interval '25 hours'");
    expect(await deleteOldContactGroups(test.database.db, 24, 10)).toBe(1);
    expect((await on('restore', { id })).statusCode).toBe(404);
  });

  it('brings contacts back into their groups, as far as these exist and have room', async () => {
    const one = await person(1);
    const [a, b, c] = [await add('A', [one]), await add('B', [one]), await add('C', [one])];
    await mine.call('DELETE', { faxnumid: one });
    expect(await names()).toEqual(['A 0', 'B 0', 'C 0']);
    await test.database.pool.query('delete from contact_group where id = $1', [b]);
    await fill(1000);
    await test.database.pool.query(
      'insert into contact_group_member select account_id, $1, id from contact',
      [c],
    );
    await post('restoreContacts', { faxnumids: [one] });
    expect(await groupsOf(one)).toEqual([a]);
  });
});

describe('a group as recipients', () => {
  it('has its members by name, one more than a fax can have, and names those without a usable number', async () => {
    const ids = [];
    for (let n = 30; n > 10; n--) ids.push(await person(n));
    ids.push(await mine.add({ to_person: 'Mia', faxnum: '', email: 'mia@example.com' }));
    ids.push(await mine.add({ to_person: 'Abroad', faxnum: '01144207946000' }));
    const id = await add('Tenants', ids);
    const found = await recipientsOf(id);
    expect(found).toMatchObject({ id, name: 'Tenants', total: 20, missing: 2 });
    expect(found.missingNames).toEqual(['Abroad', 'Mia']);
    expect(found.members.map(({ to_person: name }) => name)).toEqual(
      Array.from({ length: 11 }, (_, n) => `Person ${n + 11}`),
    );
    expect(await recipientsOf(await add('Empty'))).toMatchObject({ total: 0, members: [], missing: 0 });
  });

  it('is suggested by the words of its name, beside contacts: six in all, at least two groups', async () => {
    const one = await person(1, { to_person: 'Zoe' });
    for (const name of ['Harbor 3', 'Old harbor', 'Harbor 1', 'Harbor 2']) await add(name, [one]);
    await add('Harbor without members');
    const shown = async (search: string) => {
      const { data, groups: found } = await suggest(search);
      return [data.length, found.map(({ name }) => name)];
    };
    expect(await shown('harb')).toEqual([0, ['Harbor 1', 'Harbor 2', 'Harbor 3', 'Old harbor']]);
    expect(await shown('3 har')).toEqual([0, ['Harbor 3']]);
    expect(await shown('')).toEqual([0, []]);
    for (let n = 2; n < 10; n++) await person(n, { company: 'Harbor' });
    expect(await shown('harb')).toEqual([4, ['Harbor 1', 'Harbor 2']]);
    expect((await suggest('harb')).groups[0]?.members.map(({ faxnum }) => faxnum)).toEqual(['2125550001']);
    await on('delete', { id: (await groups())[0]?.id ?? '' });
    expect((await shown('harb'))[1]).toEqual(['Harbor 2', 'Harbor 3']);
  });
});
