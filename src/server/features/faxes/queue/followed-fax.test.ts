import { expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startSending } from '#test/sending-rig.ts';

it('faxes are followed in the order asked for, pages of the outbox are counted, and nothing of other accounts is told', async () => {
  const rig = await startSending();
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 1 });
  const { db } = rig.database;
  const [account, other] = [await makeAccount(db), await makeAccount(db)];
  const jobs = await rig.send(account.id, ['3105550111', '3105550122']);
  const [first = 0, second = 0] = jobs.map(({ faxId }) => faxId);
  const { outbox } = rig.sending;
  const ids = [second, 999_999, first];
  expect((await outbox.follow(account.id, ids)).map(({ fid }) => Number(fid))).toEqual([second, first]);
  expect(await outbox.follow(other.id, ids)).toEqual([]);
  const page = await outbox.list(account.id, { start: 1, length: 1 });
  expect([page.data.map(({ fid }) => Number(fid)), page.total]).toEqual([[second], 2]);
  expect(await outbox.list(other.id)).toEqual({ data: [], total: 0 });
  await rig.stop();
});
