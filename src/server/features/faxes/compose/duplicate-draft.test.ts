import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Draft } from '#contract/faxes/drafts.ts';
import { startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
});
afterAll(async () => await rig.stop());

const [FIRST, SECOND, THIRD] = ['a', 'b', 'c'].map((letter) => letter.repeat(22));
const WRITER = { device: 'd'.repeat(22), page: 'p'.repeat(22) };
const TEXTS = ['name', 'company', 'phone', 'location', 'subject', 'comments', 'fromName', 'fromCompany'];
const MORE = ['fromPhone', 'fromLocation', 'templateId'];
const CONTENT = {
  numbers: ['3105550111'],
  typing: '',
  cover: { use: true, ...Object.fromEntries([...TEXTS, ...MORE].map((field) => [field, ''])) },
  named: { name: '', company: '' },
  photos: 'quick',
  later: null,
  coverless: false,
};

async function call(method: string, name: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/${name}`, {
    method,
    headers: { ...rig.credentials, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as { error?: string; data: unknown }) };
}
const list = async () =>
  (await call('GET', `faxDrafts?device=${WRITER.device}`)).data as { id: string; open: boolean }[];

async function attach(): Promise<Draft> {
  const form = new FormData();
  form.set('userfiles[0]', new Blob(['Notes']), 'notes.txt');
  const url = `http://127.0.0.1:${rig.port}/api/faxui/drafts`;
  const response = await fetch(url, { method: 'POST', headers: rig.credentials, body: form });
  return ((await response.json()) as { data: Draft }).data;
}

it('a duplicated draft has the same content and files of its own; a repeat makes no third one', async () => {
  const { id: key, name, size } = await attach();
  const content = { ...CONTENT, files: [{ key, name, size }] };
  await call('PUT', 'faxDrafts', { id: FIRST, version: 0, ...WRITER, content });
  const body = { id: FIRST, copy: SECOND };
  const answers = await Promise.all([1, 2].map(async () => await call('POST', 'duplicateFaxDraft', body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).map(({ id, open }) => [id, open])).toEqual([
    [SECOND, false],
    [FIRST, true],
  ]);
  const opened = await call('POST', 'openFaxDraft', { id: SECOND, ...WRITER });
  const copied = (opened.data as { content: typeof content }).content;
  expect(copied).toEqual({ ...content, files: [{ key: expect.any(String), name, size }] });
  expect(copied.files[0]?.key).not.toBe(key);

  await call('DELETE', 'faxDrafts', { id: FIRST });
  const gone = await call('POST', 'duplicateFaxDraft', { id: FIRST, copy: THIRD });
  expect([gone.status, gone.error]).toEqual([409, 'DRAFT_GONE']);
  expect((await list()).map(({ id }) => id)).toEqual([SECOND]);
  await until(
    async () =>
      (await rig.database.pool.query("select from draft where state not in ('ready', 'failed')")).rowCount,
    (converting) => converting === 0,
  );
});
