import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { BULK_MAX_LINES, BULK_STEP } from '#contract/customers/bulk-add.ts';
import type { BulkRow } from '#contract/customers/bulk-add.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

interface Reply {
  rows: BulkRow[];
  total: number;
}

const told = (rows: BulkRow[]) => rows.map(({ line, state, fault }) => [line, state, fault]);
const numbers = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(first + index));

describe('fax accounts from a file', () => {
  let test: TestApp;
  let parent: AdministratorPerson;

  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from login_failure; delete from port_order');
    await test.database.pool.query('delete from number where account_id is null');
    parent = await signInAdministrator(test, { services: 30 });
  });
  afterAll(async () => await test.stop());

  const free = async (digits: readonly string[]) =>
    await test.database.db
      .insertInto('number')
      .values(
        digits.map((number) => ({ digits: number, kind: 'local' as const, area_code: number.slice(0, 3) })),
      )
      .execute();
  const ask = async (text: string, more: object = {}, person = parent) =>
    await person.send('POST', '/api/faxui/bulkAddServices', { text, ...more });
  const rowsOf = async (...input: Parameters<typeof ask>) => (await ask(...input)).json<Reply>().rows;

  it('says for every line what it would do, and adds nothing', async () => {
    await free(['5035550901', '5035550902']);
    const text = [
      '\uFEFFType;E-mail;Number;Area',
      'local;a@example.com;;503',
      'tollfree;b@example.com;;',
      'port;c@example.com;(646) 555-0907;',
      'port;d@example.com;6465550907;',
      'local;e@example.com;;503',
      'local;f@example.com;;503',
      'local;g@example.com;;999',
      'fax;h@example.com;;',
      'local;nobody;;503',
      'port;i@example.com;911;',
      'port;j@example.com;5035550901;',
      '',
      'egnyte;k@example.com;;',
    ].join('\r\n');
    const before = await parent.list();
    expect(told(await rowsOf(text, { dryRun: true }))).toEqual([
      [2, 'ready', null],
      [3, 'ready', null],
      [4, 'ready', null],
      [5, 'refused', 'NUMBER_TWICE'],
      [6, 'ready', null],
      [7, 'refused', 'POOL_EMPTY'],
      [8, 'refused', 'AREA_UNKNOWN'],
      [9, 'refused', 'TYPE_UNKNOWN'],
      [10, 'refused', 'EMAIL_INVALID'],
      [11, 'refused', 'NUMBER_INVALID'],
      [12, 'refused', 'NUMBER_IN_USE'],
      [14, 'refused', 'NO_PRODUCT'],
    ]);
    expect(await parent.list()).toEqual(before);
  });

  it('adds ten lines a call, each with its number, and goes on where it was asked to', async () => {
    await free(numbers(5035550910, 14));
    const text = numbers(1, 14)
      .map((one) => `user${one}@example.com,local,503`)
      .join('\n');
    const first = await rowsOf(text);
    expect(first).toHaveLength(BULK_STEP);
    expect(
      first.every(({ state, faxnumber }) => state === 'added' && faxnumber?.startsWith('503') === true),
    ).toBe(true);
    const rest = (await ask(text, { from: BULK_STEP })).json<Reply>();
    expect([rest.total, rest.rows.at(-1)?.email, rest.rows.length]).toEqual([14, 'user14@example.com', 4]);
    expect((await parent.list()).totalUsed).toBe(14);
  });

  it('the same file again, also twice at once, adds nothing twice; a removed account may come again', async () => {
    await free(numbers(5035550930, 9));
    const text = 'email,type,area\nx@example.com,local,503\ny@example.com,local,503\n';
    const both = await Promise.all([rowsOf(text), rowsOf(text)]);
    expect(
      both
        .flat()
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(['added', 'added', 'known', 'known']);
    expect(told(await rowsOf(text, { dryRun: true }))).toEqual([
      [2, 'known', null],
      [3, 'known', null],
    ]);
    expect((await parent.list()).totalUsed).toBe(2);
    const [gone] = (await parent.list()).accountList;
    await parent.send('POST', '/api/faxui/deleteService.json', { id: gone?.['uid'] });
    expect((await rowsOf(text)).map(({ state }) => state)).toEqual(['added', 'known']);
    // The same file of another administrator counts as another file.
    const other = await signInAdministrator(test);
    expect((await rowsOf(text, {}, other)).map(({ state }) => state)).toEqual(['added', 'added']);
  });

  it('a line that fails at its last statement leaves neither account nor number taken, and comes with the next try', async () => {
    await free(numbers(5035550950, 3));
    const text = 'email,type,area\nx@example.com,local,503\n';
    await test.database.pool.query(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
       create trigger die before insert on bulk_added for each row execute function die()`,
    );
    expect((await ask(text)).statusCode).toBe(500);
    await test.database.pool.query('drop function die cascade');
    expect((await parent.list()).totalUsed).toBe(0);
    const { rows } = await test.database.pool.query("select digits from number where state = 'free'");
    expect(rows).toHaveLength(3);
    expect(told(await rowsOf(text))).toEqual([[2, 'added', null]]);
  });

  it('ends at the allowance, and refuses files that are too long or no table', async () => {
    const small = await signInAdministrator(test, { services: 1 });
    await free(numbers(5035550960, 3));
    const text = 'a@example.com,local,503\nb@example.com,local,503';
    expect(told(await rowsOf(text, { dryRun: true }, small))).toEqual([
      [1, 'ready', null],
      [2, 'refused', 'LIMIT_REACHED'],
    ]);
    expect(told(await rowsOf(text, {}, small))).toEqual([
      [1, 'added', null],
      [2, 'refused', 'LIMIT_REACHED'],
    ]);
    const long = 'a@example.com,tollfree\n'.repeat(BULK_MAX_LINES + 1);
    expect((await ask(long, { dryRun: true })).json()).toMatchObject({ error: 'TOO_MANY_LINES' });
    expect((await ask('"open')).json()).toMatchObject({ error: 'FILE_UNREADABLE' });
    expect((await ask('x'.repeat(200_000))).statusCode).toBe(400);
  });
});
