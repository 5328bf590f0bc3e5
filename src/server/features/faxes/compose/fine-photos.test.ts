import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Draft } from '#contract/faxes/drafts.ts';
import { startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { fakeDocuments, until } from '#test/sending-rig.ts';

import { makePages } from '#server/features/faxes/queue/make-pages.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
});
afterAll(async () => await rig.stop());

const drawCover = async () => Promise.reject(new Error('there is no cover page'));

interface Answer {
  status: number;
  data?: Draft;
  error?: string;
}
const call = async (path: string, body: FormData | object): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/${path}`, {
    method: 'POST',
    headers: { ...rig.credentials, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
};
async function add(name: string, bytes: Uint8Array, photos?: string): Promise<Answer> {
  const form = new FormData();
  if (photos !== undefined) form.set('photos', photos);
  form.set('userfiles[0]', new Blob([Uint8Array.from(bytes)]), name);
  return await call('drafts', form);
}
const copy = async (id: string, photos: string) => await call('copyDraft', { id, photos });
const list = async (): Promise<Draft[]> => {
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/drafts`, { headers: rig.credentials });
  return ((await response.json()) as { data: Draft[] }).data;
};
/** Returns the size of a draft's pages in bytes, once it has them. */
async function bytesOf(draft: Draft | undefined): Promise<number> {
  const ended = async () => (await list()).find(({ id }) => id === draft?.id);
  expect(await until(ended, (one) => one?.state !== 'CONVERTING')).toMatchObject({
    state: 'READY',
    pages: 1,
  });
  return (await rig.files.get(`drafts/${draft?.id}/pages.tiff`))?.length ?? 0;
}

it('photos are quick or fine as they are asked for, and a file can be converted once more', async () => {
  const size = { width: 600, height: 400, channels: 1 as const };
  const pixels = Uint8Array.from({ length: size.width * size.height }, (_, at) => 60 + ((at * 7919) % 120));
  const photo = new Uint8Array(await sharp(pixels, { raw: size }).png().toBuffer());
  const quick = await add('photo.png', photo);
  expect(quick).toMatchObject({ data: { photos: 'quick' } });
  const few = await bytesOf(quick.data);
  const fine = await copy(quick.data?.id ?? '', 'fine');
  expect(fine).toMatchObject({ status: 200, data: { name: 'photo.png', photos: 'fine', pages: 0 } });
  const many = await bytesOf(fine.data);
  expect(many).toBeGreaterThan(few * 1.3);
  // The first one stays until it is removed: its pages can be viewed meanwhile.
  expect((await list()).map(({ id }) => id)).toEqual([quick.data?.id, fine.data?.id]);
  expect(await bytesOf((await add('photo.png', photo, 'fine')).data)).toBe(many);
  expect(await bytesOf((await copy(fine.data?.id ?? '', 'quick')).data)).toBe(few);
  expect(await add('photo.png', photo, 'coarse')).toMatchObject({ status: 400, error: 'FIELD_INVALID' });
  expect(await copy(fine.data?.id ?? '', 'coarse')).toMatchObject({ status: 400 });
  expect(await copy('k'.repeat(22), 'fine')).toMatchObject({ status: 400, error: 'DRAFT_UNKNOWN' });
});

it('photos that are wanted fine stay fine in files that are converted after the sending', async () => {
  const first = await add('first.txt', Buffer.from('First'));
  const files = [{ name: 'zero.txt', bytes: 'Zero' }];
  const fields = { destinations: rig.other.number, photos: 'fine', 'drafts[1]': first.data?.id ?? '' };
  const sent = await rig.send(fields, files);
  const { originals } = await rig.database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select('d.originals')
    .where('f.id', '=', Number(sent.data?.jobs[0]?.fid))
    .executeTakeFirstOrThrow();
  expect(originals.map(({ photos }) => photos)).toEqual(['fine', undefined]);
  const asked: unknown[] = [];
  const documents = fakeDocuments({
    toFaxPages: async (sources, options) => {
      asked.push(...sources.map(({ name }) => [name, options?.photos]));
      return Promise.resolve({ kind: 'ok', tiff: Buffer.from('P'), pages: 1 });
    },
    joinPages: () => ({ kind: 'ok', tiff: Buffer.from('P'), pages: 2 }),
  });
  const { signal } = new AbortController();
  // As if the second one had not been ready when it was sent.
  const unconverted = originals.map((original) => ({ ...original, type: 'txt' }));
  await makePages(
    { files: rig.files, documents, drawCover },
    { accountId: 1, originals: unconverted, cover: null },
    signal,
  );
  expect(asked).toEqual([
    ['zero.txt', 'fine'],
    ['first.txt', 'quick'],
  ]);
  const refused = await rig.send({ destinations: rig.other.number, photos: 'coarse' }, files);
  expect(refused).toMatchObject({
    status: 400,
    error: 'FIELD_INVALID',
    fields: { photos: 'CHOICE_INVALID' },
  });
});
