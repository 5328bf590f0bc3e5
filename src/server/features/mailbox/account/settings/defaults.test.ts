import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeBrand } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('[PGEN-15] a new account is told of faxes, asks before deleting, and has the brand’s language and the server’s zone', async () => {
  const brandId = await makeBrand(database.db);
  await database.db.updateTable('brand').set({ lang: 'de' }).where('id', '=', brandId).execute();
  const accounts = createAccounts({ database, node: 'n1', zone: 'Asia/Tokyo' });
  const added = await accounts.addAccount({
    brandId,
    number: { number: '2125550144' },
    email: 'new@example.com',
    hipaa: false,
    password: 'Right-horse-7',
  });
  if (added.kind !== 'ok') throw new Error(JSON.stringify(added));
  const settings = await database.db
    .selectFrom('account_settings as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select(['s.notify_new', 's.warn_delete', 's.language', 'z.system_name', 's.fax_copy', 's.send_notices'])
    .where('a.fax_number', '=', '2125550144')
    .executeTakeFirst();
  expect(settings).toEqual({
    notify_new: true,
    warn_delete: true,
    language: 'de',
    system_name: 'Asia/Tokyo',
    fax_copy: 'pdf',
    send_notices: 'failed',
  });
});
