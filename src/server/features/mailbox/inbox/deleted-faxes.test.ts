import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { idsOf, makePerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it('[INBOX-47] a deleted fax leaves every list at once; its files go after the retention period, not before', async () => {
  const me = await makePerson(test);
  const fax = await storeFax(test, me.id, { pages: 2 });
  const other = await storeFax(test, me.id);
  expect(new Set(idsOf(await me.list('Inbox')))).toEqual(new Set([fax.id, other.id]));
  await me.act('delete', String(fax.id));
  for (const folder of ['Inbox', 'Archive', 'Sent', 'Outbox'] as const)
    expect(idsOf(await me.list(folder))).not.toContain(fax.id);
  const dashboard = await me.send('GET', '/api/n1/db/f2e/Dashboard.json');
  expect(dashboard.json<{ recReceived: { fid: string }[] }>().recReceived.map(({ fid }) => fid)).toEqual([
    String(other.id),
  ]);
  const file = `${fax.storageKey}/fax.tiff`;
  const { purgeDeletedFaxes } = createMaintenance({
    database: test.database,
    store: test.files,
    log: pino({ level: 'silent' }),
    keepDays: readConfig({}).keepDays,
  });
  const purge = async () => await purgeDeletedFaxes(new AbortController().signal);
  const deletedDaysAgo = async (days: number) =>
    await sql`update fax set deleted_at = now() - make_interval(days => ${days}) where id = ${fax.id}`.execute(
      test.database.db,
    );
  await deletedDaysAgo(29);
  await purge();
  expect(await test.files.get(file)).not.toBeNull();
  await deletedDaysAgo(31);
  await purge();
  // A fax is looked at twice, most of a day apart, so that a clock that jumped deletes nothing.
  expect(await test.files.get(file)).not.toBeNull();
  await sql`update purge_sighting set seen_at = now() - interval '21 hours'`.execute(test.database.db);
  await purge();
  expect(await test.files.get(file)).toBeNull();
  expect(await test.files.get(`${other.storageKey}/fax.tiff`)).not.toBeNull();
});
