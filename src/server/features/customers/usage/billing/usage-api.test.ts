import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.store.ts';
import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

async function program(values: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(test.database.db, values);
  return { account, ...(await startProgram(test, { kind: 'account', id: account.id })) };
}

async function used(id: number, days: Record<string, [sent: number, received: number]>): Promise<void> {
  for (const [day, [sent, received]] of Object.entries(days)) {
    await test.database.pool.query(
      'insert into usage_day (account_id, day, sent_pages, rcvd_pages) values ($1, $2, $3, $4)',
      [id, day, sent, received],
    );
    await test.database.pool.query(
      `insert into usage_month (account_id, month, sent_pages, rcvd_pages) values ($1, date_trunc('month', $2::date), $3, $4)
       on conflict (account_id, month) do update set sent_pages = usage_month.sent_pages + excluded.sent_pages,
         rcvd_pages = usage_month.rcvd_pages + excluded.rcvd_pages`,
      [id, day, sent, received],
    );
  }
}

async function read({ ask }: Program, query: Record<string, string>) {
  const { status, body } = await ask('GET', '/usage', { query });
  expect([status, body]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  return body as { data: Record<string, unknown>[]; has_more: boolean; next: string | null };
}

const YEAR = { from: '2025-12-01', to: '2026-11-30' };

describe('usage of programs', () => {
  it('is told by day and by month, with limit and time zone', async () => {
    const one = await program({ monthLimit: 120 });
    await used(one.account.id, { '2026-09-30': [3, 1], '2026-10-01': [5, 0], '2026-10-02': [0, 7] });
    const days = await read(one, YEAR);
    expect(days.data[0]).toEqual({
      object: 'usage',
      id: `use_${one.account.id}_2026-09-30`,
      account: `acc_${one.account.id}`,
      period: '2026-09-30',
      time_zone: expect.stringMatching(/^\w+\/\w+|UTC$/u),
      sent_pages: 3,
      received_pages: 1,
      sent_faxes: null,
      received_faxes: null,
      limit: 120,
    });
    const brief = ({ data }: typeof days) =>
      data.map(({ period, sent_pages: sent, received_pages: received }) => [period, sent, received]);
    expect(brief(days)).toEqual([
      ['2026-09-30', 3, 1],
      ['2026-10-01', 5, 0],
      ['2026-10-02', 0, 7],
    ]);
    expect(brief(await read(one, { from: '2026-10-15', to: '2026-10-20', granularity: 'month' }))).toEqual([
      ['2026-10', 5, 7],
    ]);
  });

  it('counts faxes with their pages; a day that began without counting stays unknown', async () => {
    const one = await program();
    const { pool } = test.database;
    const today = new Date().toISOString().slice(0, 10);
    const add = async (pages: { sent: number } | { received: number }) =>
      await test.database.transaction(async (tx) => await addUsage(tx, one.account.id, 'UTC', pages));
    const faxes = async (granularity: string) =>
      (await read(one, { from: today, to: today, granularity })).data.map((row) => [
        row['sent_faxes'],
        row['received_faxes'],
      ]);
    for (const pages of [{ sent: 3 }, { sent: 1 }, { received: 7 }]) await add(pages);
    expect([await faxes('day'), await faxes('month')]).toEqual([[[2, 1]], [[2, 1]]]);
    await pool.query('update usage_day set sent_faxes = null where account_id = $1', [one.account.id]);
    await add({ sent: 1 });
    expect([await faxes('day'), await faxes('month')]).toEqual([[[null, 1]], [[null, 1]]]);
  });

  it('goes through the accounts of an administrator in pages, and of nobody else', async () => {
    const { db } = test.database;
    const parent = await makeAdministrator(db);
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await makeManagedAccount(db, parent)).id);
    for (const id of ids) await used(id, { '2026-10-01': [1, 0], '2026-10-02': [2, 0] });
    const administrator = await startProgram(test, { kind: 'parent', id: parent.id });
    const rows = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await read(administrator, { ...YEAR, limit: '4', ...(after && { after }) });
      rows.push(...page.data);
      after = page.next;
    }
    expect(rows.map(({ period, account }) => [period, account])).toEqual(
      ['2026-10-01', '2026-10-02'].flatMap((day) => ids.map((id) => [day, `acc_${id}`])),
    );
    const account = `acc_${ids[1]}`;
    expect((await read(administrator, { ...YEAR, account })).data).toHaveLength(2);
    const stranger = await program();
    expect((await read(stranger, { ...YEAR, account })).data).toEqual([]);
    expect((await read(stranger, YEAR)).data).toEqual([]);
    const operator = await startProgram(test, { kind: 'operator' });
    expect((await read(operator, { ...YEAR, account })).data).toHaveLength(2);
  });

  it('refuses ranges and cursors that make no sense', async () => {
    const { ask } = await program();
    for (const [query, code] of [
      [{ from: '2026-10-02', to: '2026-10-01' }, 'date_order'],
      [{ from: '2024-10-02', to: '2026-10-01' }, 'range_too_long'],
      [{ from: '2026-02-30', to: '2026-10-01' }, 'validation'],
      [{ from: '2026-10-01' }, 'validation'],
      [{ ...YEAR, granularity: 'hour' }, 'validation'],
      [{ ...YEAR, after: 'x' }, 'validation'],
      [{ ...YEAR, after: Buffer.from(`p2026-99-99.1`).toString('base64url') }, 'validation'],
      [{ ...YEAR, zone: 'UTC' }, 'validation'],
    ] as const) {
      const { status, body } = await ask('GET', '/usage', { query });
      expect([query, status, body['code']]).toEqual([query, 400, code]);
    }
  });
});

describe('numbers of programs', () => {
  it('are those of the account, of an administrator’s accounts, or of all', async () => {
    const { db, pool } = test.database;
    const parent = await makeAdministrator(db);
    const first = await makeManagedAccount(db, parent);
    const second = await makeManagedAccount(db, parent, { state: 'suspended' });
    const third = await makeManagedAccount(db, parent);
    await pool.query(`update number set kind = 'tollfree' where account_id = $1`, [second.id]);
    await pool.query(
      `update account set fax_number = null, pending_number = '3105550123', state = 'pending' where id = $1`,
      [third.id],
    );
    const { ask } = await startProgram(test, { kind: 'parent', id: parent.id });
    const { body } = await ask('GET', '/numbers');
    expect(body['data']).toEqual([
      {
        object: 'number',
        id: `num_${first.number}`,
        number: `+1${first.number}`,
        account: `acc_${first.id}`,
        kind: 'local',
        status: 'active',
      },
      expect.objectContaining({ account: `acc_${second.id}`, kind: 'tollfree', status: 'suspended' }),
      expect.objectContaining({ number: '+13105550123', kind: 'ported', status: 'porting' }),
    ]);
    const page = await ask('GET', '/numbers', { query: { limit: '2' } });
    const rest = await ask('GET', '/numbers', { query: { after: String(page.body['next']) } });
    expect(rest.body).toMatchObject({ data: [{ account: `acc_${third.id}` }], has_more: false });
    const owner = await startProgram(test, { kind: 'account', id: first.id });
    expect((await owner.ask('GET', '/numbers')).body['data']).toHaveLength(1);
    const other = { query: { account: `acc_${second.id}` } };
    expect((await owner.ask('GET', '/numbers', other)).body['data']).toEqual([]);
    const operator = await startProgram(test, { kind: 'operator' });
    expect((await operator.ask('GET', '/numbers', other)).body['data']).toHaveLength(1);
  });
});

const addPages = async (id: number, pages: number) =>
  await test.database.transaction(async (tx) => await addUsage(tx, id, 'UTC', { sent: pages }));
const told = async ({ ask }: Program) =>
  (
    (await ask('GET', '/events', { query: { type: 'usage.threshold' } })).body['data'] as {
      data: Record<string, unknown>;
    }[]
  ).map(({ data }) => data);

describe('usage.threshold', () => {
  it('is told at 80 and at 100 percent, once a month each', async () => {
    const one = await program({ monthLimit: 10 });
    const seen: unknown[] = [];
    for (const pages of [7, 1, 1, 1, 5, 0]) {
      await addPages(one.account.id, pages);
      seen.push((await told(one)).map(({ percent }) => percent));
    }
    expect(seen).toEqual([[], [80], [80], [80, 100], [80, 100], [80, 100]]);
    expect((await told(one))[0]).toEqual({
      object: 'usage',
      account: `acc_${one.account.id}`,
      month: new Date().toISOString().slice(0, 7),
      percent: 80,
      pages: 8,
      limit: 10,
    });
    // Another month starts from zero.
    await test.database.pool.query(`update usage_month set month = '2020-01-01' where account_id = $1`, [
      one.account.id,
    ]);
    await addPages(one.account.id, 30);
    expect((await told(one)).map(({ percent }) => percent)).toEqual([80, 100, 100]);
  });

  it('is not told without a limit, and is taken back with the fax that was counted', async () => {
    const free = await program({ options: 'enterprisefax=yes', monthLimit: 10 });
    await addPages(free.account.id, 100);
    expect(await told(free)).toEqual([]);
    const one = await program({ monthLimit: 10 });
    const failing = test.database.transaction(async (tx) => {
      await addUsage(tx, one.account.id, 'UTC', { received: 9 });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await told(one)).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, async () => await addPages(one.account.id, 1)));
    // Events of overlapping transactions have no order.
    expect((await told(one)).map(({ percent }) => percent).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      [80, 100],
    );
  });

  it('[A-API-89] reaches the administrator once, whether or not they may look; of health records ids alone', async () => {
    const { db, pool } = test.database;
    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent, { monthLimit: 10, hipaa: true });
    await pool.query('update account set product_id = (select min(id) from product) where id = $1', [
      child.id,
    ]);
    const administrator = await startProgram(test, { kind: 'parent', id: parent.id });
    const other = await startProgram(test, { kind: 'parent', id: (await makeAdministrator(db)).id });
    const month = new Date().toISOString().slice(0, 7);
    const data = (percent: number) => ({ object: 'usage', account: `acc_${child.id}`, month, percent });
    await addPages(child.id, 8);
    expect(await told(administrator)).toEqual([data(80)]);
    await pool.query('update product set parent_view = true');
    await addPages(child.id, 2);
    expect((await told(administrator)).filter(({ percent }) => percent === 100)).toEqual([data(100)]);
    expect(await told(other)).toEqual([]);
  });
});
