import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { contactCalls } from '#test/contacts-rig.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

let test: TestApp;
let owner: SignedIn;
let account: AccountId;
let mine: ReturnType<typeof contactCalls>;
let stranger: SignedIn;

beforeAll(async () => {
  test = await startApp();
  const [a, b] = [await makeAccount(test.database.db), await makeAccount(test.database.db)];
  account = a.id;
  owner = await test.signIn(a.number);
  mine = contactCalls(test, owner);
  stranger = await test.signIn(b.number);
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  await test.database.pool.query('delete from contact; delete from deleted_contact');
});

const restore = async (faxnumids: readonly string[], who = owner) =>
  await test.app.inject({
    method: 'POST',
    url: '/api/faxui/restoreContacts',
    ...who,
    payload: { faxnumids },
  });
const restored = async (...args: Parameters<typeof restore>) =>
  (await restore(...args)).json<{ data: { restored: string[] } }>().data.restored;
const remove = async (id: string) => await mine.call('DELETE', { faxnumid: id });
const stored = async () => (await test.database.pool.query<object>('select * from contact order by id')).rows;

it('brings contacts back as they were: ids, times, names on faxes, suggestions', async () => {
  const first = await mine.add({ to_person: 'Dana Whitfield', company: 'Acme', description: 'two\nlines' });
  const second = await mine.add({ to_person: 'Zoë', faxnum: '', email: 'zoe@example.com' });
  await makeFax(test.database.db, account, { number: '2125550142', company: 'FAX 1' });
  await test.database.pool.query('update contact set to_person = to_person');
  const before = await stored();
  const suggest = async () =>
    (await test.app.inject({ url: '/api/faxui/recipients?search=dana', ...owner })).json<{ data: object[] }>()
      .data;
  const suggested = await suggest();
  expect(suggested).toHaveLength(1);
  for (const id of [first, second]) await remove(id);
  expect(await stored()).toEqual([]);
  expect(await suggest()).toEqual([]);
  expect(new Set(await restored([first, second, '999999']))).toEqual(new Set([first, second]));
  expect(await stored()).toEqual(before);
  expect(await suggest()).toEqual(suggested);
  const { rows } = await test.database.pool.query<{ company: string }>('select company from fax');
  expect(rows).toEqual([{ company: 'Acme' }]);
  expect(await restored([first, second])).toEqual([]);
  const audit = await test.database.pool.query<{ action: string; detail: object }>(
    "select action, detail from audit where action = 'contact.restore'",
  );
  expect(audit.rows).toEqual([
    { action: 'contact.restore', detail: { contacts: [Number(first), Number(second)] } },
  ]);
});

it('leaves deleted what exists again, under any id, and restores the rest', async () => {
  const [number, email, other] = [
    await mine.add(),
    await mine.add({ faxnum: '', email: 'zoe@example.com' }),
    await mine.add({ faxnum: '2125550199' }),
  ];
  for (const id of [number, email, other]) await remove(id);
  const again = await mine.add({ to_person: 'Imported meanwhile' });
  await mine.add({ faxnum: '', email: 'ZOE@example.com' });
  expect(await restored([number, email, other])).toEqual([other]);
  await remove(again);
  // Of two deleted contacts with one number, only one can be restored.
  expect(await restored([number, again])).toEqual([number]);
});

it('restores nothing for others, and nothing beyond the limit of an address book', async () => {
  const id = await mine.add();
  await remove(id);
  expect(await restored([id], stranger)).toEqual([]);
  await test.database.pool.query(
    `insert into contact (account_id, to_person, company, fax_number)
     select $1, 'Person', '', (3000000000 + n)::text from generate_series(1, 20000) n`,
    [account],
  );
  const full = await restore([id]);
  expect([full.statusCode, full.json<{ error: string }>().error]).toEqual([412, 'TOO_MANY_CONTACTS']);
  await test.database.pool.query("delete from contact where fax_number = '3000000001'");
  expect(await restored([id])).toEqual([id]);
});
