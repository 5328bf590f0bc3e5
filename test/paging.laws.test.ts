import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import { readActivity } from '#server/features/audit/fax-activity/fax-activity.store.ts';

import { accountList, faxActivity, ownActions, usageList } from './administrator-lists.ts';
import { makeAccount } from './factories.ts';
import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { makeManagedAccount, signInAdministrator } from './multifax-rig.ts';
import { signInOperator } from './operator-console-rig.ts';
import { consoleAccounts, consoleAudit, consoleJobs, consoleNumbers } from './operator-lists.ts';
import { ask, childFaxes, contactList, messageList, rowsOf } from './paged-lists.ts';
import type { Readers } from './paged-lists.ts';
import { pagesAreTheList } from './paging-law.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { eventually } from './patience.ts';

/** Number of cases per list, each of which makes about eight calls. */
const CASES = 15;

async function signInAll(test: TestApp): Promise<Readers> {
  const { db } = test.database;
  const { id: account, number } = await makeAccount(db);
  const parent = await signInAdministrator(test);
  const child = await makeManagedAccount(db, parent);
  await sql`update product set parent_view = true`.execute(db);
  await sql`update account set product_id = (select min(id) from product) where id = ${child.id}`.execute(db);
  await parent.send('POST', '/api/faxui/openMailbox.json', { id: String(child.id) });
  const readers: Readers = {
    test,
    account,
    user: await test.signIn(number),
    parent: parent.id,
    administratorSession: parent.session,
    child: child.id,
    operator: await signInOperator(test),
  };
  // Reading the activity adds an entry once a day, which must not appear between two pages.
  await ask(readers, readers.user, allCalls.faxActivity, {});
  await eventually(async () => {
    expect(await rowsOf(readers, sql`select 1 from fax_access`)).toHaveLength(1);
  });
  return readers;
}

describe('laws of paged lists', LAWS, () => {
  let test: TestApp;
  let readers: Readers;

  beforeAll(async () => {
    test = await startApp();
    readers = await signInAll(test);
  });
  afterAll(async () => await test.stop());

  it('the messages of a folder', async () =>
    await expectLaw(pagesAreTheList(messageList(readers)), 2 * CASES));
  it('the contacts', async () => await expectLaw(pagesAreTheList(contactList(readers)), CASES));
  it('the activity of faxes', async () => await expectLaw(pagesAreTheList(faxActivity(readers)), CASES));
  it('the mailbox that an administrator looks into', async () =>
    await expectLaw(pagesAreTheList(childFaxes(readers)), CASES));
  it('the accounts of an administrator', async () =>
    await expectLaw(pagesAreTheList(accountList(readers)), CASES));
  it('the usage of an administrator', async () =>
    await expectLaw(pagesAreTheList(usageList(readers)), CASES));
  it('what an administrator did', async () => await expectLaw(pagesAreTheList(ownActions(readers)), CASES));
  it('the accounts at the console', async () =>
    await expectLaw(pagesAreTheList(consoleAccounts(readers)), CASES));
  it('the jobs at the console', async () => await expectLaw(pagesAreTheList(consoleJobs(readers)), CASES));
  it('the numbers at the console', async () =>
    await expectLaw(pagesAreTheList(consoleNumbers(readers)), CASES));
  it('the audit at the console', async () => await expectLaw(pagesAreTheList(consoleAudit(readers)), CASES));

  it('the law notices a page that begins one row late, and one that repeats a row', async () => {
    const list = contactList(readers);
    for (const slip of [1, -1])
      await expectBroken(
        pagesAreTheList(list, async (asked, start, size) => {
          const { ids, total } = await list.read(asked, 0, 100);
          const from = start === 0 ? 0 : start + slip;
          return { ids: ids.slice(from, from + size), total };
        }),
        50,
      );
  });

  it('the law notices an order that leaves equal rows to chance', async () => {
    const list = messageList(readers);
    const leaky = pagesAreTheList(list, async (asked, start, size) => {
      const { ids, total } = await list.read(asked, 0, 100);
      const rows = await rowsOf(
        readers,
        sql<{ id: string }>`
        select id::text from fax where account_id = ${readers.account} and id = any(${ids}::bigint[])
        order by pages, random() limit ${size} offset ${start}`,
      );
      return { ids: rows.map(({ id }) => id), total };
    });
    await expectBroken(leaky, 50);
  });

  it('the entries of the activity export, read in batches', async () => {
    const list = faxActivity(readers);
    const size = fc.integer({ min: 1, max: 6 });
    const law = fc.asyncProperty(fc.array(list.rows, { maxLength: 15 }), size, async (entries, limit) => {
      await list.fill(entries);
      const seen: number[] = [];
      for (;;) {
        const page = { zone: 'UTC', after: seen.at(-1) ?? 0, limit };
        const rows = await readActivity(test.database.db, readers.account, {}, page);
        expect(rows.length).toBeLessThanOrEqual(limit);
        seen.push(...rows.map(({ id }) => id));
        if (rows.length === 0) break;
      }
      expect(seen.map(String).toReversed()).toEqual(await list.whole({ kind: '', fid: '' }));
    });
    await expectLaw(law, CASES);
  });
});
