import { afterAll, beforeAll, expect, it } from 'vitest';

import { provenAdministrator } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { usageDetails } from '../usage-details.ts';
import { readBillingEvents } from './billing.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const query = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows;

it('pages over the limit are billed, but not those of accounts without a limit', async () => {
  const [limited, own, unlimited] = [
    await makeAccount(database.db),
    await makeAccount(database.db, { monthLimit: 900 }),
    await makeAccount(database.db),
  ];
  const [product] = await query(
    `insert into product (brand_id, code, type, name, month_limit, overage)
     select id, 'BILLED', 'local', 'Billed', 300, 'bill' from brand limit 1 returning id`,
  );
  for (const { id } of [limited, own, unlimited]) {
    await query('update account set product_id = $2 where id = $1', [id, product?.['id']]);
    await query(
      `insert into usage_month (account_id, month, sent_pages, rcvd_pages) values ($1, '2026-10-01', 600, 400)`,
      [id],
    );
  }
  await query(`update account set options = 'enterprisefax=yes' where id = $1`, [unlimited.id]);
  const events = await readBillingEvents(database.db, '2026-01-01', 'UTC');
  const over = events.filter(({ kind }) => kind === 'overage');
  expect(over.map(({ uid, quantity, note }) => [uid, quantity, note])).toEqual([
    [limited.id, 700, '2026-10'],
    [own.id, 100, '2026-10'],
  ]);
});

it('details of usage are empty before the first roll-up', async () => {
  await query('update usage_rollup set through = null');
  const range = { from: '2026-10-01', to: '2026-10-31' };
  const details = usageDetails({ database, zone: 'UTC' }, provenAdministrator(1), range);
  expect(await details.next()).toEqual({ done: true, value: undefined });
});
