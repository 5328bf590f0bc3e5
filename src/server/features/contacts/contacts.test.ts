import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { CONTACT_TABLE } from '#contract/contacts.ts';
import type { ContactRow, ContactSort } from '#contract/contacts.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const CONTACT = '/api/n1/db/f2e/UserContact.json';
const LIST = '/api/n1/db/f2e/SSPUserContacts.json';
const MINIMUM = { to_person: 'John Doe', company: 'Acme', faxnum: '2125550142' };

interface Answer {
  success: boolean;
  key_message?: string;
  fields?: Record<string, string>;
  data?: { faxnumid: string };
}
interface List {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  data: ContactRow[];
}

describe('contacts', () => {
  let test: TestApp;
  let owner: SignedIn;
  let stranger: SignedIn;
  let accountId: number;

  beforeAll(async () => {
    test = await startApp();
    const [mine, theirs] = [await makeAccount(test.database.db), await makeAccount(test.database.db)];
    accountId = mine.id;
    owner = await test.signIn(mine.number);
    stranger = await test.signIn(theirs.number);
  });
  afterAll(async () => await test.stop());
  beforeEach(async () => {
    await test.database.db.deleteFrom('contact').execute();
  });

  const call = async (method: 'POST' | 'PUT' | 'DELETE', payload: object, who = owner, url = CONTACT) => {
    const answer = await test.app.inject({ method, url, ...who, payload });
    expect(answer.statusCode).toBe(200);
    return answer.json<Answer>();
  };
  const add = async (values: object = {}, who = owner) =>
    (await call('POST', { ...MINIMUM, ...values }, who)).data?.faxnumid ?? '';
  const list = async (query = '', who = owner) =>
    (await test.app.inject({ url: `${LIST}?${query}`, ...who })).json<List>();
  const search = async (words: string, columns: readonly string[] = []) => {
    const pairs = [
      ...columns.map((name, i) => [`columns[${i}][data]`, name] as const),
      ['search[value]', words] as const,
    ];
    return (await list(new URLSearchParams(pairs.map(([k, v]) => [k, v])).toString())).data.map(
      (row) => row.to_person,
    );
  };
  const sorted = async (by: ContactSort, dir: 'asc' | 'desc') => {
    const pairs = buildTableQuery({ start: 0, length: 100, sort: { by, dir } }, CONTACT_TABLE);
    return (await list(new URLSearchParams(pairs).toString())).data.map((row) => row[by]);
  };

  it('[CONT-24] [CONT-25] [CONT-31] [CONT-32] adds and changes a contact; the list gives every field under its name', async () => {
    const values = {
      to_person: 'Zoë O’Neil',
      company: 'Åkerlund & Söner',
      faxnum: '+1 (212) 555-0142',
      to_voicenumber: '2125550143',
      email: 'Zoe@Example.com',
      to_location: '1 Main St',
      description: 'two\nlines',
    };
    const { success, data } = await call('POST', values);
    expect(success).toBe(true);
    const id = data?.faxnumid ?? '';
    const row = { ...values, faxnum: '2125550142', cid: id, faxnumid: id };
    expect((await list()).data).toEqual([row]);
    expect(await call('PUT', { ...row, company: 'Acme', email: '' })).toEqual({
      success: true,
      data: { faxnumid: id },
    });
    expect((await list()).data).toEqual([{ ...row, company: 'Acme', email: '' }]);
    expect(
      await call('PUT', { cid: Number(id), ...MINIMUM, faxnum: '', email: 'a@b.example' }),
    ).toMatchObject({
      success: true,
    });
    expect((await list()).data).toMatchObject([
      { cid: id, faxnum: '', email: 'a@b.example', description: '' },
    ]);
  });

  it('takes the older field names of requests', async () => {
    await call('POST', {
      person: 'Ann',
      company: 'Acme',
      faxnumber: 2125550142,
      phone: '2125550199',
      location: 'X',
    });
    expect((await list()).data).toMatchObject([
      { to_person: 'Ann', faxnum: '2125550142', to_voicenumber: '2125550199', to_location: 'X' },
    ]);
    const names = ['person', 'faxnumber', 'phone', 'location'];
    const query = new URLSearchParams(names.map((name, i) => [`columns[${i}][data]`, name]));
    expect((await list(`${query.toString()}&search[value]=Ann`)).recordsFiltered).toBe(1);
  });

  it.each([
    [{ to_person: ' ' }, { to_person: 'REQUIRED' }],
    [{ to_person: 'x'.repeat(41) }, { to_person: 'TOO_LONG' }],
    [{ company: '' }, { company: 'REQUIRED' }],
    [{ company: 'x'.repeat(41) }, { company: 'TOO_LONG' }],
    [{ faxnum: '123456789' }, { faxnum: 'NUMBER_LENGTH' }],
    [{ faxnum: '1234567890123456' }, { faxnum: 'NUMBER_LENGTH' }],
    [{ faxnum: '212555014x' }, { faxnum: 'NOT_NUMERIC' }],
    [{ faxnum: '' }, { faxnum: 'FAX_OR_EMAIL_REQUIRED' }],
    [{ faxnum: '', email: 'a@b' }, { email: 'EMAIL_INVALID' }],
    [{ email: `${'x'.repeat(60)}@example.com` }, { email: 'TOO_LONG' }],
    [{ to_voicenumber: '1234567890123456' }, { to_voicenumber: 'NUMBER_LENGTH' }],
    [{ to_voicenumber: 'home' }, { to_voicenumber: 'NOT_NUMERIC' }],
    [{ to_location: 'x'.repeat(51) }, { to_location: 'TOO_LONG' }],
    [{ description: 'x'.repeat(1133) }, { description: 'TOO_LONG' }],
    [{ description: 'a\u0000b' }, { description: 'CONTROL_CHARACTER' }],
    [
      { to_person: '', company: '', faxnum: '' },
      { to_person: 'REQUIRED', company: 'REQUIRED', faxnum: 'FAX_OR_EMAIL_REQUIRED' },
    ],
  ])(
    '[CONT-15] [CONT-16] [CONT-17] [CONT-18] [CONT-19] [CONT-20] [CONT-21] [A-CONTACT-06] refuses %j and names the fields',
    async (wrong, fields) => {
      const refused = { success: false, key_message: 'CONTACT_INVALID', fields };
      expect(await call('POST', { ...MINIMUM, ...wrong })).toEqual(refused);
      const id = await add();
      expect(await call('PUT', { faxnumid: id, ...MINIMUM, ...wrong })).toEqual(refused);
      expect((await list()).data).toMatchObject([MINIMUM]);
    },
  );

  it('[CONT-17] takes what is just within the limits', async () => {
    const longest = {
      to_person: 'x'.repeat(40),
      company: 'é'.repeat(40),
      faxnum: '123456789012345',
      to_voicenumber: '1'.repeat(15),
      email: `${'x'.repeat(52)}@example.com`,
      to_location: 'x'.repeat(50),
      description: 'x'.repeat(1132),
    };
    expect(await call('POST', longest)).toMatchObject({ success: true });
    expect((await list()).data).toMatchObject([longest]);
  });

  it('[CONT-26] names a contact that exists already, by number or else by e-mail, and one that does not exist', async () => {
    const id = await add({ email: 'one@example.com' });
    const other = await add({ faxnum: '3105550111', email: 'two@example.com' });
    const exists = { success: false, key_message: 'CONTACT_ALREADY_EXIST' };
    expect(await call('POST', { ...MINIMUM, faxnum: '1 212 555 0142' })).toEqual(exists);
    expect(await call('POST', { ...MINIMUM, faxnum: '', email: 'ONE@example.com' })).toEqual(exists);
    expect(await call('PUT', { ...MINIMUM, faxnumid: other })).toEqual(exists);
    expect(await call('PUT', { ...MINIMUM, faxnumid: id, company: 'Same key' })).toMatchObject({
      success: true,
    });
    // The same address under two numbers is two machines of one office.
    expect(await call('POST', { ...MINIMUM, faxnum: '3105550199', email: 'one@example.com' })).toMatchObject({
      success: true,
    });
    const missing = { success: false, key_message: 'CONTACT_DONT_EXIST' };
    for (const faxnumid of ['999999', '0', '-1', 'abc', '', '1e3', '99999999999999999999'])
      expect(await call('PUT', { ...MINIMUM, faxnum: '3105550188', faxnumid })).toEqual(missing);
  });

  it('two who add the same contact at once get one contact', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, async () => await call('POST', MINIMUM)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect((await list()).recordsTotal).toBe(1);
  });

  it('[CONT-28] deletes one contact a call, named in body or query; its fax keeps its texts and loses contact_info', async () => {
    const ids = [await add(), await add({ faxnum: '3105550111' }), await add({ faxnum: '3105550112' })];
    await makeFax(test.database.db, accountId as never, {
      number: '2125550142',
      company: 'Own text',
      sender: 'Own name',
    });
    const fax = async () =>
      (await test.app.inject({ url: '/api/n1/db/f2e/SSPFaxArchive.json', ...owner })).json<{
        data: object[];
      }>().data[0];
    expect(await fax()).toMatchObject({ contact_info: { cid: ids[0], to_person: 'John Doe' } });
    expect(await call('DELETE', { faxnumid: ids[0] })).toEqual({ success: true });
    expect(await call('DELETE', { cid: Number(ids[1]) })).toEqual({ success: true });
    expect(await call('DELETE', {}, owner, `${CONTACT}?faxnumid=${ids[2]}`)).toEqual({ success: true });
    expect((await list()).recordsTotal).toBe(0);
    expect(await fax()).toMatchObject({ contact_info: null, from_company: 'Own text', sender: 'Own name' });
    const missing = { success: false, key_message: 'CONTACT_DONT_EXIST' };
    expect(await call('DELETE', { faxnumid: ids[0] })).toEqual(missing);
    expect(await call('DELETE', {})).toEqual(missing);
  });

  it('[A-TENANT-12] a contact of somebody else does not exist for me', async () => {
    const theirs = await add({ company: 'Theirs' }, stranger);
    const missing = { success: false, key_message: 'CONTACT_DONT_EXIST' };
    for (const key of ['faxnumid', 'cid']) {
      expect(await call('PUT', { ...MINIMUM, [key]: theirs })).toEqual(missing);
      expect(await call('DELETE', { [key]: theirs })).toEqual(missing);
    }
    expect((await list()).recordsTotal).toBe(0);
    expect((await list('', stranger)).data).toMatchObject([{ cid: theirs, company: 'Theirs' }]);
    expect(await call('POST', MINIMUM)).toMatchObject({ success: true });
  });

  it('[CONT-30] [CONT-01] [CONT-03] pages of 100 by name in the order that people expect', async () => {
    for (let i = 0; i < 101; i++)
      await add({ to_person: `p${String(i).padStart(3, '0')}`, faxnum: String(3105550000 + i) });
    await add({ to_person: 'Éva', faxnum: '3105559999' });
    await add({ to_person: 'eva', faxnum: '3105559998' });
    const first = await list('draw=7');
    expect(first).toMatchObject({ draw: 7, recordsTotal: 103, recordsFiltered: 103 });
    expect(first.data).toHaveLength(100);
    expect(first.data.slice(0, 3).map((row) => row.to_person)).toEqual(['Éva', 'eva', 'p000']);
    expect((await list('start=100&length=100')).data.map((row) => row.to_person)).toEqual([
      'p098',
      'p099',
      'p100',
    ]);
  });

  it('[CONT-02] sorts by company, number and person, both ways', async () => {
    await add({ to_person: 'b', company: 'X', faxnum: '3105550113' });
    await add({ to_person: 'C', company: 'a', faxnum: '3105550111' });
    await add({ to_person: 'A', company: 'É', faxnum: '3105550112' });
    for (const [by, order] of [
      ['to_person', ['A', 'b', 'C']],
      ['company', ['a', 'É', 'X']],
      ['faxnum', ['3105550111', '3105550112', '3105550113']],
    ] as const) {
      expect(await sorted(by, 'asc')).toEqual(order);
      expect(await sorted(by, 'desc')).toEqual(order.toReversed());
    }
  });

  it('[CONT-06] [A-QUERY-01] finds parts of company, e-mail, person and number, all words together, and nothing by wildcards', async () => {
    await add({ to_person: 'Zoë Müller', company: 'Acme & Co' });
    await add({ to_person: 'Bob', company: '100% Paper_', faxnum: '3105550111', email: 'bob@paper.example' });
    expect(await search('zoe')).toEqual(['Zoë Müller']);
    expect(await search('MÜLLER acme')).toEqual(['Zoë Müller']);
    expect(await search('paper.ex')).toEqual(['Bob']);
    for (const written of ['(212)', '212-555', '12125550142', '5550142'])
      expect([written, await search(written)]).toEqual([written, ['Zoë Müller']]);
    expect(await search('acme bob')).toEqual([]);
    expect(await search('%')).toEqual(['Bob']);
    expect(await search('100% paper_')).toEqual(['Bob']);
    for (const nothing of ['_c', String.raw`\\`, "' or 1=1 --", '*', '\u0000'])
      expect(await search(nothing)).toEqual([]);
    expect(await search('acme', ['to_person', 'email'])).toEqual([]);
    expect(await search('acme', ['company'])).toEqual(['Zoë Müller']);
    expect(await search('bob@', ['email'])).toEqual(['Bob']);
    expect(await search('212', ['company', 'to_person'])).toEqual([]);
  });

  it('[COMP-11] leaves out contacts without a number when asked for a number', async () => {
    await add({ to_person: 'Fax' });
    await add({ to_person: 'Mail', faxnum: '', email: 'a@example.com' });
    const pairs = buildTableQuery(
      { start: 0, length: 100, sort: { by: 'to_person', dir: 'asc' }, notEmpty: ['faxnum'] },
      CONTACT_TABLE,
    );
    const answer = await list(new URLSearchParams(pairs).toString());
    expect(answer).toMatchObject({ recordsTotal: 2, recordsFiltered: 1, data: [{ to_person: 'Fax' }] });
  });

  it('[A-QUERY-04] no column beside the contact’s own can be asked for', async () => {
    await add();
    for (const name of ['password_hash', 'sftp_pass', 'account_id', 'search_text', '__proto__', '99']) {
      const answer = await test.app.inject({ url: `${LIST}?columns[0][data]=${name}`, ...owner });
      expect([name, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        name,
        400,
        'UNKNOWN_COLUMN',
      ]);
    }
    expect(Object.keys((await list()).data[0] ?? {}).toSorted()).toEqual(
      [...CONTACT_TABLE.columns].toSorted(),
    );
  });

  it('writes an audit row for each change, without what the contact says', async () => {
    const id = await add();
    await call('PUT', { ...MINIMUM, faxnumid: id });
    await call('DELETE', { faxnumid: id });
    const rows = await test.database.db
      .selectFrom('audit')
      .select(['action', 'object', 'actor_id', 'detail'])
      .where('account_id', '=', accountId)
      .where('object', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual(
      ['contact.add', 'contact.change', 'contact.delete'].map((action) => ({
        action,
        object: id,
        actor_id: accountId,
        detail: {},
      })),
    );
  });
});
