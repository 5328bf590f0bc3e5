import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { MAX_DRAFTS } from '#contract/faxes/drafts.ts';
import type { Draft } from '#contract/faxes/drafts.ts';
import { blankBitmap, rotateBitmap } from '#engine/documents/fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from '#engine/documents/fax-page/class-f.ts';
import { FRIEND, makeFriend, startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { makeFax } from '#test/factories.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { until } from '#test/sending-rig.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
  await makeFriend(rig);
});
beforeEach(async () => {
  for (const table of ['draft', 'fax_copy', 'mail_out', 'fax_access'] as const)
    await rig.database.db.deleteFrom(table).execute();
});
afterAll(async () => await rig.stop());

/** Returns a fax page with a mark at a different place for each number. */
const pageOf = (mark: number) => {
  const bitmap = blankBitmap(1728, 2156);
  bitmap.bits.fill(0xf0, mark * 5000, mark * 5000 + 900);
  return bitmap;
};
const TIFF = writeClassF([1, 2, 3].map((mark) => encodeFaxPage(pageOf(mark))));

const received = async (values: Parameters<typeof storeFax>[2] = {}) =>
  await storeFax(rig, rig.account.id, { tiff: TIFF, pages: 3, number: '2125550147', ...values });
const turned = async (rotation: 90 | 180) => {
  const fax = await received();
  await rig.database.db.updateTable('fax').set({ rotation }).where('id', '=', fax.id).execute();
  return fax;
};

async function post(call: string, body: object, headers = rig.credentials) {
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/${call}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: Draft; error?: string; message?: string };
  return { status: response.status, ...answer };
}
const toDraft = async (fid: number) => await post('draftFromFax', { fid });
const forward = async (fid: number, ...emails: string[]) => await post('forwardFax', { fid, emails });

async function pagesIn(key: string | null | undefined) {
  return readClassF((await rig.files.get(key ?? '')) ?? new Uint8Array()) ?? [];
}
const strips = async (key: string | null | undefined) =>
  (await pagesIn(key)).map(({ strip }) => Buffer.from(strip).toString('base64'));

const activity = async () =>
  (
    await rig.database.db
      .selectFrom('fax_access')
      .select(['fax_id', 'kind', 'form', 'actor_kind', 'actor_id'])
      .orderBy('id')
      .execute()
  ).map((row) => Object.values(row).join(' '));
const audited = async (action: string) =>
  await rig.database.db
    .selectFrom('audit')
    .select(['actor_id', 'account_id', 'object', 'detail'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
const draftCount = async () => (await rig.database.db.selectFrom('draft').select('id').execute()).length;

const mails = async () =>
  await rig.database.db
    .selectFrom('mail_out')
    .select(['to_address', 'template', 'attachments'])
    .orderBy('id')
    .execute();

describe('a fax as a file of a new one', () => {
  it('is sent bit by bit, also when photos are wanted fine meanwhile', async () => {
    const fax = await received({ at: new Date('2026-11-20T19:04:01Z') });
    const { data, status } = await toDraft(fax.id);
    expect({ status, ...data }).toMatchObject({
      status: 200,
      state: 'READY',
      pages: 3,
      size: TIFF.byteLength,
    });
    expect(data?.name).toMatch(/^fax_2125550147_20261120\d{4}\.tiff$/);
    const before = await strips(`${fax.storageKey}/fax.tiff`);
    expect(await strips(`drafts/${data?.id}/pages.tiff`)).toEqual(before);
    const fine = await post('copyDraft', { id: data?.id, photos: 'fine' });
    await until(
      async () => await strips(`drafts/${fine.data?.id}/pages.tiff`),
      (pages) => pages.length === 3,
    );
    expect(await strips(`drafts/${fine.data?.id}/pages.tiff`)).toEqual(before);
    const worker = await rig.sending.startWorker({ convertSlots: 1 });
    try {
      const answer = await rig.send({ destinations: rig.other.number, 'drafts[0]': data?.id ?? '' });
      expect(answer.status).toBe(200);
      const sent = await until(
        async () =>
          await rig.database.db
            .selectFrom('fax as f')
            .innerJoin('document as d', 'd.id', 'f.document_id')
            .select(['d.state', 'd.tiff_key'])
            .where('f.id', '=', Number(answer.data?.jobs[0]?.fid))
            .executeTakeFirstOrThrow(),
        ({ state }) => state === 'ready',
      );
      expect(await strips(sent.tiff_key)).toEqual(before);
    } finally {
      await worker.stop();
    }
  });

  it('that was turned has its pages as they are seen; the stored ones stay', async () => {
    const fax = await turned(180);
    const { data } = await toDraft(fax.id);
    const [page] = await pagesIn(`drafts/${data?.id}/pages.tiff`);
    const decoded = page && decodeFaxPage(page);
    expect(decoded).toMatchObject({ kind: 'ok', bitmap: { bits: rotateBitmap(pageOf(1), 180).bits } });
    expect(await strips(`${fax.storageKey}/fax.tiff`)).toEqual(
      readClassF(TIFF)?.map(({ strip }) => Buffer.from(strip).toString('base64')),
    );
    const quarter = await toDraft((await turned(90)).id);
    const pages = await pagesIn(`drafts/${quarter.data?.id}/pages.tiff`);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([1, 2, 3].map(() => [1728, 2156]));
  });

  it('of which one page was turned has that page as it is seen, and the others bit by bit', async () => {
    const fax = await received();
    await rig.database.db
      .updateTable('fax')
      .set({ page_turns: [0, 180] })
      .where('id', '=', fax.id)
      .execute();
    const { data } = await toDraft(fax.id);
    const key = `drafts/${data?.id}/pages.tiff`;
    const [first, , third] = await strips(`${fax.storageKey}/fax.tiff`);
    expect(await strips(key)).toEqual([first, expect.any(String), third]);
    const [, page] = await pagesIn(key);
    const decoded = page && decodeFaxPage(page);
    expect(decoded).toMatchObject({ kind: 'ok', bitmap: { bits: rotateBitmap(pageOf(2), 180).bits } });
  });

  it('is in the activity and in the audit', async () => {
    const { id } = await received();
    const { data } = await toDraft(id);
    expect(await activity()).toEqual([`${id} open draft account ${rig.account.id}`]);
    expect(await audited('draft.from-fax')).toMatchObject({
      actor_id: rig.account.id,
      account_id: rig.account.id,
      object: `draft/${data?.id.slice(0, 6)}`,
      detail: { fax: id },
    });
  });

  it('must be one’s own, not deleted, and have pages', async () => {
    const foreign = await storeFax(rig, rig.other.id, { tiff: TIFF, pages: 3 });
    const deleted = await received({ deleted: true });
    for (const fid of [foreign.id, deleted.id, 987_654_321])
      expect(await toDraft(fid)).toMatchObject({ status: 404, error: 'NOT_FOUND' });
    const unconverted = await makeFax(rig.database.db, rig.account.id, { action: 'S', outbox: true });
    const unreadable = await received({ documentPages: 0 });
    for (const fid of [unconverted.id, unreadable.id])
      expect(await toDraft(fid)).toMatchObject({ status: 412, error: 'FAX_NO_PAGES' });
    expect([await draftCount(), await activity()]).toEqual([0, []]);
  });

  it('counts among the files of unsent faxes', async () => {
    const { id } = await received();
    const many = Array.from({ length: MAX_DRAFTS }, (_, at) => ({
      account_id: rig.account.id,
      key: `full-${at}-${'x'.repeat(16)}`,
      name: 'a.txt',
      extension: 'txt',
      bytes: 1,
      state: 'ready' as const,
    }));
    await rig.database.db.insertInto('draft').values(many).execute();
    expect(await toDraft(id)).toMatchObject({ status: 412, error: 'DRAFTS_FULL' });
    expect(await draftCount()).toBe(MAX_DRAFTS);
  });
});

describe('a fax forwarded by email', () => {
  it('goes at once as a PDF, turned as it is seen, as often as it is wanted', async () => {
    const fax = await turned(90);
    expect(await forward(fax.id, FRIEND, FRIEND.toUpperCase())).toMatchObject({ status: 200 });
    expect((await forward(fax.id, FRIEND)).status).toBe(200);
    const queued = await mails();
    expect(queued.map((mail) => [mail.to_address, mail.template])).toEqual(
      [1, 2].map(() => [FRIEND, 'fax-copy']),
    );
    const [file] = (queued[0]?.attachments ?? []) as { name: string; key: string }[];
    expect(file?.name).toMatch(/^fax_2125550147_\d{12}\.pdf$/);
    const pdf = Buffer.from((await rig.files.get(file?.key ?? '')) ?? []).toString('latin1');
    expect(pdf.match(/\/Rotate 90/g)).toHaveLength(3);
    expect(await activity()).toEqual([`${fax.id} mail forward account ${rig.account.id}`]);
    expect(await audited('fax.forward')).toMatchObject({
      object: String(fax.id),
      detail: { addresses: [FRIEND] },
    });
  });

  it('[A-SEND-16] goes to nobody who is no contact or subaccount, and from no account with health records', async () => {
    const { id } = await received();
    const stranger = await forward(id, FRIEND, 'x@evil.example');
    expect(stranger).toMatchObject({ status: 412, error: 'EMAIL_NOT_ALLOWED' });
    expect(stranger.message).toContain('x@evil.example');
    expect((await forward(id, `${FRIEND}\r\nBcc: x@evil.example`)).status).toBe(400);
    expect((await forward(id, ...Array.from({ length: 11 }, (_, i) => `a${i}@acme.example`))).status).toBe(
      400,
    );
    const hipaa = async (is_hipaa: boolean) =>
      await rig.database.db
        .updateTable('account')
        .set({ is_hipaa })
        .where('id', '=', rig.account.id)
        .execute();
    await hipaa(true);
    const refused = await forward(id, FRIEND);
    await hipaa(false);
    expect(refused).toMatchObject({ status: 412, error: 'HIPAA_NO_EMAIL' });
    const foreign = await storeFax(rig, rig.other.id, { tiff: TIFF, pages: 3 });
    expect((await forward(foreign.id, FRIEND)).status).toBe(404);
    expect([await mails(), await activity()]).toEqual([[], []]);
  });
});
