import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_DRAFT_BYTES, MAX_DRAFTS } from '#contract/faxes/drafts.ts';
import type { Draft } from '#contract/faxes/drafts.ts';
import { makePdf } from '#engine/documents/fixtures/make-pdf.ts';
import { readClassF } from '#engine/documents/fax-page/class-f.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';

const pdfOf = (pages: number) => Uint8Array.from(makePdf({ pages }));

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
});
afterAll(async () => await rig.stop());

const origin = () => `http://127.0.0.1:${rig.port}/api/faxui`;

async function add(name: string, bytes: string | Uint8Array<ArrayBuffer>, headers = rig.credentials) {
  const form = new FormData();
  form.set('userfiles[0]', new Blob([bytes]), name);
  const response = await fetch(`${origin()}/drafts`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as { data?: Draft; error?: string; message?: string };
  return { status: response.status, ...body };
}
const list = async (headers = rig.credentials): Promise<Draft[]> =>
  ((await (await fetch(`${origin()}/drafts`, { headers })).json()) as { data: Draft[] }).data;
const ended = async (id: string | undefined): Promise<Draft> => {
  const state = await until(
    async () => (await list()).find((one) => one.id === id),
    (one) => one !== undefined && one.state !== 'CONVERTING',
  );
  if (!state) throw new Error('the draft went away');
  return state;
};
const remove = async (id: string, headers = rig.credentials) =>
  await fetch(`${origin()}/drafts`, {
    method: 'DELETE',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
const page = async (file: string, headers = rig.credentials) =>
  await fetch(`${origin()}/getDraftFile?file=${file}`, { headers });

describe('files of a fax that is being written', () => {
  it('are converted at once; pages are counted and shown; removing removes rows and files', async () => {
    const added = await add('two.pdf', pdfOf(2));
    expect(added).toMatchObject({ status: 200, data: { name: 'two.pdf', state: 'CONVERTING', pages: 0 } });
    const draft = await ended(added.data?.id);
    expect(draft).toMatchObject({ state: 'READY', pages: 2 });
    const image = await page(`${draft.id}/prev2.gif`);
    expect(image.headers.get('content-type')).toBe('image/gif');
    expect((await page(`${draft.id}/prev3.gif`)).status).toBe(404);
    expect((await page(`../${draft.id}/prev1.gif`)).status).toBe(404);
    expect((await remove(draft.id)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await page(`${draft.id}/prev1.gif`)).status).toBe(404);
    expect(await filesOf(draft.id)).toEqual([]);
  });

  it('say what is wrong with a document, and a wrong file is refused at once', async () => {
    const added = await add('broken.pdf', '%PDF-1.7 nothing more');
    expect(await ended(added.data?.id)).toMatchObject({ state: 'FAILED', reason: 'DOCUMENT_DAMAGED' });
    const refused = await rig.send({ destinations: rig.other.number, 'drafts[0]': added.data?.id ?? '' });
    expect(refused).toMatchObject({
      status: 400,
      error: 'DRAFT_FAILED',
      fields: { 'drafts[0]': 'DRAFT_FAILED' },
    });
    expect(refused.message).toContain('broken.pdf');
    await remove(added.data?.id ?? '');
    expect(await add('run.exe', 'MZ')).toMatchObject({ status: 415, error: 'FILE_TYPE' });
    expect(await add('empty.txt', '')).toMatchObject({ status: 400, error: 'FILE_EMPTY' });
    expect(await list()).toEqual([]);
  });

  it('belong to their account alone', async () => {
    const added = await add('mine.txt', 'Mine');
    const { id } = await ended(added.data?.id);
    const session = await rig.signIn(rig.other.number);
    const cookie = Object.entries(session.cookies).map(([name, value]) => `${name}=${value}`);
    const foreign = { cookie: cookie.join('; '), ...session.headers };
    expect(await list(foreign)).toEqual([]);
    expect((await page(`${id}/prev1.gif`, foreign)).status).toBe(404);
    await remove(id, foreign);
    const sent = await rig.send({ destinations: rig.account.number, 'drafts[0]': id }, [], foreign);
    expect(sent).toMatchObject({ status: 400, error: 'DRAFT_UNKNOWN' });
    expect((await list()).map((one) => one.id)).toEqual([id]);
    await remove(id);
  });

  it('[A-DOS-05] are bounded in number and size, and forgotten ones make room', async () => {
    const { db } = rig.database;
    const full = { account_id: rig.account.id, name: 'a.txt', extension: 'txt', state: 'ready' as const };
    await db
      .insertInto('draft')
      .values({ ...full, key: `large-${'x'.repeat(16)}`, bytes: MAX_DRAFT_BYTES - 3 })
      .execute();
    expect(await add('too-much.txt', 'Text')).toMatchObject({ status: 412, error: 'DRAFTS_FULL' });
    expect(await rig.leftOvers()).toMatchObject({ names: [] });
    await db.deleteFrom('draft').execute();
    const many = Array.from({ length: MAX_DRAFTS }, (_, at) => ({
      ...full,
      key: `full-${at}-${'x'.repeat(16)}`,
      bytes: 1,
    }));
    await db.insertInto('draft').values(many).execute();
    expect(await add('one-more.txt', 'Text')).toMatchObject({ status: 412, error: 'DRAFTS_FULL' });
    await db
      .updateTable('draft')
      .set({ created_at: new Date(Date.now() - 3 * 3_600_000) })
      .execute();
    const added = await add('one-more.txt', 'Text');
    expect(added.status).toBe(200);
    expect((await list()).map((one) => one.id)).toEqual([added.data?.id]);
    await ended(added.data?.id);
    await remove(added.data?.id ?? '');
  });

  it('are swept after a day, and so are files without a row', async () => {
    const added = await add('old.txt', 'Old');
    await ended(added.data?.id);
    await rig.files.put('drafts/left-by-a-crash/upload', Buffer.from('x'));
    await rig.database.db
      .updateTable('draft')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    const { sweepDrafts } = await import('./sweep-drafts.ts');
    const log = { info: () => undefined, warn: () => undefined } as never;
    const removed = await sweepDrafts({ ...rig, log }, new AbortController().signal);
    expect(removed).toBe(1);
    // An older database may have lost it: it is removed a day later.
    expect(await filesOf('')).toEqual(['drafts/left-by-a-crash/upload']);
    await rig.database.pool.query(`update orphan_sighting set seen_at = seen_at - interval '25 hours'`);
    await sweepDrafts({ ...rig, log }, new AbortController().signal);
    expect(await filesOf('')).toEqual([]);
  });

  it('begun in a process that is gone are converted by the next one that looks', async () => {
    const key = 'z'.repeat(24);
    await rig.files.put(`drafts/${key}/upload`, Buffer.from('Text'));
    const file = { key, name: 'a.txt', extension: 'txt', bytes: 4 };
    await rig.database.db
      .insertInto('draft')
      .values({ account_id: rig.account.id, ...file })
      .execute();
    expect(await ended(key)).toMatchObject({ state: 'READY', pages: 1 });
    await remove(key);
  });
});

describe('sending them', () => {
  it('[COMP-25] [COMP-41] sends exactly the pages that were shown, behind a cover page of the chosen template', async () => {
    const draft = await ended((await add('three.pdf', pdfOf(3))).data?.id);
    const shown = await pagesIn(`drafts/${draft.id}/pages.tiff`);
    const worker = await rig.sending.startWorker({ convertSlots: 1 });
    try {
      const strips: Buffer[] = [];
      for (const template_id of ['1', '2']) {
        const id =
          template_id === '1' ? draft.id : (await ended((await add('three.pdf', pdfOf(3))).data?.id)).id;
        const answer = await rig.send({
          destinations: rig.other.number,
          coverpage: '1',
          template_id,
          to_person: 'Robert',
          'drafts[0]': id,
        });
        expect(answer.status).toBe(200);
        const fid = Number(answer.data?.jobs[0]?.fid);
        const document = await until(
          async () => await documentOf(fid),
          ({ state }) => state === 'ready',
        );
        expect(document.pages).toBe(4);
        const pages = await pagesIn(document.tiff_key ?? '');
        expect(pages.slice(1)).toEqual(shown);
        strips.push(Buffer.from(pages[0] ?? ''));
      }
      expect(strips[0]?.equals(strips[1] ?? Buffer.alloc(0))).toBe(false);
      const arrived = await until(
        async () => await arrivals(rig.other.id),
        (faxes) => faxes.length === 2,
      );
      expect(arrived.map(({ pages }) => pages)).toEqual([4, 4]);
    } finally {
      await worker.stop();
    }
    expect(await list()).toEqual([]);
    expect(await filesOf('')).toEqual([]);
  });

  it('takes one that is still being converted along, in its place among the files', async () => {
    const first = await add('first.txt', 'First');
    const answer = await rig.send({ destinations: rig.other.number, 'drafts[1]': first.data?.id ?? '' }, [
      { name: 'zero.txt', bytes: 'Zero' },
    ]);
    expect(answer.status).toBe(200);
    const { originals } = await documentOf(Number(answer.data?.jobs[0]?.fid));
    expect(originals.map(({ name }) => name)).toEqual(['zero.txt', 'first.txt']);
  });

  it('a repeat of the same key gets the first answer, although its files are gone', async () => {
    const draft = await ended((await add('once.txt', 'Once')).data?.id);
    const fields = { destinations: rig.other.number, 'drafts[0]': draft.id };
    const headers = { 'idempotency-key': 'one-key-for-all-of-them' };
    const before = await rig.queued();
    const answers = await Promise.all([1, 2, 3].map(async () => await rig.send(fields, [], headers)));
    const later = await rig.send(fields, [], headers);
    expect(new Set([...answers, later].map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(later.status).toBe(200);
    expect(await rig.queued()).toBe(before + 1);
  });
});

async function pagesIn(key: string): Promise<Uint8Array[]> {
  return (readClassF((await rig.files.get(key)) ?? new Uint8Array()) ?? []).map(({ strip }) =>
    Uint8Array.from(strip),
  );
}

async function documentOf(fid: number) {
  return await rig.database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select(['d.state', 'd.tiff_key', 'd.pages', 'd.originals'])
    .where('f.id', '=', fid)
    .executeTakeFirstOrThrow();
}

async function arrivals(account: AccountId) {
  return await rig.database.db
    .selectFrom('fax')
    .select('pages')
    .where('account_id', '=', account)
    .where('action', '=', 'R')
    .execute();
}

async function filesOf(key: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of rig.files.list(`drafts/${key}`)) found.push(name);
  return found;
}
