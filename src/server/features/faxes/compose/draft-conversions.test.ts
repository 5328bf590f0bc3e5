import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Draft } from '#contract/faxes/drafts.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { makePdf } from '#engine/documents/fixtures/make-pdf.ts';
import { startCompose, startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { fakeDocuments, until } from '#test/sending-rig.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
});
afterAll(async () => await rig.stop());

const origin = (to = rig) => `http://127.0.0.1:${to.port}/api/faxui/drafts`;

async function add(name: string, bytes: Uint8Array, to = rig): Promise<Draft> {
  const form = new FormData();
  form.set('userfiles[0]', new Blob([Uint8Array.from(bytes)]), name);
  const response = await fetch(origin(to), { method: 'POST', headers: to.credentials, body: form });
  return ((await response.json()) as { data: Draft }).data;
}

/** Returns the draft as soon as `isWanted` is true for it, or it has ended. */
async function seen({ id }: Draft, isWanted: (draft: Draft) => boolean): Promise<Draft> {
  const list = async () => {
    const { data } = (await (await fetch(origin(), { headers: rig.credentials })).json()) as {
      data: Draft[];
    };
    return data.find((one) => one.id === id);
  };
  const found = await until(
    list,
    (draft) => draft !== undefined && (draft.state !== 'CONVERTING' || isWanted(draft)),
  );
  if (!found) throw new Error('the draft went away');
  return found;
}
const ended = async (draft: Draft) => await seen(draft, () => false);

it('a file tells how far it is: page by page as soon as the document is open', async () => {
  const added = await add('long.pdf', makePdf({ pages: 150 }));
  expect(added).not.toHaveProperty('progress');
  const converting = await seen(added, ({ progress }) => progress !== undefined);
  expect(converting).toMatchObject({ state: 'CONVERTING', pages: 0, progress: { of: 150 } });
  const draft = await ended(added);
  expect(draft).toMatchObject({ state: 'READY', pages: 150 });
  expect(draft).not.toHaveProperty('progress');
});

it('a file that is still being stored while the list is looked at is no broken one', async () => {
  const stored = Promise.withResolvers<void>();
  const store = rig.files.put.bind(rig.files);
  const put = vi.spyOn(rig.files, 'put').mockImplementationOnce(async (...file) => {
    await stored.promise;
    await store(...file);
  });
  const adding = add('slow.pdf', makePdf());
  await expect.poll(() => put.mock.calls.length).toBe(1);
  // A person whose other file is being converted polls all the time.
  for (let look = 0; look < 3; look++) await fetch(origin(), { headers: rig.credentials });
  stored.resolve();
  expect(await ended(await adding)).toMatchObject({ state: 'READY', pages: 1 });
  put.mockRestore();
});

it('[A-CONV-19] a document without pages is not sent and says so; a broken one is repaired; white stays white', async () => {
  const none = await ended(await add('none.pdf', makePdf({ pages: 0 })));
  expect(none).toMatchObject({ state: 'FAILED', reason: 'NO_PAGES' });
  const refused = await rig.send({ destinations: rig.other.number, 'drafts[0]': none.id });
  expect(refused).toMatchObject({ status: 400, error: 'DRAFT_FAILED' });
  expect(refused.message).toContain('none.pdf');
  expect(await rig.queued()).toBe(0);
  const whole = Buffer.from(makePdf()).toString('latin1');
  const table = whole.replace(/^\d{10} 00000 n $/gm, '0000000000 00000 n ');
  expect(await ended(await add('table.pdf', Buffer.from(table, 'latin1')))).toMatchObject({ pages: 1 });
  const rubbish = await ended(await add('rubbish.pdf', Buffer.from('%PDF-1.4\nnothing of a PDF')));
  expect(rubbish).toMatchObject({ state: 'FAILED', reason: 'DOCUMENT_DAMAGED' });
  const white = await ended(await add('white.pdf', makePdf({ content: '1 g 0 0 612 792 re f' })));
  expect(white).toMatchObject({ state: 'READY', pages: 1 });
  // The sender has seen a white page first.
  const page = await fetch(`${origin().replace('drafts', 'getDraftFile')}?file=${white.id}/prev1.gif`, {
    headers: rig.credentials,
  });
  const { channels } = await sharp(await page.arrayBuffer()).stats();
  expect(channels[0]?.min).toBe(255);
});

it('a picture does not wait for a letter that another program opens; files of one kind come in turn', async () => {
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const documents = fakeDocuments({
    needsProgram: (name) => name.startsWith('letter'),
    toFaxPages: async ([file]) => {
      begun.push(file!.name);
      if (file!.name === 'letter-1.txt') await held.promise;
      return { kind: 'ok', tiff: Buffer.from('P'), pages: 1 };
    },
  });
  const turns = await startCompose({ documents });
  try {
    for (const name of ['letter-1.txt', 'letter-2.txt', 'photo-1.txt', 'photo-2.txt']) {
      await add(name, Buffer.from('x'), turns);
    }
    await expect.poll(() => begun).toEqual(['letter-1.txt', 'photo-1.txt', 'photo-2.txt']);
    held.resolve();
    await expect.poll(() => begun.at(-1)).toBe('letter-2.txt');
  } finally {
    held.resolve();
    await turns.stop();
  }
});

it('a conversion that takes longer than its claim is kept from other processes', async () => {
  const held = Promise.withResolvers<void>();
  const toFaxPages = vi.fn<DocumentEngine['toFaxPages']>(async () => {
    await held.promise;
    return { kind: 'ok', tiff: Buffer.from('page'), pages: 1 };
  });
  const slow = await startCompose({ documents: fakeDocuments({ toFaxPages }) });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await add('slow.txt', Buffer.from('x'), slow);
    await expect.poll(() => toFaxPages.mock.calls.length).toBe(1);
    await slow.database.pool.query('update draft set converting_until = now()');
    await vi.advanceTimersByTimeAsync(60_000);
    await expect
      .poll(async () => {
        const { rows } = await slow.database.pool.query<{ kept: boolean }>(
          `select converting_until > now() + interval '2 minutes' as kept from draft`,
        );
        return rows;
      })
      .toEqual([{ kept: true }]);
  } finally {
    vi.useRealTimers();
    held.resolve();
    await slow.stop();
  }
});
