import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ReplyOf } from '#contract/kit/call.ts';
import { ALL_INBOXES_PAGE } from '#contract/mailbox/all-inboxes.ts';
import type { allInboxes } from '#contract/mailbox/all-inboxes.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount, makeBrand, makeFax } from '#test/factories.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import { joinedBy } from '#test/people-rig.ts';
import type { TestPerson } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

type Account = Awaited<ReturnType<typeof makeAccount>>;

const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 12, minute));

describe('all Inboxes of a person', () => {
  let test: TestApp;
  let [first, second] = [] as unknown as [Account, Account];
  let ana = {} as TestPerson;
  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    const { db } = test.database;
    [first, second] = [await makeAccount(db), await makeAccount(db)];
    ana = await joinedBy(test, await test.signIn(first.number), { role: 'member' });
    await join(second.id, 'reader');
  });
  afterAll(async () => await test.stop());

  const join = async (account: AccountId, role: 'owner' | 'member' | 'reader') =>
    await test.database.db
      .insertInto('membership')
      .values({ person_id: ana.id, account_id: account, role })
      .execute();
  const list = async (query = '', as: SignedIn = ana.session) =>
    (await ask(test, ['GET', `allInboxes${query}`], as)).json<ReplyOf<typeof allInboxes>>();
  const ids = async (query = '', as: SignedIn = ana.session) =>
    (await list(query, as)).faxes.map(({ fax }) => Number(fax.fax_id));
  const put = async (account: Account, minute: number, more: Parameters<typeof makeFax>[2] = {}) =>
    (await makeFax(test.database.db, account.id, { at: at(minute), ...more })).id;

  it('are one list, the newest first, with the account and the contact of each fax', async () => {
    const { db } = test.database;
    const old = await put(first, 1, { number: '3105550111', sender: 'LAB FAX' });
    const middle = await put(second, 2, { number: '3105550111', sender: 'LAB FAX', isNew: false, pages: 3 });
    const young = await put(first, 3);
    await db
      .insertInto('contact')
      .values({
        account_id: second.id,
        fax_number: '3105550111',
        to_person: 'Lena Ortiz',
        company: 'City Lab',
      })
      .execute();
    for (const hidden of [{ archived: true }, { deleted: true }, { action: 'S' as const }])
      await put(first, 4, hidden);
    expect(await ids()).toEqual([young, middle, old]);
    const { faxes, next } = await list();
    expect(next).toBeNull();
    expect(faxes[1]).toMatchObject({
      account: { id: String(second.id), faxNumber: second.number },
      fax: { sender: 'Lena Ortiz', from_company: 'City Lab', fax_pages: 3, is_new: '0', status: 'OK' },
    });
    // The contact belongs to the other account.
    expect(faxes[2]?.fax).toMatchObject({ sender: 'LAB FAX', contact_info: null, is_new: '1' });
    expect(await ids('?unread=1')).toEqual([young, old]);
  });

  it('come in pages that neither repeat nor leave out a fax, also where many arrived at once', async () => {
    const all: number[] = [];
    for (let n = 0; n < 2 * ALL_INBOXES_PAGE + 3; n += 1)
      all.push(await put(n % 2 ? first : second, n % 3 ? 7 : n % 10));
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = await list(next === '' ? '' : `?after=${next}`);
      // A fax that arrives between the pages comes first and shifts nothing.
      await put(first, 30);
      sizes.push(page.faxes.length);
      seen.push(...page.faxes.map(({ fax }) => Number(fax.fax_id)));
      next = page.next;
    }
    expect(sizes).toEqual([ALL_INBOXES_PAGE, ALL_INBOXES_PAGE, 3]);
    expect(seen.toSorted((a, b) => a - b)).toEqual(all);
    const refused = await ask(test, ['GET', 'allInboxes?after=7'], ana.session);
    expect(refused.statusCode).toBe(400);
  });

  it('[A-PEOPLE-11] are those that the session may go on with, and no others', async () => {
    const { db } = test.database;
    const mine = [await put(first, 1), await put(second, 2)].toReversed();
    const foreign = await makeAccount(db);
    const elsewhere = await makeAccount(db, { brandId: await makeBrand(db) });
    const closed = await makeAccount(db, { state: 'closed' });
    for (const account of [foreign, elsewhere, closed]) await put(account, 5);
    await join(elsewhere.id, 'owner');
    await join(closed.id, 'owner');
    const parent = await signInAdministrator(test);
    const managed = await makeManagedAccount(db, parent);
    const behind = await put(managed, 6);
    await join(managed.id, 'owner');
    expect(await ids()).toEqual([behind, ...mine]);
    // Its administrator requires single sign-on, which this session did not use.
    const { id: provider } = await db
      .insertInto('identity_provider')
      .values({
        brand_id: parent.brandId,
        parent_id: parent.id,
        name: 'Clinic',
        issuer: 'https://id.example.com',
        client_id: 'c',
        required: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await ids()).toEqual(mine);
    await db.deleteFrom('identity_provider').where('id', '=', provider).execute();
    await db.deleteFrom('membership').where('account_id', '=', second.id).execute();
    expect(await ids()).toEqual([behind, mine[1]]);
    // A login with number and password has only its own Inbox.
    expect(await ids('', await test.signIn(first.number))).toEqual([mine[1]]);
  });
});
