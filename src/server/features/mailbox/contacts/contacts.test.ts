import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { contactCalls, MINIMUM } from '#test/contacts-rig.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const CONTACT = '/api/n1/db/f2e/UserContact.json';

describe('contacts', () => {
  let test: TestApp;
  let owner: SignedIn;
  let accountId: AccountId;
  let mine: ReturnType<typeof contactCalls>;
  let theirs: ReturnType<typeof contactCalls>;

  beforeAll(async () => {
    test = await startApp();
    const [a, b] = [await makeAccount(test.database.db), await makeAccount(test.database.db)];
    accountId = a.id;
    owner = await test.signIn(a.number);
    mine = contactCalls(test, owner);
    theirs = contactCalls(test, await test.signIn(b.number));
  });
  afterAll(async () => await test.stop());
  beforeEach(async () => {
    await test.database.db.deleteFrom('contact').execute();
  });

  it.each([
    ['', false],
    ['letters', false],
    ['1'.repeat(9), false],
    ['2'.repeat(10), true],
    ['2'.repeat(15), true],
    ['2'.repeat(16), false],
  ])('[COMP-08] the number %j in a form has 10 to 15 digits', async (faxnum, fits) => {
    const answer = await mine.call('POST', { ...MINIMUM, faxnum });
    expect([answer.success, 'faxnum' in (answer.fields ?? {})]).toEqual([fits, !fits]);
  });

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
    const { success, data } = await mine.call('POST', values);
    expect(success).toBe(true);
    const id = data?.faxnumid ?? '';
    const row = { ...values, faxnum: '2125550142', cid: id, faxnumid: id, groups: [] };
    expect((await mine.list()).data).toEqual([row]);
    expect(await mine.call('PUT', { ...row, company: 'Acme', email: '' })).toEqual({
      success: true,
      data: { faxnumid: id },
    });
    expect((await mine.list()).data).toEqual([{ ...row, company: 'Acme', email: '' }]);
    expect(
      await mine.call('PUT', { cid: Number(id), ...MINIMUM, faxnum: '', email: 'a@b.example' }),
    ).toMatchObject({
      success: true,
    });
    expect((await mine.list()).data).toMatchObject([
      { cid: id, faxnum: '', email: 'a@b.example', description: '' },
    ]);
  });

  it('takes the older field names of requests', async () => {
    await mine.call('POST', {
      person: 'Ann',
      company: 'Acme',
      faxnumber: 2125550142,
      phone: '2125550199',
      location: 'X',
    });
    expect((await mine.list()).data).toMatchObject([
      { to_person: 'Ann', faxnum: '2125550142', to_voicenumber: '2125550199', to_location: 'X' },
    ]);
    const names = ['person', 'faxnumber', 'phone', 'location'];
    const query = new URLSearchParams(
      names.map((name, i): [string, string] => [`columns[${i}][data]`, name]),
    );
    expect((await mine.list(`${query.toString()}&search[value]=Ann`)).recordsFiltered).toBe(1);
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
      expect(await mine.call('POST', { ...MINIMUM, ...wrong })).toEqual(refused);
      const id = await mine.add();
      expect(await mine.call('PUT', { faxnumid: id, ...MINIMUM, ...wrong })).toEqual(refused);
      expect((await mine.list()).data).toMatchObject([MINIMUM]);
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
    expect(await mine.call('POST', longest)).toMatchObject({ success: true });
    expect((await mine.list()).data).toMatchObject([longest]);
  });

  it('[CONT-26] names a contact that exists already, by number or else by e-mail, and one that does not exist', async () => {
    const id = await mine.add({ email: 'one@example.com' });
    const other = await mine.add({ faxnum: '3105550111', email: 'two@example.com' });
    const exists = { success: false, key_message: 'CONTACT_ALREADY_EXIST' };
    expect(await mine.call('POST', { ...MINIMUM, faxnum: '1 212 555 0142' })).toEqual(exists);
    expect(await mine.call('POST', { ...MINIMUM, faxnum: '', email: 'ONE@example.com' })).toEqual(exists);
    expect(await mine.call('PUT', { ...MINIMUM, faxnumid: other })).toEqual(exists);
    expect(await mine.call('PUT', { ...MINIMUM, faxnumid: id, company: 'Same key' })).toMatchObject({
      success: true,
    });
    // The same address under two numbers means two machines in one office.
    expect(
      await mine.call('POST', { ...MINIMUM, faxnum: '3105550199', email: 'one@example.com' }),
    ).toMatchObject({
      success: true,
    });
    const missing = { success: false, key_message: 'CONTACT_DONT_EXIST' };
    for (const faxnumid of ['999999', '0', '-1', 'abc', '', '1e3', '99999999999999999999'])
      expect(await mine.call('PUT', { ...MINIMUM, faxnum: '3105550188', faxnumid })).toEqual(missing);
  });

  it('two who add the same contact at once get one contact', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => await mine.call('POST', MINIMUM)),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect((await mine.list()).recordsTotal).toBe(1);
  });

  it('[CONT-28] deletes one contact a call, named in body or query; its fax keeps its texts and loses contact_info', async () => {
    const ids = [
      await mine.add(),
      await mine.add({ faxnum: '3105550111' }),
      await mine.add({ faxnum: '3105550112' }),
    ];
    await makeFax(test.database.db, accountId, {
      number: '2125550142',
      company: 'Own text',
      sender: 'Own name',
    });
    const fax = async () =>
      (await test.app.inject({ url: '/api/n1/db/f2e/SSPFaxArchive.json', ...owner })).json<{
        data: object[];
      }>().data[0];
    expect(await fax()).toMatchObject({ contact_info: { cid: ids[0], to_person: 'John Doe' } });
    expect(await mine.call('DELETE', { faxnumid: ids[0] })).toEqual({ success: true });
    expect(await mine.call('DELETE', { cid: Number(ids[1]) })).toEqual({ success: true });
    expect(await mine.call('DELETE', {}, `${CONTACT}?faxnumid=${ids[2]}`)).toEqual({ success: true });
    expect((await mine.list()).recordsTotal).toBe(0);
    expect(await fax()).toMatchObject({ contact_info: null, from_company: 'Own text', sender: 'Own name' });
    const missing = { success: false, key_message: 'CONTACT_DONT_EXIST' };
    expect(await mine.call('DELETE', { faxnumid: ids[0] })).toEqual(missing);
    expect(await mine.call('DELETE', {})).toEqual(missing);
  });

  it('[A-TENANT-12] a contact of somebody else does not exist for me', async () => {
    const id = await theirs.add({ company: 'Theirs' });
    const missing = { success: false, key_message: 'CONTACT_DONT_EXIST' };
    for (const key of ['faxnumid', 'cid']) {
      expect(await mine.call('PUT', { ...MINIMUM, [key]: id })).toEqual(missing);
      expect(await mine.call('DELETE', { [key]: id })).toEqual(missing);
    }
    expect((await mine.list()).recordsTotal).toBe(0);
    expect((await theirs.list()).data).toMatchObject([{ cid: id, company: 'Theirs' }]);
    expect(await mine.call('POST', MINIMUM)).toMatchObject({ success: true });
  });

  it('writes an audit row for each change, without what the contact says', async () => {
    const id = await mine.add();
    await mine.call('PUT', { ...MINIMUM, faxnumid: id });
    await mine.call('DELETE', { faxnumid: id });
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
