import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeFax } from '#test/factories.ts';
import { makePerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

/** Gives the account a product with 700 pages a month; returns the brand of both. */
async function giveProduct(
  id: number,
  product: { code: string; type: 'local' | 'tollfree'; name: string; description: string },
): Promise<number> {
  const { db } = test.database;
  const account = db.selectFrom('account').select('brand_id').where('id', '=', id);
  const { brand_id } = await account.executeTakeFirstOrThrow();
  const { id: product_id } = await db
    .insertInto('product')
    .values({ brand_id, month_limit: 700, ...product })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('account').set({ product_id }).where('id', '=', id).execute();
  return brand_id;
}

describe('main data', () => {
  it('[SHELL-01] [SHELL-04] carries the account, its limit, its folders and what it used this month in the server zone', async () => {
    const me = await makePerson(test);
    const { db } = test.database;
    await makeFax(db, me.id);
    await makeFax(db, me.id, { action: 'S' });
    await makeFax(db, me.id, { action: 'S', outbox: true });
    await makeFax(db, me.id, { archived: true });
    const month = sql<string>`date_trunc('month', now() at time zone 'America/New_York')::date`;
    const before = sql<string>`(${month} - interval '1 month')::date`;
    for (const [at, sent] of [
      [month, 30],
      [before, 1000],
    ] as const)
      await db
        .insertInto('usage_month')
        .values({ account_id: me.id, month: at, sent_pages: sent, rcvd_pages: 12 })
        .execute();
    await db
      .updateTable('account')
      .set({ options: 'a=b; enterprisefax = yes', month_limit: 500 })
      .where('id', '=', me.id)
      .execute();
    const account = await db
      .selectFrom('account')
      .select(['fax_number', 'admin_email', 'brand_id'])
      .where('id', '=', me.id)
      .executeTakeFirstOrThrow();
    const main = (await me.send('GET', '/api/n1/db/f2e/MainInterface.json')).json<object>();
    const number = account.fax_number ?? '';
    expect(main).toEqual({
      id: String(me.id),
      hid: String(account.brand_id),
      faxNumber: number,
      formattedFaxNumber: `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`,
      adminEmail: account.admin_email,
      currentUsage: 42,
      sentPages: 30,
      rcvdPages: 12,
      monthLimit: 500,
      options: 'a=b; enterprisefax = yes',
      enterprise: true,
      showCancellationMenu: 1,
      cancellationPending: '0',
      cancellationEmail: '',
      tour: 0,
      drafts: 0,
      folders: {
        Inbox: { total: 1, unread: 1 },
        Outbox: { total: 1, unread: 0 },
        Sent: { total: 1, unread: 0 },
        Archive: { total: 1, unread: 1 },
      },
      storage: { egnyte: false, sftp: false },
      person: null,
      team: false,
      mayEmailFaxes: true,
    });
    const dashboard = (await me.send('GET', '/api/n1/db/f2e/Dashboard.json')).json<{ usage: object }>();
    expect(dashboard.usage).toEqual({ monthLimit: 500, currentUsage: 42, rcvdPages: 12, sentPages: 30 });
  });

  it('says that an account under HIPAA may not forward faxes by email', async () => {
    const me = await makePerson(test);
    await test.database.db.updateTable('account').set({ is_hipaa: true }).where('id', '=', me.id).execute();
    const main = (await me.send('GET', '/api/n1/db/f2e/MainInterface.json')).json<object>();
    expect(main).toMatchObject({ mayEmailFaxes: false });
  });

  it('says which external storages are set up', async () => {
    const me = await makePerson(test);
    const link = { account_id: me.id, kind: 'sftp' as const, place: '{}' };
    await test.database.db.insertInto('storage_link').values(link).execute();
    const main = (await me.send('GET', '/api/n1/db/f2e/MainInterface.json')).json<{ storage: object }>();
    expect(main.storage).toEqual({ egnyte: false, sftp: true });
  });

  it('takes the limit from the product where the account has none of its own, and says null where nobody has one', async () => {
    const me = await makePerson(test);
    const limit = async () =>
      (await me.send('GET', '/api/n1/db/f2e/MainInterface.json')).json<{ monthLimit: number | null }>()
        .monthLimit;
    expect(await limit()).toBeNull();
    await giveProduct(me.id, {
      code: 'F2E-LOCAL',
      type: 'local',
      name: 'Local fax number',
      description: 'A number of your own',
    });
    expect(await limit()).toBe(700);
  });

  it('[SHELL-05] lists the services of the account with the ten fields', async () => {
    const me = await makePerson(test);
    const { db } = test.database;
    const brandId = await giveProduct(me.id, {
      code: 'F2E-FREE',
      type: 'tollfree',
      name: 'Toll-free number',
      description: 'A number that costs callers nothing',
    });
    await db.updateTable('account').set({ options: 'sftp=yes' }).where('id', '=', me.id).execute();
    const services = (await me.send('GET', '/api/db/list/ClientServiceInfo.json')).json<object[]>();
    expect(services).toEqual([
      {
        Id: String(me.id),
        Domain: '',
        Product: 'F2E-FREE',
        Quantity: 1,
        HostopianId: String(brandId),
        ProductName: 'Toll-free number',
        ProductDescription: 'A number that costs callers nothing',
        OptionString: 'sftp=yes',
        PreferencesName: '',
        PreferencesDescription: '',
      },
    ]);
    // Without a product, it has the name of the brand.
    await db.updateTable('account').set({ product_id: null }).where('id', '=', me.id).execute();
    const unnamed = await me.send('GET', '/api/db/list/ClientServiceInfo.json');
    expect(unnamed.json()).toMatchObject([{ Product: '', ProductName: 'Fax-to-Email' }]);
  });
});
