import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { applyAction, lockFaxes } from './fax-actions.store.ts';
import { checkCounters, repairCounters } from './fax-counters.service.ts';

let test: TestDatabase;
let accounts: AccountId[];

beforeAll(async () => {
  test = await createTestDatabase({ max: 8 });
  accounts = [(await makeAccount(test.db)).id, (await makeAccount(test.db)).id];
});
afterAll(async () => await test.drop());

async function folders(account: AccountId) {
  return await test.db
    .selectFrom('folder_counter')
    .select(['folder', 'total', 'unread'])
    .where('account_id', '=', account)
    .where('total', '<>', 0)
    .orderBy('folder')
    .execute();
}

function roll(n: number): number {
  return Math.floor(Math.random() * n);
}

describe('counters of the mailbox', () => {
  it('follow every way a row can change, alone and in bulk', async () => {
    const { id: account } = await makeAccount(test.db);
    const first = await makeFax(test.db, account, { at: new Date('2026-02-28T23:59:59Z') });
    await makeFax(test.db, account, { at: new Date('2026-03-01T00:00:00Z'), isNew: false });
    expect(await folders(account)).toEqual([{ folder: 1, total: 2, unread: 1 }]);
    const copy = sql`insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, is_new)
      select account_id, document_id, path_key || n, action, fax_at + n * interval '1 day', party_id, other_number, company, is_new
      from fax, generate_series(1, 100) n where account_id = ${account}`;
    await copy.execute(test.db);
    expect(await folders(account)).toEqual([{ folder: 1, total: 202, unread: 101 }]);
    const of = test.db.updateTable('fax').where('account_id', '=', account);
    await of.set({ archived: true, is_new: true }).where('is_new', '=', false).execute();
    expect(await folders(account)).toEqual([
      { folder: 1, total: 101, unread: 101 },
      { folder: 3, total: 101, unread: 101 },
    ]);
    await of
      .set({ fax_at: new Date('2026-07-01T00:00:00Z'), pages: 9 })
      .where('archived', '=', true)
      .execute();
    await of.set({ deleted_at: new Date() }).where('id', '=', first.id).execute();
    await test.db.deleteFrom('fax').where('account_id', '=', account).where('id', '=', first.id).execute();
    expect(await checkCounters(test)).toEqual([]);
    await test.db.deleteFrom('fax').where('account_id', '=', account).execute();
    expect(await folders(account)).toEqual([]);
    expect(await checkCounters(test)).toEqual([]);
  });

  it('are what a recount finds after random changes, many at the same time, without a deadlock', async () => {
    const before = await deadlocks();
    const ids: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      const fax = await makeFax(test.db, pick(), {
        number: `212555010${roll(5)}`,
        action: roll(2) ? 'R' : 'S',
        at: new Date(Date.UTC(2026, roll(4), 1 + roll(28))),
      });
      ids.push(fax.id);
    }
    const change = async (): Promise<void> => {
      const some = ids.filter(() => roll(4) === 0);
      const account = pick();
      const action = (['to_archive', 'from_archive', 'view', 'new'] as const)[roll(4)] ?? 'view';
      const work = [
        // Like an action on a selection.
        async () =>
          await test.db.transaction().execute(async (tx) => {
            await applyAction(tx, account, action, await lockFaxes(tx, account, action, some, 30));
          }),
        // Like an arriving fax.
        async () =>
          await test.db.transaction().execute(async (tx) => {
            await makeFax(tx, account, { number: `212555010${roll(5)}` });
          }),
        // Like one statement over several accounts and folders.
        async () =>
          void (await sql`update fax set archived = not archived where id in
            (select id from fax where id % 7 = ${roll(7)} order by account_id, id for update)`.execute(
            test.db,
          )),
        async () =>
          void (await sql`delete from fax where id in
            (select id from fax where id % 11 = ${roll(11)} order by account_id, id limit 2 for update)`.execute(
            test.db,
          )),
      ][roll(4)];
      await work?.();
    };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 40; i += 1) await change();
      }),
    );
    expect(await checkCounters(test)).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });

  it('that are wrong are found and put right', async () => {
    const account = pick();
    await makeFax(test.db, account);
    await sql`update folder_counter set total = total + 1 where account_id = ${account} and folder = 1`.execute(
      test.db,
    );
    await sql`update fax_party set in_inbox = in_inbox + 1 where account_id = ${account}`.execute(test.db);
    const found = await checkCounters(test);
    expect(new Set(found.map(({ counter }) => counter))).toEqual(new Set(['folder', 'party']));
    expect(found.every(({ accountId }) => accountId === account)).toBe(true);
    await repairCounters(test);
    expect(await checkCounters(test)).toEqual([]);
  });

  it('say which faxes do not carry the names of their party', async () => {
    const { id: account } = await makeAccount(test.db);
    const fax = await makeFax(test.db, account, { company: 'Acme' });
    await test.db.updateTable('fax').set({ company: 'Beta' }).where('id', '=', fax.id).execute();
    expect(await checkCounters(test)).toMatchObject([{ counter: 'names', accountId: account }]);
    await test.db.deleteFrom('fax').where('id', '=', fax.id).execute();
  });

  it('keep letters beyond ASCII searchable in either case', async () => {
    const { id: account } = await makeAccount(test.db);
    await makeFax(test.db, account, { company: 'ÉCOLE', sender: 'ŽOFIE', toPerson: 'ÅSA' });
    const party = await test.db
      .selectFrom('fax_party')
      .select('search_text')
      .where('account_id', '=', account)
      .executeTakeFirst();
    expect(party?.search_text).toBe('école\n3105550111\nžofie\nåsa');
  });
});

function pick(): AccountId {
  return accounts[roll(accounts.length)] as AccountId;
}

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(test.db);
  return rows[0]?.deadlocks ?? 0;
}
