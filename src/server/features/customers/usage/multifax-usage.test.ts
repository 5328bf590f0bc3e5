import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount, makeFax } from '#test/factories.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { MultifaxUsage } from './multifax-usage.service.ts';

const ZONE = 'America/New_York';
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
type ManagedAccount = Awaited<ReturnType<typeof makeManagedAccount>>;

describe('usage', () => {
  let test: TestApp;
  let usage: MultifaxUsage;
  let parent: AdministratorPerson;
  let child: ManagedAccount;
  const errors: string[] = [];

  beforeAll(async () => {
    test = await startApp({ log: pino({ level: 'error' }, { write: (line) => errors.push(line) }) });
    usage = new MultifaxUsage({ database: test.database, zone: ZONE });
  });
  beforeEach(async () => {
    parent = await signInAdministrator(test, { services: 12 });
    child = await makeManagedAccount(test.database.db, parent);
  });
  afterAll(async () => await test.stop());

  const use = async (account: ManagedAccount, day: string, sent: number, received: number) =>
    await test.database.pool.query(
      `insert into usage_day (account_id, day, sent_pages, rcvd_pages, shown_sent, shown_rcvd) values ($1, $2, $3, $4, $3, $4)`,
      [account.id, day, sent, received],
    );
  const ask = async (query: Record<string, string>, person = parent) =>
    await person.get('FaxUsage', { ...MARCH, forChilds: 'true', ...query });
  const lines = async (day: string) => (await download(day, day)).body.trim().split('\r\n').length - 1;
  const download = async (startDate: string, endDate: string) =>
    await test.app.inject({
      url: '/api/faxui/usageExport',
      query: { startDate, endDate },
      ...parent.session,
    });

  it('[MFU-08] [MFU-09] sums days per account, pages by ten, sorts each way, leaves out who has none', async () => {
    const children = [child];
    for (let more = 1; more < 12; more += 1)
      children.push(await makeManagedAccount(test.database.db, parent));
    for (const [index, one] of children.slice(0, 11).entries()) {
      await use(one, '2026-03-01', index, 1);
      await use(one, '2026-03-31', index, 1);
      await use(one, '2026-04-01', 1000, 0);
      await use(one, '2026-02-28', 1000, 0);
    }
    await test.database.db
      .updateTable('account')
      .set({ admin_email: 'zz@example.com' })
      .where('id', '=', child.id)
      .execute();
    const first = (await ask({ 'current-page': '1', 'per-page': '10', detailed: 'false' })).json();
    expect([first.accountList.length, first.total, first.details]).toEqual([10, 11, []]);
    expect(first.accountList[0]).toEqual({
      uid: String(child.id),
      faxnumber: child.number,
      email: 'zz@example.com',
      total: 2,
      sent: 0,
      received: 2,
    });
    expect((await ask({ 'current-page': '2' })).json().accountList).toHaveLength(1);
    expect((await ask({ 'current-page': '9' })).json()).toMatchObject({
      accountList: [],
      total: 11,
      pages: first.pages,
    });
    const order = async (sort: string, direction: string) =>
      (await ask({ sort, order: direction, 'per-page': '100' }))
        .json()
        .accountList.map((row: { total: number; email: string }) =>
          sort === 'email' ? row.email : row.total,
        );
    expect(await order('total', 'desc')).toEqual([22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2]);
    expect((await order('total', 'asc'))[0]).toBe(2);
    expect((await order('email', 'desc'))[0]).toBe('zz@example.com');
  });

  it('[MFU-06] [SRV-05] shows what the last roll-up has seen; later pages of the same day appear with the next', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date());
    const count = async () => (await ask({ startDate: today, endDate: today })).json();
    const book = async (pages: { sent?: number; received?: number }) =>
      await test.database.transaction(async (tx) => await addUsage(tx, child.id, ZONE, pages));
    await book({ sent: 3 });
    expect((await count()).accountList).toEqual([]);
    const through = await usage.rollUp();
    expect(await count()).toMatchObject({
      accountList: [{ total: 3, sent: 3 }],
      through: expect.any(String),
    });
    await book({ received: 4 });
    expect((await count()).pages).toBe(3);
    expect((await usage.rollUp()).getTime()).toBeGreaterThan(through.getTime());
    expect(await count()).toMatchObject({ pages: 7, accountList: [{ sent: 3, received: 4 }] });
    // Rolling up twice, or twice at the same time, adds nothing.
    await Promise.all([usage.rollUp(), usage.rollUp()]);
    expect((await count()).pages).toBe(7);
    const main = (await parent.get('MultifaxInterfaceData')).json();
    expect([main.usedPages, main.totalPages]).toEqual([7, 3000]);
    const days = await test.app.inject({
      url: '/api/faxui/usageDays',
      query: { startDate: today, endDate: today },
      ...parent.session,
    });
    expect(days.json().days).toEqual([{ date: today, sent: 3, received: 4 }]);
  });

  it('[MFU-02] [A-EXPORT-02] refuses bad ranges; the nights when clocks change neither lose nor repeat a fax', async () => {
    const status = async (startDate: string, endDate: string) => {
      const [list, file] = [await ask({ startDate, endDate }), await download(startDate, endDate)];
      expect(file.statusCode).toBe(list.statusCode);
      return list.statusCode;
    };
    expect((await ask({ startDate: '2026-03-02', endDate: '2026-03-01' })).json()).toMatchObject({
      error: 'DATE_ORDER',
      message: 'The from date may not exceed the to date.',
    });
    expect(await status('2026-03-02', '2026-03-01')).toBe(412);
    for (const day of [
      '2023-02-30',
      '0000-01-01',
      '0001-01-01',
      '10000-01-01',
      "2026-01-01'; --",
      '',
      '1.1.2026',
    ])
      expect([day, await status(day, '2026-03-31')]).toEqual([day, 400]);
    expect(await status('2025-01-01', '2026-01-02')).toBe(400);
    expect(await status('2025-01-01', '2026-01-01')).toBe(200);
    // 2026-03-08 has 23 hours in New York, 2025-11-02 has 25.
    // The last moments of a day and the first of the next; half past one occurs twice in November.
    const spring = ['08T04:59:59', '08T05:00:00', '09T03:59:59', '09T04:00:00'].map((at) => `2026-03-${at}Z`);
    const autumn = ['02T03:59:59', '02T04:00:00', '02T05:30:00', '02T06:30:00', '03T04:59:59', '03T05:00:00'];
    for (const at of [...spring, ...autumn.map((hour) => `2025-11-${hour}Z`)])
      await makeFax(test.database.db, child.id, { at: new Date(at) });
    await usage.rollUp();
    const days = ['2026-03-07', '2026-03-08', '2026-03-09', '2025-11-01', '2025-11-02', '2025-11-03'];
    const counts: number[] = [];
    for (const day of days) counts.push(await lines(day));
    expect(counts).toEqual([1, 2, 1, 1, 4, 1]);
  });

  it('[A-EXPORT-01] [MFU-10] rows are plain digits and a fixed number of cells, whatever strangers call themselves', async () => {
    const at = new Date('2026-03-10T17:04:01Z');
    for (const number of ['=HYPERLINK("http://evil","x")', '+1,2', '@SUM(1)', '-2"3\n4', '\t5'])
      await makeFax(test.database.db, child.id, { at, number, company: '=cmd()', pages: 2 });
    await makeFax(test.database.db, child.id, {
      at,
      action: 'S',
      number: '3105550111',
      pages: 3,
      status: 'FAILED',
    });
    await usage.rollUp();
    const file = await download('2026-03-10', '2026-03-10');
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="Fax_data_2026-03-10_2026-03-10.txt"',
    );
    const rows: string[][] = parse(file.rawPayload);
    expect(rows[0]).toEqual(['Date', 'Time', 'Sent/Received', 'FaxNumFrom', 'FaxNumTo', 'Pages', 'Status']);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([7]));
    expect(rows.flat().filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
    expect(rows.at(-1)).toEqual(['03/10/2026', '13:04', 'Sent', child.number, '3105550111', '0', 'FAILED']);
    const { details } = (
      await ask({ detailed: 'true', startDate: '2026-03-10', endDate: '2026-03-10' })
    ).json();
    expect(details).toHaveLength(6);
    expect(details.at(-1)).toEqual({
      date: '2026-03-10T13:04:01-04:00',
      action: 'S',
      from_faxnumber: child.number,
      faxnum: '3105550111',
      pages: 0,
      status: 'FAILED',
    });
  });

  it('[A-TENANT-20] shows own accounts only, whatever is asked for; a removed account’s pages stay', async () => {
    const other = await signInAdministrator(test);
    const theirs = await makeManagedAccount(test.database.db, other);
    const single = await makeAccount(test.database.db);
    for (const account of [child, theirs, single]) {
      await use(account, '2026-03-05', 1, account === child ? 0 : 500);
      await makeFax(test.database.db, account.id, { at: new Date('2026-03-05T12:00:00Z'), pages: 1 });
    }
    await usage.rollUp();
    const queries: Record<string, string>[] = [
      { forChilds: 'all' },
      { uid: String(theirs.id) },
      { parentId: String(other.id) },
      { detailed: '1' },
    ];
    for (const query of queries) {
      const answer = (await ask(query)).json();
      expect([answer.total, answer.pages]).toEqual([1, 1]);
      expect(JSON.stringify(answer)).not.toContain(theirs.number);
    }
    expect((await ask({ startDate: '0001-01-01' })).statusCode).toBe(400);
    const { details } = (await ask({ detailed: 'true' })).json();
    expect(details).toHaveLength(1);
    expect(errors).toEqual([]);
    await parent.send('POST', '/api/faxui/deleteService.json', { id: child.id });
    expect((await ask({})).json().accountList).toMatchObject([{ faxnumber: child.number, total: 1 }]);
  });

  it('[MFU-12] a hundred thousand faxes are the file byte for byte, read in batches', async () => {
    const second = await makeManagedAccount(test.database.db, parent);
    await test.database.pool.query('alter table fax disable trigger user');
    for (const account of [child, second]) {
      const { pathKey } = await makeFax(test.database.db, account.id, { deleted: true, at: new Date(0) });
      await test.database.pool.query(
        `insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages, archived, status)
         select f.account_id, f.document_id, 'k' || f.account_id || '-' || i, case when i % 3 = 0 then 'S' else 'R' end,
           timestamptz '2026-03-01 05:00:00Z' + make_interval(secs => (i * 53) % 2500000), f.party_id,
           (3105550000 + i % 1000)::text, '', 1 + i % 9, i % 2 = 0, 'OK'
         from fax f, generate_series(1, 50000) i where f.path_key = $1`,
        [pathKey],
      );
    }
    await test.database.pool.query('alter table fax enable trigger user');
    await usage.rollUp();
    const file = await download('2026-03-01', '2026-03-31');
    const { rows } = await test.database.pool.query<{ expected: string }>(
      `select string_agg(to_char(f.fax_at at time zone 'America/New_York', 'MM/DD/YYYY,HH24:MI,') ||
         case f.action when 'R' then 'Received,' || f.other_number || ',' || a.fax_number
         else 'Sent,' || a.fax_number || ',' || f.other_number end || ',' || f.pages || ',' || f.status || E'\\r\\n', ''
         order by a.fax_number, f.fax_at, f.id) as expected
       from fax f join account a on a.id = f.account_id where a.parent_id = $1 and f.fax_at > 'epoch'`,
      [parent.id],
    );
    expect(
      file.body === `Date,Time,Sent/Received,FaxNumFrom,FaxNumTo,Pages,Status\r\n${rows[0]?.expected}`,
    ).toBe(true);
    expect(file.body.length).toBeGreaterThan(4_000_000);
  }, 120_000);
});
