import { afterAll, beforeAll, expect, it } from 'vitest';

import { blankBitmap } from '#engine/documents/fax-page/bitmap.ts';
import { encodeFaxPage, writeClassF } from '#engine/documents/fax-page/class-f.ts';
import { FRIEND, makeFriend, startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { storeFax } from '#test/mailbox-rig.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
  await makeFriend(rig);
});
afterAll(async () => await rig.stop());

it('a fax is forwarded once for each Idempotency-Key: after a lost answer a repeat mails nothing', async () => {
  const tiff = writeClassF([encodeFaxPage(blankBitmap(1728, 2156))]);
  const received = async () => (await storeFax(rig, rig.account.id, { tiff, pages: 1 })).id;
  const forward = async (fid: number) => {
    const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/forwardFax`, {
      method: 'POST',
      headers: {
        ...rig.credentials,
        'content-type': 'application/json',
        'idempotency-key': 'forward-once',
      },
      body: JSON.stringify({ fid, emails: [FRIEND] }),
    });
    return [response.status, ((await response.json()) as { error?: string }).error];
  };
  const id = await received();
  const done = [200, undefined];
  expect(await Promise.all([1, 2, 3].map(async () => await forward(id)))).toEqual([done, done, done]);
  expect(await forward(id)).toEqual(done);
  expect(await forward(await received())).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  const mails = await rig.database.db.selectFrom('mail_out').select('to_address').execute();
  expect(mails).toEqual([{ to_address: FRIEND }]);
});
