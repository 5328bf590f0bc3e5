import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { canRead, readWords } from '#engine/documents/fixtures/read-fax.ts';
import { openTestEngine } from '#engine/documents/fixtures/test-engine.ts';
import type { TestEngine } from '#engine/documents/fixtures/test-engine.ts';
import { defaultBrand, makeAccount, makeBrand } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { addTemplate, listTemplates, removeTemplate } from './manage-templates.ts';

const SETTINGS = '/api/n1/db/f2e/CoverPageSettings.json';

let engine: TestEngine;
let test: TestApp;
let owner: SignedIn;
let brandId: number;

beforeAll(async () => {
  engine = await openTestEngine();
  test = await startApp({ documents: engine.engine });
  const account = await makeAccount(test.database.db);
  brandId = await defaultBrand(test.database.db);
  owner = await test.signIn(account.number);
});
afterAll(async () => {
  await test.stop();
  await engine.close();
});

const get = async (url: string) => await test.app.inject({ url, ...owner });
const put = async (payload: object) =>
  await test.app.inject({ method: 'PUT', url: SETTINGS, ...owner, payload });
const preview = async (payload: object) =>
  await test.app.inject({ method: 'POST', url: '/api/faxui/coverPreview', ...owner, payload });

/** Sends a cover page alone. */
const send = async (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ destinations: '2125550199', coverpage: '1', ...fields }))
    form.set(name, value);
  const body = new Response(form);
  return await test.app.inject({
    method: 'POST',
    url: '/api/faxui/sendFax',
    cookies: owner.cookies,
    headers: { ...owner.headers, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
};

describe('settings', () => {
  it('[PCOV-09] [PCOV-11] are read and written with useCoverpage as 1 or 0', async () => {
    expect((await get(SETTINGS)).json()).toEqual({
      useCoverpage: '0',
      name: '',
      company: '',
      location: '',
      phone: '',
      templateId: '1',
    });
    const wanted = {
      useCoverpage: true,
      name: ' Dana Whitfield ',
      company: 'Brightside',
      location: '418 Mercer Street',
      phone: '1234567890123456',
      templateId: 3,
    };
    const answer = await put(wanted);
    const saved = { ...wanted, useCoverpage: '1', name: 'Dana Whitfield', templateId: '3' };
    expect(answer.json()).toEqual({ success: true, data: saved });
    expect((await get(SETTINGS)).json()).toEqual(saved);
    await put({ useCoverpage: '0' });
    expect((await get(SETTINGS)).json()).toEqual({ ...saved, useCoverpage: '0' });
  });

  it('refuses what is too long, letters in the phone and templates that do not exist, and changes nothing', async () => {
    const before = (await get(SETTINGS)).json<object>();
    for (const [field, value] of [
      ['name', 'n'.repeat(41)],
      ['company', 'c'.repeat(41)],
      ['location', 'l'.repeat(51)],
      ['phone', '1'.repeat(17)],
      ['phone', '555-1234'],
      ['useCoverpage', '2'],
      ['templateId', '99999'],
      ['templateId', '../1'],
    ] as const) {
      const answer = await put({ useCoverpage: '1', [field]: value });
      expect([field, value, answer.statusCode]).toEqual([field, value, 400]);
    }
    expect((await get(SETTINGS)).json()).toEqual(before);
  });
});

describe('templates', () => {
  it('[PCOV-10] are listed with small and large pictures that load as they are', async () => {
    const { data } = (await get('/api/faxui/coverPages')).json<{
      data: { template_id: string; name: string; image: Record<'small' | 'large', { en: string }> }[];
    }>();
    expect(data.map(({ template_id }) => template_id)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(data.map(({ name }) => name)).toEqual([
      'Classic',
      'Banner',
      'Letter',
      'Form',
      'Split',
      'Letterhead',
    ]);
    const pictures = new Set<string>();
    for (const { image } of data) {
      for (const [size, width] of [
        ['small', 160],
        ['large', 800],
      ] as const) {
        const picture = await get(image[size].en);
        expect(picture.headers['content-type']).toBe('image/gif');
        expect(picture.rawPayload.readUInt16LE(6)).toBe(width);
        pictures.add(picture.rawPayload.toString('base64'));
      }
    }
    expect(pictures.size).toBe(12);
    for (const file of ['1/small.xx.gif', '1/huge.en.gif', '99/small.en.gif', '1/..%2fsmall.en.gif'])
      expect((await get(`/api/faxui/coverImage/${file}`)).statusCode).toBe(404);
  });

  it('[I18N-06] have pictures under the key en, and beside it under the language of who asks', async () => {
    const reader = { ...owner, headers: { ...owner.headers, 'accept-language': 'de' } };
    const answer = await test.app.inject({ url: '/api/faxui/coverPages', ...reader });
    const { data } = answer.json<{ data: { image: Record<string, Record<string, string>> }[] }>();
    for (const [size, images] of data.flatMap(({ image }) => Object.entries(image))) {
      expect(Object.keys(images)).toEqual(['en', 'de']);
      for (const [language, address] of Object.entries(images))
        expect(address).toMatch(new RegExp(`/${size}\\.${language}\\.gif$`, 'u'));
    }
    const load = async (key: string) =>
      (await test.app.inject({ url: data[0]?.image['small']?.[key] ?? '', ...reader })).rawPayload;
    expect((await load('en')).equals(await load('de'))).toBe(false);
  });

  it('[A-SEND-11] of a brand are its own: others neither see nor use them', async () => {
    const { db } = test.database;
    const deps = { database: test.database, documents: engine.engine };
    const other = await makeBrand(db);
    const source = '#text(size: 40pt)[Own] #rows() #comments';
    const added = await addTemplate(deps, { brandId: other, name: 'Own', source });
    if (added.kind !== 'ok') throw new Error(added.reason);
    const { id } = added.template;
    expect((await put({ templateId: id })).statusCode).toBe(400);
    expect((await preview({ template_id: id, comments: 'x' })).statusCode).toBe(400);
    const sent = await send({ template_id: String(id), comments: 'x' });
    expect([sent.statusCode, sent.json()]).toMatchObject([400, { error: 'TEMPLATE_UNKNOWN' }]);
    expect(await db.selectFrom('send_job').select('id').execute()).toEqual([]);
    expect((await get(`/api/faxui/coverImage/${id}/small.en.gif`)).statusCode).toBe(404);
    const own = await addTemplate(deps, { brandId, name: 'Ours', source });
    if (own.kind !== 'ok') throw new Error(own.reason);
    expect((await get('/api/faxui/coverPages')).json<{ data: unknown[] }>().data).toHaveLength(7);
    expect((await put({ templateId: own.template.id })).statusCode).toBe(200);
    expect(await listTemplates(deps)).toHaveLength(8);
    await removeTemplate(deps, own.template.id);
    // An account that has chosen it gets the first one, and the fax still has its cover page.
    expect((await preview({ comments: 'x' })).statusCode).toBe(200);
  });

  it('that cannot be drawn are refused with what is wrong', async () => {
    const deps = { database: test.database, documents: engine.engine };
    const broken = await addTemplate(deps, { brandId, name: 'Broken', source: '#nothing-of-that-name()' });
    expect(broken).toMatchObject({ kind: 'refused', reason: expect.stringContaining('drawn') as string });
    const spy = await addTemplate(deps, { brandId, name: 'Spy', source: '#read("/etc/shadow")' });
    expect(spy.kind).toBe('refused');
  });
});

/** Reduces a text to what text recognition reliably reads: letters that it omits or confuses come out the same. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replaceAll(/[ce]/g, 'o');

describe('drawing', () => {
  const fields = {
    to_person: '山田太郎 Зоя',
    regarding: 'Invoice שלום',
    comments: 'مرحبا\n한국어 ไทย हिन्दी 😀\n#read("/etc/passwd") $x$ *bold*',
  };

  it('shows what is written when it changes', async () => {
    await preview(fields);
    const first = await preview({ ...fields, comments: 'one' });
    const second = await preview({ ...fields, comments: 'two' });
    expect(first.statusCode).toBe(200);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false);
  });

  it.runIf(canRead)(
    '[A-SEND-10] prints markup, programs and templates as they are written, and reads no file',
    async () => {
      const written = [
        '</pre><iframe src=file:///etc/passwd>',
        '${seven} {{eleven}} <%= nine %>',
        ') show (x',
        '<script>alert(1)</script>',
        '\\input{/etc/passwd}',
        '#read("/etc/passwd")',
      ];
      const page = await preview({ comments: written.join('\n') });
      expect(page.statusCode).toBe(200);
      const read = await readWords(page.rawPayload);
      for (const line of written) expect(plain(read)).toContain(plain(line));
      for (const secret of ['root', 'nologin', 'daemon']) expect(read.toLowerCase()).not.toContain(secret);
    },
  );

  it('every template takes every field at its limit, in any script, and endless words', async () => {
    const full = {
      to_person: 'W'.repeat(40),
      to_company: '漢'.repeat(40),
      to_location: 'ש'.repeat(50),
      to_phone: '1'.repeat(15),
      regarding: 'W'.repeat(60),
      comments: 'م'.repeat(1132),
      footer: 'W'.repeat(60),
    };
    for (const template_id of [1, 2, 3, 4, 5, 6]) {
      const answer = await preview({ ...full, template_id, pages: 199 });
      expect([template_id, answer.statusCode]).toEqual([template_id, 200]);
    }
    const lines = await preview({ ...full, comments: '\na'.repeat(560) });
    expect(lines.statusCode).toBe(200);
  });

  it('who asks faster than pages are drawn is told to wait, and is served again afterwards', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, async () => await preview(fields)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect((await preview(fields)).statusCode).toBe(200);
  });
});
