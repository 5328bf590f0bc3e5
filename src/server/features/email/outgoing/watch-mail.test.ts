import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeBrand } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { watchMail } from './watch-mail.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('an outage of an hour is told once, and its end once', async () => {
  const told: string[] = [];
  const note = (_: object, message: string) => void told.push(message);
  const log = { error: note, info: note };
  const watch = async () => await watchMail(database, log as never);
  await database.pool.query('insert into installation default values on conflict do nothing');
  await database.db
    .insertInto('mail_out')
    .values({
      brand_id: await makeBrand(database.db),
      template: 'new-fax',
      language: 'en',
      to_address: 'a@example.com',
      message_id: 'one@x.test',
      tries: 1,
    })
    .execute();
  await watch();
  expect(told).toEqual([]);
  await database.pool.query(`update mail_out set created_at = now() - interval '61 minutes'`);
  for (let time = 0; time < 3; time += 1) await watch();
  expect(told).toEqual(['outgoing mail does not work: check the mail server']);
  await database.pool.query(`update mail_out set state = 'sent', ended_at = now()`);
  for (let time = 0; time < 3; time += 1) await watch();
  expect(told.slice(1)).toEqual(['outgoing mail works again']);
});
