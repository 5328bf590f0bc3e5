import { afterAll, beforeAll, expect, it } from 'vitest';

import { startStorageRig } from '#test/storage-rig.ts';
import type { StorageRig } from '#test/storage-rig.ts';

import { claimHeldNotices } from './deliveries.store.ts';

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

it('a storage that has waited for a person since it was saved is reminded of after a week, and each week', async () => {
  const { database } = rig.test;
  const who = await rig.person();
  await rig.save(who);
  await rig.receive(who.number);
  const waits = async (days: number, noticed: string) =>
    await database.pool.query(
      `update storage_link set held = true, failing_since = now() - make_interval(days => $2), noticed_at = ${noticed}
       where account_id = $1`,
      [who.id, days],
    );
  const reminded = async () =>
    await database.transaction(async (tx) =>
      (await claimHeldNotices(tx, 7)).map(({ accountId }) => accountId),
    );
  await waits(6, 'null');
  expect(await reminded()).toEqual([]);
  await waits(8, 'null');
  expect(await reminded()).toEqual([who.id]);
  expect(await reminded()).toEqual([]);
  await waits(20, `now() - interval '8 days'`);
  expect(await reminded()).toEqual([who.id]);
});

it('a database that does not answer ends no searchable copy', async () => {
  const { database } = rig.test;
  const who = await rig.person();
  await rig.save(who, { fileType: 'searchable-pdf' });
  await rig.receive(who.number);
  await database.pool.query('alter table fax_page_text rename to fax_page_text_away');
  await rig.deliver();
  await database.pool.query('alter table fax_page_text_away rename to fax_page_text');
  expect(await rig.states(who.id)).toMatchObject([{ state: 'queued' }]);
});
