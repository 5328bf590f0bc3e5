import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { draftFile } from '#contract/faxes/drafts.ts';
import type { Draft } from '#contract/faxes/drafts.ts';
import { formatPagePlan, ROTATIONS } from '#contract/faxes/page-plan.ts';
import { makePdf } from '#engine/documents/fixtures/make-pdf.ts';
import { drawPage } from '#engine/documents/output/page-image.ts';
import { readClassF } from '#engine/documents/fax-page/class-f.ts';
import type { FaxPage } from '#engine/documents/fax-page/class-f.ts';
import { startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';

const PAGES = 4;

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
});
afterAll(async () => await rig.stop());

const calls = () => `http://127.0.0.1:${rig.port}/api/faxui`;

async function add(): Promise<Draft> {
  const form = new FormData();
  form.set('userfiles[0]', new Blob([Uint8Array.from(makePdf({ pages: PAGES }))]), 'pages.pdf');
  const response = await fetch(`${calls()}/drafts`, { method: 'POST', headers: rig.credentials, body: form });
  return ((await response.json()) as { data: Draft }).data;
}

/** Adds a file that another process has only begun to convert. Returns its key. */
async function converting(pages: number): Promise<string> {
  const key = randomUUID();
  const bytes = makePdf({ pages });
  await rig.files.put(`drafts/${key}/upload`, bytes);
  const file = { key, name: 'pages.pdf', extension: 'pdf', bytes: bytes.byteLength };
  const converting_until = new Date(Date.now() + 3_600_000);
  await rig.database.db
    .insertInto('draft')
    .values({ account_id: rig.account.id, ...file, converting_until })
    .execute();
  return key;
}

async function list(): Promise<Draft[]> {
  const response = await fetch(`${calls()}/drafts`, { headers: rig.credentials });
  return ((await response.json()) as { data: Draft[] }).data;
}

async function ready(draft: Promise<Draft>): Promise<string> {
  const { id } = await draft;
  await until(
    async () => (await list()).find((one) => one.id === id)?.state,
    (state) => state === 'READY',
  );
  return id;
}

async function pagesIn(key: string): Promise<FaxPage[]> {
  return readClassF((await rig.files.get(key)) ?? new Uint8Array()) ?? [];
}

async function documentOf(fid: string | undefined) {
  return await rig.database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select(['d.state', 'd.tiff_key', 'd.pages', 'd.originals', 'd.fault'])
    .where('f.id', '=', Number(fid))
    .executeTakeFirstOrThrow();
}

/** Sends the file with a plan. Returns the pages that were made from it. */
async function sent(key: string, plan: string) {
  const fields = { destinations: rig.other.number, 'drafts[0]': key, 'pages[0]': plan };
  const answer = await rig.send(fields);
  expect(answer).toMatchObject({ status: 200 });
  const fid = answer.data?.jobs[0]?.fid;
  const document = await until(
    async () => await documentOf(fid),
    ({ state }) => state !== 'new',
  );
  return { document, pages: document.tiff_key === null ? [] : await pagesIn(document.tiff_key) };
}

const strips = (pages: readonly FaxPage[]) => pages.map(({ strip }) => Buffer.from(strip).toString('base64'));

describe('the pages of a file that are sent', () => {
  it('are those of the plan in its order: unturned ones bit by bit, turned ones as they were shown', async () => {
    const worker = await rig.sending.startWorker({ convertSlots: 1 });
    const plans = fc.uniqueArray(
      fc.record({ page: fc.integer({ min: 1, max: PAGES }), rotation: fc.constantFrom(...ROTATIONS) }),
      { selector: ({ page }) => page, minLength: 1, maxLength: PAGES },
    );
    try {
      await fc.assert(
        fc.asyncProperty(plans, async (plan) => {
          const key = await ready(add());
          const shown = await pagesIn(`drafts/${key}/pages.tiff`);
          const images = [];
          for (const page of plan) images.push(await imageOf(draftFile(key, 'prev', page)));
          const { document, pages } = await sent(key, formatPagePlan(plan));
          expect([document.pages, pages.length]).toEqual([plan.length, plan.length]);
          const same = plan.flatMap(({ rotation }, at) => (rotation === 0 ? [at] : []));
          expect(strips(same.map((at) => pages[at]!))).toEqual(
            strips(same.map((at) => shown[plan[at]!.page - 1]!)),
          );
          for (const page of pages) expect([page.width, page.xDpi, page.yDpi]).toEqual([1728, 204, 196]);
          const tiff = (await rig.files.get(document.tiff_key ?? '')) ?? new Uint8Array();
          for (const [at, image] of images.entries()) {
            const drawn = drawPage(tiff, at + 1, { rotation: 0, width: 1000 });
            expect(drawn.kind === 'ok' && Buffer.from(drawn.gif).equals(image)).toBe(true);
          }
        }),
        { numRuns: 6, examples: [[[{ page: 3, rotation: 90 }]], [[{ page: 2, rotation: 0 }]]] },
      );
    } finally {
      await worker.stop();
    }
  });

  it('are all that is kept of a file: pages that were left out are gone once it is sent', async () => {
    const key = await ready(add());
    const shown = await pagesIn(`drafts/${key}/pages.tiff`);
    const fields = { destinations: rig.other.number, 'drafts[0]': key, 'pages[0]': '4,2r90' };
    const answer = await rig.send(fields);
    const { originals } = await documentOf(answer.data?.jobs[0]?.fid);
    const [only, ...others] = originals;
    expect(others).toEqual([]);
    expect(only?.plan).toBe('1,2r90');
    expect(strips(await pagesIn(only?.key ?? ''))).toEqual(strips([shown[3]!, shown[1]!]));
    const kept = [];
    for await (const name of rig.files.list(`drafts/${key}`)) kept.push(name);
    expect(kept).toEqual([]);
  });

  it('of a file that is still converted are chosen when its pages are there', async () => {
    const worker = await rig.sending.startWorker({ convertSlots: 1 });
    try {
      const { document, pages } = await sent(await converting(PAGES), '2,1');
      expect([document.pages, pages.length]).toEqual([2, 2]);
      expect((await sent(await converting(1), '2')).document).toMatchObject({
        state: 'failed',
        fault: 'NO_PAGES',
      });
    } finally {
      await worker.stop();
    }
  });

  it('are refused when they are not there, named twice, none, or of no file; the file stays', async () => {
    const key = await ready(add());
    const before = await rig.queued();
    for (const plan of ['5', '1,5', '1,1', '', 'all', '1r45', '1-2', '0']) {
      const answer = await rig.send({ destinations: rig.other.number, 'drafts[0]': key, 'pages[0]': plan });
      expect([plan, answer.status, answer.error, answer.fields]).toEqual([
        plan,
        400,
        'FIELD_INVALID',
        { 'pages[0]': 'PAGES_INVALID' },
      ]);
    }
    const stray = await rig.send({ destinations: rig.other.number, 'drafts[0]': key, 'pages[1]': '1' });
    expect(stray).toMatchObject({ status: 400, fields: { 'pages[1]': 'PAGES_INVALID' } });
    expect(await rig.queued()).toBe(before);
    for (const file of ['prev5.gif', 'prev0.gif', 'prev1r45.gif', 'prev5r90.gif'])
      expect(
        (await fetch(`${calls()}/getDraftFile?file=${key}/${file}`, { headers: rig.credentials })).status,
      ).toBe(404);
    expect((await imageOf(`${key}/thumb1r90.gif`)).length).toBeGreaterThan(0);
  });

  it('[A-SEND-13] a key that was used with other pages is refused', async () => {
    const key = await ready(add());
    const headers = { 'idempotency-key': randomUUID() };
    const fields = { destinations: rig.other.number, 'drafts[0]': key };
    const first = await rig.send({ ...fields, 'pages[0]': '1,2' }, [], headers);
    expect(first.status).toBe(200);
    const others: Record<string, string>[] = [{ 'pages[0]': '2,1' }, { 'pages[0]': '1,2r90' }, {}];
    for (const other of others)
      expect(await rig.send({ ...fields, ...other }, [], headers)).toMatchObject({
        status: 422,
        error: 'IDEMPOTENCY_MISMATCH',
      });
    expect((await rig.send({ ...fields, 'pages[0]': '1,2' }, [], headers)).data).toEqual(first.data);
  });
});

async function imageOf(file: string): Promise<Buffer> {
  const response = await fetch(`${calls()}/getDraftFile?file=${file}`, { headers: rig.credentials });
  expect([file, response.status]).toEqual([file, 200]);
  return Buffer.from(await response.arrayBuffer());
}
