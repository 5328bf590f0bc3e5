import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSandboxed } from '#engine/documents/fixtures/test-engine.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { makeAccount } from '#test/factories.ts';
import { jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import type { OutboxWorker } from './outbox.worker.ts';

let documents: DocumentEngine;
let rig: SendingRig;
let worker: OutboxWorker;

beforeAll(async () => {
  documents = await openSandboxed();
  rig = await startSending({ documents });
  worker = await rig.sending.startWorker({ convertSlots: 1 });
});
afterAll(async () => {
  await worker.stop();
  await rig.stop();
  await documents.close();
});

it('a cover page and a letter arrive as real fax pages, with a header line of their own', async () => {
  const a = await makeAccount(rig.database.db, { stationId: 'ACME LTD' });
  const b = await makeAccount(rig.database.db);
  const letter = Buffer.from('A letter of some lines.\n'.repeat(80));
  await rig.sending.compose.send({
    account: a.id,
    fields: new Map([
      ['destinations', b.number],
      ['coverpage', '1'],
      ['to_person', 'Jane Doe'],
      ['comments', 'As agreed.'],
    ]),
    files: [{ name: 'letter.txt', extension: 'txt', size: letter.length, read: async () => letter }],
    origin: 'web',
    actor: { kind: 'account', id: a.id },
    address: '192.0.2.1',
    say: (key) => key,
  });
  await until(
    async () => await jobStates(rig),
    (now) => now['DELIVERED'] === 1,
  );
  const faxes = await rig.database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select(['f.account_id', 'f.action', 'f.pages', 'f.status', 'd.tiff_key', 'd.bytes'])
    .orderBy('f.id')
    .execute();
  expect(faxes).toMatchObject([
    { account_id: a.id, action: 'S', pages: 3, status: 'OK' },
    { account_id: b.id, action: 'R', pages: 3, status: 'OK' },
  ]);
  const [sent, received] = await Promise.all(
    faxes.map(async ({ tiff_key }) => Buffer.from((await rig.files.get(tiff_key ?? '')) ?? [])),
  );
  if (!sent || !received) throw new Error('the pages are missing');
  expect(documents.countPages(received)).toBe(3);
  expect(received.equals(sent)).toBe(false);
  const image = await documents.pageImage(received, 1, { rotation: 0, width: 1000 });
  expect(image.kind).toBe('ok');
});
