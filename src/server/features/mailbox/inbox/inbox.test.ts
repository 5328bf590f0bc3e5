import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { idsOf, makePerson } from '#test/mailbox-person.ts';
import type { ListAnswer } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

describe('folders and rows', () => {
  it('[INBOX-19] [INBOX-20] [INBOX-21] [INBOX-22] shows each fax in its folder only, deleted ones in Recently deleted', async () => {
    const me = await makePerson(test);
    const inbox = await me.fax();
    const sent = await me.fax({ action: 'S' });
    const filed = [await me.fax({ archived: true }), await me.fax({ action: 'S', archived: true })];
    const outbox = await me.fax({ action: 'S', outbox: true });
    const deleted = [await me.fax({ deleted: true }), await me.fax({ deleted: true, archived: true })];
    expect(idsOf(await me.list('Inbox'))).toEqual([inbox.id]);
    expect(idsOf(await me.list('Sent'))).toEqual([sent.id]);
    expect(new Set(idsOf(await me.list('Archive')))).toEqual(new Set(filed.map(({ id }) => id)));
    expect(idsOf(await me.list('Outbox'))).toEqual([outbox.id]);
    const recentlyDeleted = await me.query('columns[0][data]=deleted&columns[0][search][value]=1');
    expect(new Set(idsOf(recentlyDeleted.json<ListAnswer>()))).toEqual(new Set(deleted.map(({ id }) => id)));
    expect(idsOf((await me.query('draw=7')).json<ListAnswer>())).toEqual([inbox.id]);
  });

  it('finds one fax in the folder that is asked for, and nobody else’s', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const [mine, foreign] = [await me.fax(), await other.fax()];
    await me.fax();
    const one = async (id: unknown, more = '') =>
      (
        await me.query(`columns[0][data]=fax_id&columns[0][search][value]=${String(id)}${more}`)
      ).json<ListAnswer>();
    const archive = '&columns[1][data]=archive&columns[1][search][value]=1';
    expect(idsOf(await one(mine.id))).toEqual([mine.id]);
    for (const list of [await one(foreign.id), await one(mine.id, archive), await one('1e9'), await one('x')])
      expect(idsOf(list)).toEqual([]);
  });

  it('[INBOX-42] [INBOX-43] carries every field; sender comes from the contact, else from the fax', async () => {
    const me = await makePerson(test);
    const { db } = test.database;
    await db
      .insertInto('contact')
      .values({ account_id: me.id, to_person: 'John Doe', company: 'Acme Corp', fax_number: '2125550142' })
      .execute();
    const known = await me.fax({
      number: '2125550142',
      company: 'Acme',
      sender: 'ACME FAX',
      pages: 3,
      bytes: 48_213,
      at: new Date('2026-11-21T00:04:01Z'),
    });
    await db
      .updateTable('fax')
      .set({ uncertain_pages: 2, status: 'FAILED' })
      .where('id', '=', known.id)
      .execute();
    await me.fax({ number: '', sender: 'STATION 7', at: new Date('2026-11-20T00:04:01Z'), isNew: false });
    const [first, second] = (await me.list('Inbox')).data;
    expect(first).toEqual({
      fax_id: String(known.id),
      fax_path: known.pathKey,
      fax_pages: 3,
      fax_size: 48_213,
      fax_date: '2026-11-20T19:04:01-05:00',
      fax_from: '2125550142',
      sender: 'John Doe',
      from_company: 'Acme',
      to_person: '',
      is_new: '1',
      is_inbox: 1,
      action: 'R',
      status: 'FAILED',
      rotation: 0,
      contact_info: { cid: expect.any(String) as string, to_person: 'John Doe', company: 'Acme Corp' },
      outcome: 'UNCERTAIN',
      confirmed: 2,
    });
    expect(second).toMatchObject({ sender: 'STATION 7', contact_info: null, is_new: '0' });
    expect(second).not.toHaveProperty('outcome');
  });

  it('[INBOX-18] answers a query as the DataTables library sends it, also with raw brackets and plus signs', async () => {
    const me = await makePerson(test);
    const match = await me.fax({ company: 'Acme & Co', archived: true });
    await me.fax({ company: 'Acme', archived: true });
    const query =
      'draw=1&columns%5B0%5D%5Bdata%5D=fax_id&columns%5B0%5D%5Bname%5D=&columns%5B0%5D%5Bsearchable%5D=false&columns%5B0%5D%5Borderable%5D=false&columns%5B0%5D%5Bsearch%5D%5Bvalue%5D=&columns%5B0%5D%5Bsearch%5D%5Bregex%5D=false&columns%5B1%5D%5Bdata%5D=archive&columns%5B1%5D%5Bsearchable%5D=true&columns%5B1%5D%5Bsearch%5D%5Bvalue%5D=1&columns%5B2%5D%5Bdata%5D=from_company&columns%5B2%5D%5Bsearchable%5D=true&order%5B0%5D%5Bcolumn%5D=2&order%5B0%5D%5Bdir%5D=desc&start=0&length=100&search%5Bvalue%5D=acme%20%26%20co&search%5Bregex%5D=false&search%5Bfixed%5D=x&time=17';
    for (const sent of [query, decodeURIComponent(query).replace('acme & co', 'acme+%26+co')]) {
      const list = (await me.query(sent)).json<ListAnswer>();
      expect(list).toMatchObject({ draw: 1, recordsTotal: 2, recordsFiltered: 1 });
      expect(idsOf(list)).toEqual([match.id]);
    }
  });
});

describe('hostile queries', () => {
  it('[A-QUERY-01] takes names and directions from its own lists and search text as a value', async () => {
    const me = await makePerson(test);
    await me.fax({ company: 'Acme' });
    await me.fax({ company: '100%' });
    const plain = (await me.list('Inbox')).data;
    const hostile = await me.query('columns[0][data]=fax_id;DROP TABLE fax');
    expect([hostile.statusCode, hostile.json<{ error: string }>().error]).toEqual([400, 'UNKNOWN_COLUMN']);
    for (const name of ['password_hash', '__proto__', 'constructor', '999'])
      expect((await me.query(`columns[0][data]=${name}`)).statusCode).toBe(400);
    const direction = `columns[0][data]=fax_date&order[0][column]=0&order[0][dir]=desc,(select 1)`;
    expect((await me.query(direction)).json<ListAnswer>().data.length).toBe(2);
    for (const search of [
      "' UNION SELECT 1--",
      "acme'; drop table fax;--",
      '\\',
      "%'",
      '_',
      '" or 1=1',
      'a\u0000b',
    ]) {
      const answer = await me.query(`search[value]=${encodeURIComponent(search)}`);
      expect([search, answer.statusCode, answer.json<ListAnswer>().recordsFiltered]).toEqual([
        search,
        200,
        0,
      ]);
    }
    expect((await me.query('search[value]=%25')).json<ListAnswer>().recordsFiltered).toBe(1);
    expect((await me.list('Inbox')).data).toEqual(plain);
  });

  it('[A-QUERY-02] bounds every page', async () => {
    const me = await makePerson(test);
    const { db } = test.database;
    const { id } = await me.fax();
    // In parts, because all at once could exceed the statement timeout on a busy machine.
    for (let part = 0; part < 10; part += 1)
      await sql`insert into fax (account_id, document_id, path_key, action, party_id, other_number, company)
        select account_id, document_id, path_key || ${part} || 'x' || n, action, party_id, other_number, company
        from fax, generate_series(1, 10000) n where id = ${id}`.execute(db);
    await sql`analyze fax`.execute(db);
    for (const length of ['-1', '1e9', '501', '0']) {
      const answer = await me.query(`length=${length}`);
      const list = answer.json<ListAnswer>();
      expect([length, answer.statusCode, list]).toMatchObject([length, 200, { recordsTotal: 100_001 }]);
      expect([length, list.data.length]).toEqual([length, 500]);
    }
    for (const bad of ['length=NaN', 'start=-5', 'start=abc', 'length=Infinity'])
      expect([bad, (await me.query(bad)).statusCode]).toEqual([bad, 400]);
    expect((await me.query('start=1e15')).json<ListAnswer>()).toMatchObject({
      recordsTotal: 100_001,
      data: [],
    });
    // A page reads only the rows that it shows and skips; nothing counts the list.
    for (const start of [0, 12_000, 96_000]) {
      const asked = await statementsOf(async () => await me.query(`length=500&start=${start}`));
      const selects = asked.filter(({ text }) => /^\s*(?:with|select)\b/iu.test(text));
      expect(selects.some(({ text }) => text.includes('from fax'))).toBe(true);
      const read = await Promise.all(
        selects.map(async (select) => await mostRowsRead(test.database.pool, select)),
      );
      expect(Math.max(...read)).toBeLessThanOrEqual(start + 500);
    }
    const pairs = Array.from({ length: 401 }, (_, i) => `x${i}=1`).join('&');
    for (const tooLong of [pairs, `x=${'y'.repeat(17_000)}`])
      expect((await me.query(tooLong)).statusCode).toBe(400);
    const columns = Array.from({ length: 41 }, (_, i) => `columns[${i}][data]=fax_id`).join('&');
    expect((await me.query(columns)).statusCode).toBe(400);
  }, 120_000);
});
