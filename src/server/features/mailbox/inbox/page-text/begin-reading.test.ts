import { afterAll, beforeAll, expect, it } from 'vitest';

import { makePerson } from '#test/mailbox-person.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { beginReading } from './begin-reading.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it.each([
  ['off', 0, 0],
  ['received', 1, 0],
  ['all', 1, 1],
] as const)('F2E_OCR=%s decides which new faxes are read', async (mode, arrived, sent) => {
  const me = await makePerson(test);
  const fax = await storeFax(test, me.id, { action: 'S' });
  const { document_id: documentId } = await test.database.db
    .selectFrom('fax')
    .select('document_id')
    .where('id', '=', fax.id)
    .executeTakeFirstOrThrow();
  const came = await storeFax(test, me.id);
  let jobs = 0;
  const reading = beginReading(async () => await Promise.resolve(void (jobs += 1)), mode);
  await test.database.transaction(async (tx) => {
    await reading.arrived(tx, { accountId: me.id, faxId: came.id });
    expect(jobs).toBe(arrived);
    await reading.converted(tx, { accountId: me.id, documentId });
  });
  expect(jobs).toBe(arrived + sent);
});
