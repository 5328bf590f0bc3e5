import { afterAll, beforeAll, expect, it } from 'vitest';

import { SEARCH_LIMIT } from '#contract/mailbox/search.ts';
import { readSearchLine } from '#contract/mailbox/search-words.ts';
import { makeAccount } from '#test/factories.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { searchFaxes } from '../search.store.ts';

/** More than a walk reads. */
const FAXES = 4_400;
const OLDEST = 50;

/** One minute apart, the first one newest. */
const at = (n: number) => new Date(Date.UTC(2026, 9, 1) - n * 60_000);

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => await test.drop());

it('words that most faxes have are found in all of them, also where only the oldest ones answer the rest', async () => {
  const { id } = await makeAccount(test.db);
  const faxes = Array.from({ length: FAXES }, (_, n) => {
    const old = n >= FAXES - OLDEST;
    return { sender: old ? 'Rare Visitor' : 'Friend', archived: old || n % 3 === 0, isNew: old, at: at(n) };
  });
  // A statement takes at most the values of a few thousand faxes.
  const ids = [
    ...(await makeFaxes(test.db, id, faxes.slice(0, FAXES / 2))),
    ...(await makeFaxes(test.db, id, faxes.slice(FAXES / 2))),
  ];
  await test.pool.query(
    `insert into fax_text (account_id, fax_id, fax_at, state, words)
     select account_id, id, fax_at, 'done', array_to_tsvector(array[account_id || ':common', account_id || ':n' || id % 2])
     from fax where account_id = $1`,
    [id],
  );
  const found = async (line: string) => {
    const { query } = readSearchLine(line);
    const { total, more, rows } = await searchFaxes(test, id, { query, start: 0, length: SEARCH_LIMIT });
    return { total, more, ids: rows.map((row) => row.id) };
  };
  expect(await found('common')).toEqual({ total: SEARCH_LIMIT, more: true, ids: ids.slice(0, SEARCH_LIMIT) });
  const half = ids.filter((fax) => fax % 2 === 0);
  expect((await found('common n0')).ids).toEqual(half.slice(0, SEARCH_LIMIT));
  expect((await found('common is:read')).ids).toEqual(ids.slice(0, SEARCH_LIMIT));
  const oldest = ids.slice(-OLDEST);
  for (const line of [
    'common in:archive is:unread',
    'common is:unread',
    'common rare',
    'common from:visitor',
    'common before:2026-09-28',
  ])
    expect([line, (await found(line)).ids]).toEqual([
      line,
      line.includes('before')
        ? ids.filter((_, n) => at(n) < new Date('2026-09-28T00:00:00-04:00')).slice(0, SEARCH_LIMIT)
        : oldest,
    ]);
});

it('a phrase of words that most faxes have is found in all folders, newest first, over the end of a line and in any case', async () => {
  const { id } = await makeAccount(test.db);
  const faxes = Array.from({ length: 120 }, (_, n) => ({ archived: n % 2 === 0, at: at(n) }));
  const ids = await makeFaxes(test.db, id, faxes);
  await test.pool.query(
    `insert into fax_text (account_id, fax_id, fax_at, state, words)
     select account_id, id, fax_at, 'done', array_to_tsvector(array[account_id || ':total', account_id || ':uber', account_id || ':amount'])
     from fax where account_id = $1`,
    [id],
  );
  const pages = ['amount total', 'the Total\nAMOUNT', 'ÜBER total amount', 'total: amount'];
  await test.pool.query(
    `insert into fax_page_text (account_id, fax_id, page, text)
     select $1, w.id, 1, ($3::text[])[1 + (w.n - 1) % 4] from unnest($2::bigint[]) with ordinality as w(id, n)`,
    [id, ids, pages],
  );
  const found = async (line: string) => {
    const { rows } = await searchFaxes(test, id, {
      query: readSearchLine(line).query,
      start: 0,
      length: SEARCH_LIMIT,
    });
    return rows.map((row) => row.id);
  };
  const of = (...kinds: number[]) => ids.filter((_, n) => kinds.includes(n % pages.length));
  expect(await found('"total amount"')).toEqual(of(1, 2));
  expect(await found('"über total"')).toEqual(of(2));
  expect(await found('"total amount" in:archive')).toEqual(of(2));
  const last = ids[117];
  await test.pool.query(`update fax_text set words = '' where account_id = $1 and fax_id = $2`, [id, last]);
  expect(await found('"total amount"')).toEqual(of(1, 2).filter((fax) => fax !== last));
});

it('the snippet of a phrase comes from the page that has it, not from one that has a word of it', async () => {
  const { id } = await makeAccount(test.db);
  const [fax] = await makeFaxes(test.db, id, [{ at: at(0) }]);
  await test.pool.query(
    `insert into fax_text (account_id, fax_id, fax_at, state, words)
     select account_id, id, fax_at, 'done', array_to_tsvector(array[account_id || ':total', account_id || ':amount']) from fax where id = $1`,
    [fax],
  );
  await test.pool.query(
    `insert into fax_page_text (account_id, fax_id, page, text) values ($1, $2, 1, 'any amount'), ($1, $2, 2, 'the total\namount of')`,
    [id, fax],
  );
  const { query } = readSearchLine('"total amount"');
  const { rows } = await searchFaxes(test, id, { query, start: 0, length: 10 });
  expect(rows).toMatchObject([{ id: fax, snippet: 'the total amount of' }]);
});
