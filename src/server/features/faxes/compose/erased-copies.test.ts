import { afterAll, beforeAll, expect, it } from 'vitest';

import { deleteFaxes } from '#server/features/faxes/files/erase.service.ts';
import { letter, startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

import { MAX_COPIES_A_DAY } from './fax-copies.ts';

const FRIEND = 'jane@acme.example';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startCompose();
  await rig.database.db
    .insertInto('contact')
    .values({ account_id: rig.account.id, to_person: 'Jane', company: 'Acme', email: FRIEND })
    .execute();
});
afterAll(async () => await rig.stop());

it('copies by email count for a day, also when their fax is erased', async () => {
  const { db } = rig.database;
  const sent = await rig.send({ destinations: rig.other.number, destinationsEmail: FRIEND }, [letter]);
  const { document_id } = await db.selectFrom('fax_copy').select('document_id').executeTakeFirstOrThrow();
  const full = Array.from({ length: MAX_COPIES_A_DAY - 1 }, (_, i) => ({
    account_id: rig.account.id,
    document_id,
    to_address: `${i}@acme.example`,
  }));
  await db.insertInto('fax_copy').values(full).execute();
  const faxId = Number(sent.data?.jobs[0]?.fid);
  await rig.database.transaction(
    async (tx) => await deleteFaxes(tx, rig.account.id, [{ faxId, documentId: document_id }]),
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
