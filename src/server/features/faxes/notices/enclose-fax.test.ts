import { afterAll, beforeAll, expect, it } from 'vitest';

import { DamagedFile } from '#engine/file-store/port.ts';
import { makeAccount } from '#test/factories.ts';
import { fakeDocuments, storeFax } from '#test/mailbox-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { createEncloseFax } from './enclose-fax.ts';

const { documents } = fakeDocuments();
const texts = { forExport: async () => await Promise.resolve([]) };
/** The size limit of mail attachments in an installation, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024;
let test: TestApp;
beforeAll(async () => {
  test = await startApp({ documents });
});
afterAll(async () => await test.stop());

it('mails about sent and failed faxes bring the transmission report, never for health records, and go without it when it fails', async () => {
  const account = await makeAccount(test.database.db);
  const fax = await storeFax(test, account.id);
  const { db } = test.database;
  await db
    .updateTable('account_settings')
    .set({ send_report: true })
    .where('account_id', '=', account.id)
    .execute();
  const asked: unknown[] = [];
  let broken = false;
  const enclose = createEncloseFax({
    db,
    files: test.files,
    documents,
    texts,
    log: { warn: () => undefined },
    mostBytes: MOST_BYTES,
    report: async (...about) => {
      asked.push(about);
      if (broken) throw new Error('no converter');
      return { name: 'report.pdf', pdf: Buffer.from('%PDF-1.7') };
    },
  });
  const brought = async (template: 'fax-sent' | 'fax-failed'): Promise<string[]> => {
    const about = { accountId: account.id, faxId: fax.id, template, bare: false };
    const { files, note } = await enclose(about);
    return [...files.map(({ name, type }) => `${name} ${type}`), ...(note === undefined ? [] : [note])];
  };
  for (const template of ['fax-sent', 'fax-failed'] as const)
    expect(await brought(template)).toEqual(['report.pdf application/pdf', 'report']);
  expect(asked).toEqual([
    [account.id, fax.id, 'en'],
    [account.id, fax.id, 'en'],
  ]);
  broken = true;
  expect(await brought('fax-failed')).toEqual([]);
  broken = false;
  await db.updateTable('account').set({ is_hipaa: true }).where('id', '=', account.id).execute();
  for (const template of ['fax-sent', 'fax-failed'] as const) expect(await brought(template)).toEqual([]);
});

it('the document and the picture are turned as the fax and its pages are', async () => {
  const account = await makeAccount(test.database.db);
  const fax = await storeFax(test, account.id, { pages: 2 });
  const { db } = test.database;
  await db
    .updateTable('fax')
    .set({ rotation: 90, page_turns: [180, 270] })
    .where('id', '=', fax.id)
    .execute();
  const quiet = { warn: () => undefined };
  const enclose = createEncloseFax({
    db,
    files: test.files,
    documents,
    texts,
    log: quiet,
    mostBytes: MOST_BYTES,
  });
  const mail = { accountId: account.id, faxId: fax.id, template: 'new-fax' as const, bare: false };
  const { files, picture } = await enclose(mail);
  expect(files.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))).toEqual([
    expect.stringContaining('%PDF-1.7 90 180 270 '),
  ]);
  expect(Buffer.from(picture?.bytes ?? []).toString('latin1')).toContain('GIF89a 1 270 ');
});

it('mails are the news alone when the document is too large, unreadable, damaged or gone', async () => {
  const account = await makeAccount(test.database.db);
  const fax = await storeFax(test, account.id);
  const enclose = createEncloseFax({
    db: test.database.db,
    files: test.files,
    documents: { ...documents, exportPdf: async () => Buffer.alloc(MOST_BYTES + 1) },
    texts,
    log: { warn: () => undefined },
    mostBytes: MOST_BYTES,
  });
  const mail = { accountId: account.id, faxId: fax.id, template: 'new-fax' as const, bare: false };
  expect(await enclose(mail)).toMatchObject({
    files: [],
    note: 'tooLarge',
    picture: { contentId: 'page1' },
  });
  const broken = createEncloseFax({
    db: test.database.db,
    files: test.files,
    documents: {
      ...documents,
      exportPdf: async () => {
        throw new Error('poison');
      },
    },
    texts,
    log: { warn: () => undefined },
    mostBytes: MOST_BYTES,
  });
  expect(await broken(mail)).toEqual({ files: [], picture: null, note: 'unreadable' });
  const damaged = createEncloseFax({
    db: test.database.db,
    files: { get: async () => await Promise.reject(new DamagedFile(Buffer.from('rot'))) },
    documents,
    texts,
    log: { warn: () => undefined },
    mostBytes: MOST_BYTES,
  });
  expect(await damaged(mail)).toEqual({ files: [], picture: null, note: 'unreadable' });
  await test.files.delete(`${fax.storageKey}/fax.tiff`);
  expect(await enclose(mail)).toEqual({ files: [], picture: null, note: 'unreadable' });
  expect(await enclose({ ...mail, faxId: 0 })).toEqual({ files: [], picture: null, note: 'gone' });
});
