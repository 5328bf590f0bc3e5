import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DocumentEngine, PageText, PageTextOutcome } from '#engine/documents/port.ts';
import { DamagedFile } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { makePerson } from '#test/mailbox-person.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { storeFax } from '#test/mailbox-rig.ts';
import { takeFax } from './page-text.store.ts';
import { wantText } from './wanted-texts.store.ts';
import { readFaxes } from './read-faxes.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

/** Returns a page with these words in rows, each word 100 dots wide. */
function pageWith(text: string, turn: PageText['turn'] = 0): PageText {
  const lines = text
    .split('\n')
    .map((line, row) =>
      line.split(' ').map((word, at) => ({ text: word, x: at * 110, y: row * 40, w: 100, h: 30 })),
    );
  return { width: 1728, height: 2156, turn, lines, confidence: 90 };
}

const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12));
const never = new AbortController().signal;

/** Reads waiting faxes; `pages` returns the outcome for each page. */
async function read(
  pages: (page: number) => PageTextOutcome | Promise<PageTextOutcome>,
  signal = never,
  files: Pick<FileStore, 'get'> = test.files,
): Promise<number[]> {
  const asked: number[] = [];
  const documents: Pick<DocumentEngine, 'recognizeText'> = {
    recognizeText: async (_, page) => {
      asked.push(page);
      return await pages(page);
    },
  };
  const log = { info: () => undefined, warn: () => undefined };
  await readFaxes({ database: test.database, files, documents, log, read: async () => {} }, signal);
  return asked;
}

const texts =
  (...pages: string[]) =>
  (page: number): PageTextOutcome => ({ kind: 'ok', text: pageWith(pages[page - 1] ?? '') });

/** Stores a fax of the account with these texts on its pages, and reads it. */
async function faxWith(me: MailboxPerson, pages: string[], values: object = {}) {
  const fax = await storeFax(test, me.id, { pages: pages.length, ...values });
  await test.database.transaction(async (tx) => await wantText(tx, me.id, [fax.id]));
  await read(texts(...pages));
  return fax;
}

/** Ends the process on the second page. */
function dieAtTwo(page: number): PageTextOutcome {
  if (page === 2) throw new Error('killed');
  return texts('one', 'two', 'three')(page);
}

interface Found {
  data: { fax_id: string; snippet?: string }[];
}
const search = async (me: MailboxPerson, q: string) =>
  (await me.send('GET', `/api/faxui/search?q=${encodeURIComponent(q)}`)).json<Found>().data;
const ids = async (me: MailboxPerson, q: string) => (await search(me, q)).map(({ fax_id }) => Number(fax_id));
const textOf = async (me: MailboxPerson, id: number, from = 1) =>
  await me.send('GET', `/api/faxui/faxText?fid=${id}&from=${from}`);

describe('the text of pages', () => {
  it('[A-OCR-04] is found beside senders, newest first, with the words around it', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const first = await faxWith(me, [
      'Invoice HMG-2026-118734\nTotal amount 4,310.00 due',
      'Page two says Überweisung',
    ]);
    const dana = await me.fax({ number: '2125550123', sender: 'Dana Amount', at: at(2) });
    const second = await faxWith(me, ['Call (212) 555-0177 about the amount'], { sender: 'Lee', at: at(3) });
    await faxWith(other, ['Invoice HMG-2026-118734 amount']);
    expect(await ids(me, 'hmg2026118734')).toEqual([first.id]);
    for (const typed of [
      'HMG-2026-118734',
      'hmg 118734',
      '2026-118734',
      '"total amount"',
      '4310',
      '4,310',
      'uberweisung',
      'überw',
    ])
      expect(await ids(me, typed)).toEqual([first.id]);
    expect(await ids(me, '2125550177')).toEqual([second.id]);
    expect(await ids(me, 'lee amount')).toEqual([second.id]);
    expect(new Set(await ids(me, 'amount'))).toEqual(new Set([first.id, dana.id, second.id]));
    expect(await ids(me, 'from:dana invoice')).toEqual([]);
    for (const nothing of ['"amount total"', 'in:sent invoice', 'invoice -', 'nvoice'])
      expect(await ids(me, nothing)).toEqual([]);
    const [number] = await search(me, 'hmg2026118734');
    expect(number?.snippet).toContain('Invoice HMG-2026-118734');
    const [shown] = await search(me, 'uberweisung');
    expect(shown).toMatchObject({ snippet: 'Page two says Überweisung' });
  });

  it('[A-OCR-05] is given by pages with the box of each word, to its own account only, and counts as opening the fax', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const fax = await faxWith(me, ['One two\nthree', '']);
    expect((await textOf(me, fax.id)).json()).toEqual({
      state: 'done',
      pages: [
        {
          page: 1,
          width: 1728,
          height: 2156,
          turn: 0,
          lines: [
            { words: ['One', 'two'], boxes: [0, 0, 100, 30, 110, 0, 100, 30] },
            { words: ['three'], boxes: [0, 40, 100, 30] },
          ],
          barcodes: [],
        },
        { page: 2, width: 1728, height: 2156, turn: 0, lines: [], barcodes: [] },
      ],
    });
    expect((await textOf(other, fax.id)).statusCode).toBe(404);
    expect((await textOf(me, fax.id, 2)).json<{ pages: unknown[] }>().pages).toHaveLength(1);
    const unread = await storeFax(test, me.id);
    expect((await textOf(me, unread.id)).json()).toEqual({ state: 'none', pages: [] });
  });

  it('[F-text-01] a page that ends its process three times is given up, and the others are read', async () => {
    const me = await makePerson(test);
    const fax = await storeFax(test, me.id, { pages: 3 });
    await test.database.transaction(async (tx) => await wantText(tx, me.id, [fax.id]));
    const asked: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      // Faxes of a killed process are released after a few minutes.
      await test.database.db.updateTable('fax_text').set({ taken_until: null }).execute();
      asked.push(...(await read(dieAtTwo).catch(() => [])));
    }
    const { pages, state } = (await textOf(me, fax.id)).json<{
      state: string;
      pages: { lines: unknown[] }[];
    }>();
    expect([state, pages.map(({ lines }) => lines.length)]).toEqual(['done', [1, 0, 1]]);
    expect(asked).toEqual([3]);
    expect(await ids(me, 'three')).toEqual([fax.id]);
  });

  it('a fax waits while this machine cannot read, and nothing counts against it', async () => {
    const me = await makePerson(test);
    const fax = await storeFax(test, me.id);
    await test.database.transaction(async (tx) => await wantText(tx, me.id, [fax.id]));
    for (let time = 0; time < 4; time += 1)
      expect(await read(() => ({ kind: 'unavailable', detail: 'not installed' }))).toEqual([1]);
    expect((await textOf(me, fax.id)).json()).toEqual({ state: 'waiting', pages: [] });
    await read(texts('later'));
    expect(await ids(me, 'later')).toEqual([fax.id]);
  });

  it('a fax that is damaged in the store has no text, and holds up no other', async () => {
    const me = await makePerson(test);
    const [fax, other] = [await storeFax(test, me.id), await storeFax(test, me.id)];
    await test.database.transaction(async (tx) => await wantText(tx, me.id, [fax.id, other.id]));
    const get = async (key: string) => {
      if (key.startsWith(other.storageKey)) throw new DamagedFile(Buffer.from('rot'));
      return await test.files.get(key);
    };
    expect(await read(texts('legible'), never, { get })).toEqual([1]);
    expect((await textOf(me, other.id)).json()).toMatchObject({ state: 'done' });
    expect(await ids(me, 'legible')).toEqual([fax.id]);
  });

  it('one document is read once, for all its faxes', async () => {
    const me = await makePerson(test);
    const fax = await faxWith(me, ['brochure']);
    const { document_id: documentId } = await test.database.db
      .selectFrom('fax')
      .select('document_id')
      .where('id', '=', fax.id)
      .executeTakeFirstOrThrow();
    const twin = await me.fax({ documentId, pages: 1 });
    await test.database.transaction(async (tx) => await wantText(tx, me.id, [twin.id]));
    expect(await read(texts('other'))).toEqual([]);
    expect(new Set(await ids(me, 'brochure'))).toEqual(new Set([fax.id, twin.id]));
  });

  it('is not read for accounts and products that do not want it, and goes with its fax', async () => {
    const me = await makePerson(test);
    const fax = await storeFax(test, me.id);
    const settings = test.database.db.updateTable('account_settings').where('account_id', '=', me.id);
    const want = async () =>
      await test.database.transaction(async (tx) => await wantText(tx, me.id, [fax.id]));
    await settings.set({ read_text: false }).execute();
    expect(await want()).toBe(0);
    await settings.set({ read_text: true }).execute();
    expect([await want(), await want()]).toEqual([1, 0]);
    await read(texts('secret'));
    await test.database.db.deleteFrom('fax').where('id', '=', fax.id).execute();
    const left = await test.database.db
      .selectFrom('fax_page_text')
      .select('page')
      .where('fax_id', '=', fax.id)
      .execute();
    expect(left).toEqual([]);
    expect(await takeFax(test.database.db)).toBeNull();
  });

  it('is deleted and no longer found once the account or its product turns it off', async () => {
    const { db } = test.database;
    const me = await makePerson(test);
    const kept = await makePerson(test);
    const other = await faxWith(kept, ['secret']);
    await faxWith(me, ['secret']);
    await db
      .updateTable('account_settings')
      .set({ read_text: false })
      .where('account_id', '=', me.id)
      .execute();
    await read(texts());
    expect(await ids(me, 'secret')).toEqual([]);
    const product = await db
      .insertInto('product')
      .values({ brand_id: 1, code: `P${kept.id}`, type: 'local', name: 'Plain', read_text: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await ids(kept, 'secret')).toEqual([other.id]);
    await db.updateTable('account').set({ product_id: product.id }).where('id', '=', kept.id).execute();
    await read(texts());
    expect(await ids(kept, 'secret')).toEqual([]);
    const left = await db
      .selectFrom('fax_page_text')
      .select('page')
      .where('account_id', 'in', [me.id, kept.id])
      .execute();
    expect(left).toEqual([]);
  });
});
