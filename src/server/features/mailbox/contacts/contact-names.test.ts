import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { contactCalls } from '#test/contacts-rig.ts';
import { makeFax } from '#test/factories.ts';
import { idsOf, makePerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { nameFaxes } from './name-faxes.ts';

const NUMBER = '2125550142';

let test: TestApp;
let me: Awaited<ReturnType<typeof makePerson>>;
let contacts: ReturnType<typeof contactCalls>;
let ids: { known: number; early: number; late: number };

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

beforeEach(async () => {
  me = await makePerson(test);
  contacts = contactCalls(test, me.session);
  const fax = async (account: AccountId, number: string, company: string) =>
    (await makeFax(test.database.db, account, { number, company, sender: `FAX ${number}` })).id;
  ids = {
    known: await fax(me.id, NUMBER, 'Machine words'),
    early: await fax(me.id, '3105550111', 'Alder'),
    late: await fax(me.id, '3105550112', 'Zenith'),
  };
});

const rowOf = async (id: number) =>
  (await me.list('Inbox')).data.find(({ fax_id }) => fax_id === String(id)) ?? null;
const byCompany = async () => idsOf(await me.list('Inbox', { sort: { by: 'from_company', dir: 'asc' } }));

it('a contact that is added later names the faxes of its number, in the list, its order and in searches', async () => {
  expect(await byCompany()).toEqual([ids.early, ids.known, ids.late]);
  await contacts.add({ to_person: 'Ölaf Berg', company: 'Aardvark', faxnum: NUMBER });
  expect(await rowOf(ids.known)).toMatchObject({ sender: 'Ölaf Berg', from_company: 'Aardvark' });
  expect(await byCompany()).toEqual([ids.known, ids.early, ids.late]);
  for (const words of ['ölaf', 'aardvark', 'berg aard', 'machine'])
    expect(idsOf(await me.list('Inbox', { search: words }))).toEqual([ids.known]);
  const dashboard = await test.app.inject({ url: '/api/n1/db/f2e/Dashboard.json', ...me.session });
  expect(dashboard.json<{ recReceived: object[] }>().recReceived).toContainEqual(
    expect.objectContaining({ sender: NUMBER, name: 'Ölaf Berg', companyname: 'Aardvark' }),
  );
});

it('follows every change of the contact, and without it the fax says what the machine said', async () => {
  const cid = await contacts.add({ to_person: 'Jane', company: 'First', faxnum: NUMBER });
  await contacts.call('PUT', { cid, to_person: 'Jane', company: 'Second', faxnum: NUMBER });
  expect(await rowOf(ids.known)).toMatchObject({ from_company: 'Second' });
  expect(idsOf(await me.list('Inbox', { search: 'first' }))).toEqual([]);
  await contacts.call('PUT', { cid, to_person: 'Jane', company: 'Second', faxnum: '3105550112' });
  expect(await rowOf(ids.known)).toMatchObject({
    from_company: 'Machine words',
    sender: 'FAX 2125550142',
    contact_info: null,
  });
  expect(await rowOf(ids.late)).toMatchObject({ from_company: 'Second', sender: 'Jane' });
  await contacts.call('DELETE', { faxnumid: cid });
  expect(await rowOf(ids.late)).toMatchObject({ from_company: 'Zenith' });
  expect(idsOf(await me.list('Inbox', { search: 'jane' }))).toEqual([]);
});

it('a fax that comes after the contact is named by it, and somebody else’s contact names nothing', async () => {
  const other = await makePerson(test);
  await contactCalls(test, other.session).add({
    to_person: 'Theirs',
    company: 'Other',
    faxnum: '4155550100',
  });
  await contacts.add({ to_person: 'Mine', company: 'Own', faxnum: '4155550101' });
  const stranger = await makeFax(test.database.db, me.id, { number: '4155550100' });
  const known = await makeFax(test.database.db, me.id, { number: '4155550101' });
  expect(await rowOf(stranger.id)).toMatchObject({ sender: '', contact_info: null });
  expect(await rowOf(known.id)).toMatchObject({ sender: 'Mine' });
  expect(idsOf(await me.list('Inbox', { search: 'own' }))).toEqual([known.id]);
  expect(idsOf(await me.list('Inbox', { search: 'theirs' }))).toEqual([]);
});

it('[DASH-24] an import names all of its numbers at once; the outbox has fid, jobid, number, dials, pages and date, and knows them too', async () => {
  await makeFax(test.database.db, me.id, { number: '3105550113', action: 'S', outbox: true });
  const fax = await test.database.db
    .selectFrom('fax')
    .select('id')
    .where('account_id', '=', me.id)
    .where('outbox', '=', true)
    .executeTakeFirstOrThrow();
  await test.database.db
    .insertInto('send_job')
    .values({ account_id: me.id, fax_id: fax.id, to_number: '3105550113', ready: false })
    .execute();
  const lines = ['Jane,Commonwealth,2125550142,,,,', 'Joe,Northgate,3105550113,,,,'];
  const answer = await contacts.import({ doReplace: '1', csv: lines });
  expect(answer.statusCode).toBe(200);
  expect(await rowOf(ids.known)).toMatchObject({ sender: 'Jane', from_company: 'Commonwealth' });
  const outbox = await test.app.inject({ url: '/api/faxui/getOutbox', ...me.session });
  expect(outbox.json()).toEqual({
    data: [
      {
        fid: String(fax.id),
        jobid: expect.stringMatching(/^\d+$/),
        to_faxnumber: '3105550113',
        name: 'Joe',
        company: 'Northgate',
        dials: 0,
        pages: 1,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
        state: 'QUEUED',
      },
    ],
    total: 1,
  });
});

/** Adds `n` faxes like the known one. */
async function moreFaxes(n: number): Promise<void> {
  await test.database.pool.query(
    `insert into fax (account_id, document_id, path_key, action, party_id, other_number, company)
     select account_id, document_id, path_key || 'x' || i, action, party_id, other_number, company
     from fax, generate_series(1, $2::int) i where account_id = $1 and id = $3`,
    [me.id, n, ids.known],
  );
}

/** Counts the faxes of each company name. */
async function named(): Promise<Record<string, number>> {
  const { rows } = await test.database.pool.query<{ company: string; n: number }>(
    `select company, count(*)::int as n from fax where account_id = $1 and other_number = $2 group by company`,
    [me.id, NUMBER],
  );
  return Object.fromEntries(rows.map(({ company, n }) => [company, n]));
}

it('a contact with the number of thousands of faxes names a thousand at once, and a job the rest', async () => {
  await moreFaxes(2_499);
  const cid = await contacts.add({ to_person: 'Jane', company: 'First', faxnum: NUMBER });
  expect(await named()).toEqual({ First: 1_000, 'Machine words': 1_500 });
  await nameFaxes(test.database);
  expect(await named()).toEqual({ First: 2_500 });
  await contacts.call('DELETE', { faxnumid: cid });
  await nameFaxes(test.database);
  expect(await named()).toEqual({ 'Machine words': 2_500 });
});

it('the job gives all faxes the last name of a contact that is changed meanwhile', async () => {
  await moreFaxes(4_499);
  const cid = await contacts.add({ to_person: 'Jane', company: 'First', faxnum: NUMBER });
  let batches = 0;
  const transaction: TestApp['database']['transaction'] = async (work) => {
    batches += 1;
    if (batches === 3)
      await contacts.call('PUT', { cid, to_person: 'Jane', company: 'Second', faxnum: NUMBER });
    return await test.database.transaction(work);
  };
  await nameFaxes({ ...test.database, transaction });
  expect(await named()).toEqual({ Second: 4_500 });
  const { rows } = await test.database.pool.query('select from fax_party_renamed');
  expect(rows).toEqual([]);
});
