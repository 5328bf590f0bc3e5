import { afterAll, beforeAll, expect, it } from 'vitest';

import type { DocumentEngine } from '#engine/documents/port.ts';
import { startProgram } from '#test/api-rig.ts';
import { makePerson } from '#test/mailbox-person.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { readFaxes } from './read-faxes.ts';
import { wantText } from './wanted-texts.store.ts';

const BARCODE = { format: 'QRCode', text: 'INV-2026 118734', x: 100, y: 200, w: 300, h: 310 };
const ON_WIRE = { format: 'QRCode', text: 'INV-2026 118734', box: [100, 200, 300, 310] };

let test: TestApp;
let me: MailboxPerson;
const warnings: unknown[] = [];
beforeAll(async () => {
  test = await startApp();
  me = await makePerson(test);
});
afterAll(async () => await test.stop());

/** Reads a fax whose second page has a barcode, or on which barcode detection fails. */
async function read(values: object = {}, barcodesFailed?: string) {
  const fax = await storeFax(test, me.id, { pages: 2, ...values });
  await test.database.transaction(async (tx) => await wantText(tx, me.id, [fax.id]));
  const page = { width: 1728, height: 2156, turn: 0, confidence: 0 } as const;
  const { x, y, w, h } = BARCODE;
  const words = BARCODE.text.split(' ').map((text) => ({ text, x, y, w, h }));
  const documents: Pick<DocumentEngine, 'recognizeText'> = {
    recognizeText: async (_, number) =>
      await Promise.resolve(
        number === 1 || barcodesFailed !== undefined
          ? { kind: 'ok', text: { ...page, lines: [] }, ...(barcodesFailed && { barcodesFailed }) }
          : { kind: 'ok', text: { ...page, lines: [words], barcodes: [BARCODE] } },
      ),
  };
  const log = { info: () => undefined, warn: (entry: unknown) => void warnings.push(entry) };
  const { database, files } = test;
  await readFaxes({ database, files, documents, log, read: async () => {} }, new AbortController().signal);
  return fax;
}

const events = async () => {
  const { rows } = await test.database.pool.query<{ data: object }>(
    `select data from api_event where type = 'fax.recognized' order by created_at, id`,
  );
  return rows.map(({ data }) => data);
};

it('barcodes are stored with their page, found by searches, and given to people and programs', async () => {
  const { ask } = await startProgram(test, { kind: 'account', id: me.id }, { scopes: ['faxes:read'] });
  const fax = await read({ at: new Date() });
  const { pages } = (await me.send('GET', `/api/faxui/faxText?fid=${fax.id}`)).json<{ pages: object[] }>();
  expect(pages).toMatchObject([{ barcodes: [] }, { page: 2, barcodes: [ON_WIRE] }]);
  for (const typed of ['inv2026', '118734', '"inv-2026 118734"']) {
    const found = await me.send('GET', `/api/faxui/search?q=${encodeURIComponent(typed)}`);
    expect(found.json<{ data: object[] }>().data).toMatchObject([{ fax_id: String(fax.id) }]);
  }
  expect(await ask('GET', `/faxes/fax_${fax.id}/text`)).toMatchObject({
    status: 200,
    body: {
      object: 'fax_text',
      fax: `fax_${fax.id}`,
      state: 'done',
      pages: [
        { page: 1, text: '', barcodes: [] },
        { page: 2, text: 'INV-2026 118734', barcodes: [ON_WIRE] },
      ],
    },
  });
  const barcodes = [{ page: 2, format: 'QRCode', text: 'INV-2026 118734' }];
  const about = { object: 'fax', id: `fax_${fax.id}`, account: `acc_${me.id}` };
  expect(await events()).toEqual([{ ...about, barcodes }]);
});

it('what the webhook says of accounts with health records is the id alone; older faxes are no news', async () => {
  const before = (await events()).length;
  await read({ at: new Date(Date.now() - 2 * 86_400_000) });
  expect(await events()).toHaveLength(before);
  await test.database.pool.query('update account set is_hipaa = true where id = $1', [me.id]);
  const fax = await read({ at: new Date() });
  expect((await events()).at(-1)).toEqual({ object: 'fax', id: `fax_${fax.id}`, account: `acc_${me.id}` });
});

it('a page whose barcodes cannot be read keeps its text, and the log says so', async () => {
  const fax = await read({ at: new Date() }, 'status 1');
  expect(warnings).toMatchObject(
    [1, 2].map((page) => ({ event: 'text.barcodes-failed', fax: fax.id, page, reason: 'status 1' })),
  );
});
