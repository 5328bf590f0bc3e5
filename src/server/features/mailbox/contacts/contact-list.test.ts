import { describe, expect, it } from 'vitest';

import { CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import { startContacts } from '#test/contacts-rig.ts';
import type { ContactsWorld } from '#test/contacts-rig.ts';

describe('the contacts list', () => {
  let { mine } = {} as ContactsWorld;
  startContacts((world) => ({ mine } = world));

  const search = async (words: string, columns: readonly string[] = []) => {
    const pairs = columns.map((name, i): [string, string] => [`columns[${i}][data]`, name]);
    const query = new URLSearchParams([...pairs, ['search[value]', words]]);
    return (await mine.list(query.toString())).data.map((row) => row.to_person);
  };
  const sorted = async (by: ContactSort, dir: 'asc' | 'desc') =>
    (await mine.table({ sort: { by, dir } })).data.map((row) => row[by]);

  it('[CONT-30] [CONT-01] [CONT-03] pages of 100 by name in the order that people expect', async () => {
    for (let i = 0; i < 101; i++)
      await mine.add({ to_person: `p${String(i).padStart(3, '0')}`, faxnum: String(3105550000 + i) });
    await mine.add({ to_person: 'Éva', faxnum: '3105559999' });
    await mine.add({ to_person: 'eva', faxnum: '3105559998' });
    const first = await mine.list('draw=7');
    expect(first).toMatchObject({ draw: 7, recordsTotal: 103, recordsFiltered: 103 });
    expect(first.data).toHaveLength(100);
    expect(first.data.slice(0, 3).map((row) => row.to_person)).toEqual(['Éva', 'eva', 'p000']);
    expect((await mine.list('start=100&length=100')).data.map((row) => row.to_person)).toEqual([
      'p098',
      'p099',
      'p100',
    ]);
  });

  it('[CONT-02] sorts by company, number and person, both ways', async () => {
    await mine.add({ to_person: 'b', company: 'X', faxnum: '3105550113' });
    await mine.add({ to_person: 'C', company: 'a', faxnum: '3105550111' });
    await mine.add({ to_person: 'A', company: 'É', faxnum: '3105550112' });
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
    await mine.add({ to_person: 'Zoë Müller', company: 'Acme & Co' });
    await mine.add({
      to_person: 'Bob',
      company: '100% Paper_',
      faxnum: '3105550111',
      email: 'bob@paper.example',
    });
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
    await mine.add({ to_person: 'Fax' });
    await mine.add({ to_person: 'Mail', faxnum: '', email: 'a@example.com' });
    const answer = await mine.table({ notEmpty: ['faxnum'] });
    expect(answer).toMatchObject({ recordsTotal: 2, recordsFiltered: 1, data: [{ to_person: 'Fax' }] });
  });

  it('finds one contact by its id', async () => {
    const [, id] = [await mine.add(), await mine.add({ to_person: 'Ann', faxnum: '3105550111' })];
    expect(await mine.table({ filters: { cid: id } })).toMatchObject({
      recordsFiltered: 1,
      data: [{ cid: id }],
    });
    for (const none of ['0', 'x', '999999'])
      expect((await mine.table({ filters: { cid: none } })).data).toEqual([]);
  });

  it('[A-QUERY-04] no column beside the contact’s own can be asked for', async () => {
    await mine.add();
    for (const name of ['password_hash', 'sftp_pass', 'account_id', 'search_text', '__proto__', '99']) {
      const answer = await mine.query(`columns[0][data]=${name}`);
      expect([name, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        name,
        400,
        'UNKNOWN_COLUMN',
      ]);
    }
    expect(Object.keys((await mine.list()).data[0] ?? {}).toSorted()).toEqual(
      [...CONTACT_TABLE.columns, 'groups'].toSorted(),
    );
  });
});
