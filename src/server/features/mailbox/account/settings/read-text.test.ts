import { afterAll, beforeAll, expect, it } from 'vitest';

import type { getGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { makePerson } from '#test/mailbox-person.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const SETTINGS = '/api/n1/db/f2e/GlobalSettings.json';

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ env: { F2E_OCR: 'received' } });
});
afterAll(async () => await test.stop());

it('an owner turns the recognition of text off and on; faxes that came meanwhile are noted then', async () => {
  const { db } = test.database;
  const me = await makePerson(test);
  const readText = async () =>
    (await me.send('GET', SETTINGS)).json<ReplyOf<typeof getGlobalSettings>>().readText;
  const noted = async () =>
    (await db.selectFrom('fax_text').select('fax_id').where('account_id', '=', me.id).execute()).map(
      ({ fax_id }) => fax_id,
    );
  const received = await storeFax(test, me.id);
  await storeFax(test, me.id, { action: 'S' });
  expect(await readText()).toBe('1');
  await me.send('PUT', SETTINGS, { readText: '0' });
  expect([await readText(), await noted()]).toEqual(['0', []]);
  await me.send('PUT', SETTINGS, { readText: '1' });
  expect([await readText(), await noted()]).toEqual(['1', [received.id]]);
});

it('there is no such setting where the product does not recognize text', async () => {
  const me = await makePerson(test);
  const { db } = test.database;
  const { id } = await db
    .insertInto('product')
    .values({ brand_id: 1, code: 'PLAIN', type: 'local', name: 'Plain', read_text: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('account').set({ product_id: id }).where('id', '=', me.id).execute();
  const settings = (await me.send('GET', SETTINGS)).json<object>();
  expect(settings).not.toHaveProperty('readText');
  expect(settings).not.toHaveProperty('splitFaxes');
});

it('an owner has received faxes split at separator pages; at first they are not', async () => {
  const me = await makePerson(test);
  const split = async () =>
    (await me.send('GET', SETTINGS)).json<ReplyOf<typeof getGlobalSettings>>().splitFaxes;
  expect(await split()).toBe('0');
  await me.send('PUT', SETTINGS, { splitFaxes: '1' });
  expect(await split()).toBe('1');
  await me.send('PUT', SETTINGS, { readText: '0', splitFaxes: '0' });
  expect(await split()).toBe('0');
});
