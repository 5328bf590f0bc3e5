import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { PageTextOutcome } from '#engine/documents/port.ts';
import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { makeAccount } from '#test/factories.ts';
import type { AccountValues } from '#test/factories.ts';
import { copying } from '#test/copying.ts';
import type { Copying } from '#test/copying.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { readMails } from '#test/mails.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const READ: PageTextOutcome = {
  kind: 'ok',
  text: {
    width: 1728,
    height: 2156,
    turn: 0,
    lines: [[{ text: 'invoice', x: 10, y: 10, w: 90, h: 20 }]],
    confidence: 90,
    barcodes: [],
  },
};
const AWAY: PageTextOutcome = { kind: 'unavailable', detail: 'not now' };
const DAMAGED: PageTextOutcome = { kind: 'failed', detail: 'damaged' };

/** The outcome of reading a page. */
let reading: PageTextOutcome = READ;
const documents = fakeDocuments({
  recognizeText: async () => await Promise.resolve(reading),
  pageImage: async () => await Promise.resolve({ kind: 'ok', gif: Buffer.from('GIF89a') }),
  exportTiff: async (tiff) => await Promise.resolve(tiff),
  exportPdf: async (_tiff, _rotation, _turns, texts) =>
    await Promise.resolve(Buffer.from(texts === undefined ? 'plain' : JSON.stringify(texts))),
});

let test: TestApp;
let account: Awaited<ReturnType<typeof makeAccount>>;
let calls: Copying;
beforeAll(async () => {
  test = await startApp({ documents, env: { F2E_OCR: 'received' } });
  calls = copying(test);
});
beforeEach(async () => {
  reading = READ;
  await open();
});
afterAll(async () => await test.stop());

const query = async (text: string, values: unknown[] = []) => await test.database.pool.query(text, values);
const set = async (settings: object) =>
  await test.database.db
    .updateTable('account_settings')
    .set(settings)
    .where('account_id', '=', account.id)
    .execute();

/** Creates an account that wants searchable PDFs, with a second address. */
async function open(values: AccountValues = {}): Promise<void> {
  account = await makeAccount(test.database.db, values);
  await set({ fax_copy_words: true });
  await query(
    `insert into subaccount (account_id, email, receive_faxes, send_faxes) values ($1, $2, true, false)`,
    [account.id, `second-${account.id}@example.com`],
  );
}

const arrive = async (): Promise<number> => await calls.receive(account.number);

/** Returns what the account's mails contain, after everything due is done. */
async function mails(): Promise<string[]> {
  await test.runJobs();
  const mine = [account.email, `second-${account.id}@example.com`, `third-${account.id}@example.com`];
  const sent = (await readMails(test.folder)).filter(({ to }) => mine.includes(to));
  return sent
    .map(({ to, source }) => `${mine.indexOf(to)} ${source.includes(WITH_WORDS) ? 'words' : 'plain'}`)
    .toSorted();
}
/** The words as they appear in a mail, whatever precedes them. */
const WITH_WORDS = Buffer.from('[{"width":1728').toString('base64').slice(0, 16);

/** Makes this machine able to read again, and reads what waits. */
async function read(outcome = READ): Promise<void> {
  reading = outcome;
  const log = { info: () => undefined, warn: () => undefined };
  const { pageTexts, onTextRead } = test.services;
  const deps = { files: test.files, documents, log, read: onTextRead };
  await pageTexts.readWaiting(deps, new AbortController().signal, () => undefined);
}

/** Ends the maximum time that mails wait. */
async function late(): Promise<void> {
  await query(`update document set created_at = created_at - make_interval(mins => $1)`, [
    WORDS_WAIT_MINUTES,
  ]);
  await query(`update mail_out set words_until = now() where words_until is not null`);
  await query(`update hand_queue.job set not_before = now()`);
}

describe('mails with searchable PDFs', () => {
  it('[F-mail-10] wait for the words of the pages, and leave once to each address when they are known', async () => {
    reading = AWAY;
    await arrive();
    expect(await mails()).toEqual([]);
    await read();
    expect(await mails()).toEqual(['0 words', '1 words']);
    // The jobs that would have sent them without words find nothing to do.
    await late();
    expect(await mails()).toEqual(['0 words', '1 words']);
  });

  it('[F-mail-10] leave without words after ten minutes, and not again when these are read later', async () => {
    reading = AWAY;
    await arrive();
    const { rows } = await query(
      `select round(extract(epoch from words_until - created_at))::int as waits from mail_out where account_id = $1`,
      [account.id],
    );
    expect(rows).toEqual([{ waits: WORDS_WAIT_MINUTES * 60 }, { waits: WORDS_WAIT_MINUTES * 60 }]);
    await late();
    expect(await mails()).toEqual(['0 plain', '1 plain']);
    await read();
    expect(await mails()).toEqual(['0 plain', '1 plain']);
  });

  it('[F-mail-10] leave without words as soon as the pages are given up', async () => {
    await arrive();
    reading = DAMAGED;
    expect(await mails()).toEqual(['0 plain', '1 plain']);
  });

  it('[F-mail-10] of a reader that is killed before its end is committed wait on', async () => {
    reading = AWAY;
    const faxId = await arrive();
    const killed = test.database.transaction(async (tx) => {
      await test.services.onTextRead(tx, { accountId: account.id, faxId });
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await mails()).toEqual([]);
    await read();
    expect(await mails()).toEqual(['0 words', '1 words']);
  });

  it('[F-mail-10] that are being tried without words get no second job when the words come', async () => {
    reading = AWAY;
    await arrive();
    await late();
    const before = await query('select count(*)::int as jobs from hand_queue.job');
    await read();
    const after = await query('select count(*)::int as jobs from hand_queue.job');
    expect(after.rows).toEqual(before.rows);
    expect(await mails()).toEqual(['0 words', '1 words']);
  });

  it('of rules wait from the arrival on, not from when the rule acted', async () => {
    reading = AWAY;
    const faxId = await arrive();
    const third = async () =>
      await test.database.transaction(
        async (tx) =>
          await test.mail.notices.arrivedFor(tx, { accountId: account.id, faxId }, [
            `third-${account.id}@example.com`,
          ]),
      );
    await query(`update document set created_at = created_at - make_interval(mins => $1)`, [
      WORDS_WAIT_MINUTES,
    ]);
    await third();
    expect(await mails()).toEqual(['2 plain']);
  });

  it('of rules that have waited for the words bring them', async () => {
    const faxId = await arrive();
    expect(await mails()).toEqual(['0 words', '1 words']);
    await test.database.transaction(
      async (tx) =>
        await test.mail.notices.arrivedFor(tx, { accountId: account.id, faxId }, [
          `third-${account.id}@example.com`,
        ]),
    );
    expect(await mails()).toEqual(['0 words', '1 words', '2 words']);
  });

  it.each([
    ['nobody chose it', { fax_copy_words: false }],
    ['TIFF is chosen', { fax_copy: 'tiff' }],
    ['no document is chosen', { fax_copy: 'notice' }],
    ['the pages of the account are not read', { read_text: false }],
  ])('leave at once where %s', async (_, settings) => {
    reading = AWAY;
    await set(settings);
    await arrive();
    expect(await mails()).toEqual(['0 plain', '1 plain']);
  });

  it('leave at once, as news alone, for accounts with health records', async () => {
    reading = AWAY;
    await open({ hipaa: true });
    await arrive();
    expect(await mails()).toEqual(['0 plain', '1 plain']);
  });

  it('are chosen like PDFs and TIFFs, which the version before reads as PDF', async () => {
    await set({ fax_copy_words: false });
    const who = await test.signIn(account.number);
    const url = '/api/faxui/mailDelivery.json';
    const change = async (copy: string) =>
      (await test.app.inject({ method: 'PUT', url, ...who, payload: { copy } })).json<{
        data: { copy: string };
      }>().data.copy;
    const stored = async () =>
      (
        await query('select fax_copy, fax_copy_words from account_settings where account_id = $1', [
          account.id,
        ])
      ).rows[0] as object;
    expect((await test.app.inject({ url, ...who })).json()).toMatchObject({ copy: 'pdf' });
    expect(await change('searchable-pdf')).toBe('searchable-pdf');
    expect((await test.app.inject({ url, ...who })).json()).toMatchObject({ copy: 'searchable-pdf' });
    expect(await stored()).toEqual({ fax_copy: 'pdf', fax_copy_words: true });
    expect(await change('pdf')).toBe('pdf');
    expect(await stored()).toEqual({ fax_copy: 'pdf', fax_copy_words: false });
  });
});
