import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Recipient } from '#contract/mailbox/recipients.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { contactCalls } from '#test/contacts-rig.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { contactsBegun, firstContacts } from './recipients.store.ts';

let test: TestApp;
let account: { id: AccountId; number: string };
let who: SignedIn;
let mine: ReturnType<typeof contactCalls>;

beforeAll(async () => {
  test = await startApp();
  account = await makeAccount(test.database.db);
  who = await test.signIn(account.number);
  mine = contactCalls(test, who);
});
afterAll(async () => await test.stop());

const ask = async (search: string, as = who) =>
  await test.app.inject({ url: '/api/faxui/recipients', query: { search }, ...as });
const suggest = async (search: string, as = who) =>
  (await ask(search, as)).json<{ data: Recipient[] }>().data;
const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const numbers = async (search: string, as = who) => (await suggest(search, as)).map(({ faxnum }) => faxnum);

describe('suggested recipients', () => {
  beforeEach(async () => {
    await test.database.db.deleteFrom('contact').execute();
    await test.database.db.deleteFrom('fax').execute();
  });

  it('are found by the beginning of any word of name and company, in any case and without accents', async () => {
    await mine.add({ to_person: 'Zoë Müller-Núñez', company: 'Harbor & Sons', faxnum: '7325550119' });
    await mine.add({ to_person: 'Дана Ωμέγας', company: '(3M)', faxnum: '7325550118' });
    for (const found of ['zoe', 'MULLER', 'nunez', 'müller-nú', 'sons zo', 'h', ' harbor, z', 'Zoe & s'])
      expect([found, await numbers(found)]).toEqual([found, ['7325550119']]);
    for (const found of ['дана', 'ωμεγασ', 'Ωμέγας', '3m', '3'])
      expect([found, await numbers(found)]).toEqual([found, ['7325550118']]);
    for (const none of ['arbor', 'zoe dana', '%', '_', '', ' ', '&', ':*', "'", '\\', '!zoe | dana', 'zoe x'])
      expect([none, await numbers(none)]).toEqual([none, []]);
  });

  it('are found by the beginning of their number, however it is written', async () => {
    await mine.add({ to_person: 'Dana Whitfield', faxnum: '7325550119' });
    for (const found of ['7', '732', '(732) 5', '732-555-0119', '+1 732 555', '1732555', '17325550119'])
      expect([found, await numbers(found)]).toEqual([found, ['7325550119']]);
    for (const none of ['32', '0119', '1', '73255501190']) expect(await numbers(none)).toEqual([]);
  });

  it('have contacts first, by name, then numbers of recent faxes, the latest first, each number once', async () => {
    await mine.add({ to_person: 'Rob', company: 'Co', faxnum: '7325550102' });
    await mine.add({ to_person: 'Ann', company: 'Lab', faxnum: '7325550101' });
    const { db } = test.database;
    await makeFax(db, account.id, { number: '7325550102', at: at(9) });
    await makeFax(db, account.id, {
      number: '7325550103',
      at: at(1),
      action: 'S',
      toPerson: 'Old',
      company: 'Co',
    });
    await makeFax(db, account.id, { number: '7325550103', at: at(2), action: 'S', toPerson: 'New' });
    await makeFax(db, account.id, { number: '7325550104', at: at(4), archived: true, company: 'BANK' });
    await makeFax(db, account.id, { number: '7325550105', at: at(5), deleted: true });
    await makeFax(db, account.id, { number: '01144207946', at: at(6) });
    expect(await suggest('732')).toEqual([
      { faxnum: '7325550101', to_person: 'Ann', company: 'Lab', contact: true },
      { faxnum: '7325550102', to_person: 'Rob', company: 'Co', contact: true },
      // The name that a received fax gives its sender is not used.
      { faxnum: '7325550104', to_person: '', company: '', contact: false },
      { faxnum: '7325550103', to_person: 'New', company: 'Co', contact: false },
    ]);
    expect(await numbers('new')).toEqual(['7325550103']);
    for (const none of ['bank', '011', '7325550105']) expect(await numbers(none)).toEqual([]);
  });

  it('are six at most, an exact number before all; contacts without a number that can be sent to are none', async () => {
    for (let n = 0; n < 12; n++)
      await mine.add({ to_person: `Ann ${String(n).padStart(2, '0')}`, faxnum: String(3105550100 + n) });
    await mine.add({ to_person: 'Mail', faxnum: '', email: 'mail@example.com' });
    await mine.add({ to_person: 'Mail', faxnum: '310555010012345' });
    expect(await numbers('ann')).toEqual(Array.from({ length: 6 }, (_, n) => String(3105550100 + n)));
    expect(await numbers('310')).toHaveLength(6);
    expect((await suggest('3105550111')).map(({ to_person: name }) => name)).toEqual(['Ann 11']);
    expect(await numbers('mail')).toEqual([]);
  });

  it('are those of one account; a search that is too long is refused', async () => {
    const other = await makeAccount(test.database.db);
    const stranger = await test.signIn(other.number);
    await mine.add({ to_person: 'Dana Whitfield', faxnum: '7325550119' });
    await makeFax(test.database.db, account.id, { number: '7325550120' });
    expect(await numbers('732', stranger)).toEqual([]);
    expect(await numbers('dana', stranger)).toEqual([]);
    // The words of an account are prefixed with its id; typing an id reaches no other account.
    expect(await numbers(`${account.id} dana`, stranger)).toEqual([]);
    expect((await ask('x'.repeat(101))).statusCode).toBe(400);
  });

  it('follow a contact that is changed or deleted', async () => {
    const id = await mine.add({ to_person: 'Dana', faxnum: '7325550119' });
    await mine.call('PUT', { faxnumid: id, to_person: 'Robert', company: 'Acme', faxnum: '7325550120' });
    expect([await numbers('dana'), await numbers('rob'), await numbers('7325550119')]).toEqual([
      [],
      ['7325550120'],
      [],
    ]);
    await mine.call('DELETE', { faxnumid: id });
    expect(await numbers('rob')).toEqual([]);
  });
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Returns every node of a plan: its kind, its index, the rows that it returned, and those that it discarded. */
function nodesOf(plan: PlanNode): string[] {
  const named = [plan['Node Type'], plan['Index Name'], plan['Actual Rows'], plan['Rows Removed by Filter']];
  return [named.filter((one) => one !== undefined).join(' '), ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Runs a query and returns its plan. */
async function planOf(question: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (analyze, format json) ${question}`.execute(test.database.db);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  return plan === undefined ? [] : nodesOf(plan.Plan);
}

it('50,000 contacts: a search reads what it finds by the index, or the first 200 by name, and no others', async () => {
  const { db, pool } = test.database;
  await pool.query('truncate contact cascade');
  const other = await makeAccount(db);
  for (const [owner, contacts] of [
    [account.id, 50_000],
    [other.id, 5000],
  ])
    await pool.query(
      `insert into contact (account_id, to_person, company, fax_number)
       select $1, case when n % 5000 = 0 then 'Zoë Quill' else 'Person ' || n end, 'Company ' || n % 100, (3000000000 + n)::text
       from generate_series(1, $2) n`,
      [owner, contacts],
    );
  // Before the planner has statistics about the table, and after.
  for (const statistics of ['analyze contact', 'vacuum contact']) {
    for (const [typed, found] of [
      ['zoe', 10],
      ['zo qu', 10],
      ['300000500', 10],
      // Every contact matches: reading ends at 2,000.
      ['company', 2000],
    ] as const) {
      const nodes = await planOf(contactsBegun(account.id, typed, 6));
      expect(nodes.join('\n')).toContain('Bitmap Index Scan contact_by_words');
      expect(nodes.join('\n')).not.toMatch(/Seq Scan|contact_by_(?!words)|contact_pkey/u);
      expect(nodes).toContain(`Limit ${found}`);
    }
    await pool.query(statistics);
    // Like the page of a list: by its index once the planner expects many rows.
    const first = await planOf(firstContacts(account.id, 'quill', 6));
    expect(first).toContain('Index Scan contact_by_person 200');
    expect(first.join('\n')).not.toContain('Seq Scan');
  }
  // Text that most contacts match is found among the first by name; a complete number is found anywhere.
  expect((await suggest('person')).map(({ to_person: name }) => name)).toEqual([
    'Person 1',
    'Person 10',
    'Person 100',
    'Person 1000',
    'Person 10001',
    'Person 10002',
  ]);
  expect(await numbers('3000050000')).toEqual(['3000050000']);
  expect(await numbers('zoe')).toHaveLength(6);
});
