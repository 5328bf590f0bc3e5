import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { MINIMUM, contactCalls } from '#test/contacts-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { contactsPage } from './contact-list.store.ts';

const MOST = 20_000;

let test: TestApp;
let account: { id: AccountId; number: string };
let who: SignedIn;

beforeAll(async () => {
  test = await startApp();
  account = await makeAccount(test.database.db);
  who = await test.signIn(account.number);
  await test.database.pool.query(
    `insert into contact (account_id, to_person, company, fax_number)
     select $1, 'Person ' || n, 'Company ' || n % 100, (3000000000 + n)::text from generate_series(1, $2::int) n`,
    [account.id, MOST - 2],
  );
  await test.database.pool.query('analyze contact');
});
afterAll(async () => await test.stop());

const add = async (faxnum: string) =>
  await test.app.inject({
    method: 'POST',
    url: '/api/n1/db/f2e/UserContact.json',
    ...who,
    payload: { ...MINIMUM, faxnum },
  });
const countAll = async (): Promise<unknown> =>
  (await test.database.pool.query('select count(*)::int as n from contact')).rows[0];

/** Returns the rows that every node of a plan has read. */
function rowsRead(plan: Record<string, unknown>): number[] {
  const below = (plan['Plans'] as Record<string, unknown>[] | undefined) ?? [];
  return [Number(plan['Actual Rows']), ...below.flatMap(rowsRead)];
}

describe('[A-CONTACT-07] an address book has an end', () => {
  it('the list of 20,000 reads the rows of its page only', async () => {
    const page = contactsPage(account.id, {
      sort: [{ by: 'to_person', dir: 'asc' }],
      start: 0,
      length: 100,
      words: [],
      columns: [],
      notEmpty: [],
    });
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, unknown> }[] }>`
      explain (analyze, format json) ${page}`.execute(test.database.db);
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    expect(Math.max(...rowsRead(plan?.Plan ?? {}))).toBe(100);
    const list = await contactCalls(test, who).list();
    expect([list.recordsTotal, list.data.length]).toEqual([MOST - 2, 100]);
  });

  it('an import that does not fit imports nothing, and says how many would fit', async () => {
    const lines = ['4105550111', '4105550112', '4105550113'].map((number) => `New,,${number}`);
    for (const dryRun of ['0', '1']) {
      const answer = await contactCalls(test, who).import({ doReplace: '1', csv: lines, dryRun });
      expect([answer.statusCode, answer.json()]).toEqual([
        412,
        {
          success: false,
          error: 'TOO_MANY_CONTACTS',
          message:
            'There’s room for 2 more contacts (limit: 20000), but the file has 3 new ones. Nothing was imported. Delete contacts or import a shorter file.',
        },
      ]);
    }
    expect(await countAll()).toEqual({ n: MOST - 2 });
  });

  it('adding is refused with a sentence, also at the same moment; changing and importing known ones goes on', async () => {
    const answers = await Promise.all(['4105550111', '4105550112', '4105550113', '4105550114'].map(add));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 412, 412,
    ]);
    expect(answers.find(({ statusCode }) => statusCode === 412)?.json()).toMatchObject({
      error: 'TOO_MANY_CONTACTS',
      message: expect.stringMatching(/^You’ve reached the limit of 20000 contacts\..*Delete contacts/u),
    });
    expect(await countAll()).toEqual({ n: MOST });
    const known = await contactCalls(test, who).import({ doReplace: '1', csv: ['Known,,3000000001'] });
    expect(known.json()).toMatchObject({ success: true, data: { imported: 0, updated: 1 } });
  });
});
