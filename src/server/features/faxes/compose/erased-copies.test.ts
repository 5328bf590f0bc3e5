import { afterAll, beforeAll, expect, it } from 'vitest';

import { deleteFaxes } from '#server/features/faxes/files/erase.service.ts';
import { FRIEND, copyMore, letter, makeFriend, startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

import { MAX_COPIES_A_DAY } from './fax-copies.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startCompose();
  await makeFriend(rig);
});
afterAll(async () => await rig.stop());

it('copies by email count for a day, also when their fax is erased', async () => {
  const { db } = rig.database;
  const sent = await rig.send({ destinations: rig.other.number, destinationsEmail: FRIEND }, [letter]);
  const documentId = await copyMore(rig, MAX_COPIES_A_DAY - 1);
  const faxId = Number(sent.data?.jobs[0]?.fid);
  await rig.database.transaction(
    async (tx) => await deleteFaxes(tx, rig.account.id, [{ faxId, documentId }]),
  );
  expect(await db.selectFrom('fax_copy').select('id').execute()).toEqual([]);
  const over = await rig.send({ destinationsEmail: FRIEND }, [letter]);
  expect(over).toMatchObject({ status: 412, error: 'EMAIL_LIMIT' });
  await db
    .updateTable('day_limit_use')
    .set({ at: new Date(Date.now() - 86_400_000) })
    .execute();
  expect(await rig.send({ destinationsEmail: FRIEND }, [letter])).toMatchObject({ status: 200 });
});
