import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newPathKey } from '#engine/secrets/tokens.ts';
import { makePerson } from '#test/mailbox-person.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { storeFax, startTwoPeople } from '#test/mailbox-rig.ts';
import type { TestApp } from '#test/start-app.ts';

let drawn: string[];
let test: TestApp;
let me: MailboxPerson;
let other: MailboxPerson;

beforeAll(async () => {
  ({ test, me, other, drawn } = await startTwoPeople());
});
afterAll(async () => await test.stop());

const get = async (file: string, session = me.session, headers: Record<string, string> = {}) =>
  await me.file(file, session, headers);
const post = async (url: string, payload: object) => await me.send('POST', url, payload);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a received fax with damaged pages', () => {
  it('says so in the list and can be downloaded as it came, by its account alone', async () => {
    const reader = await makePerson(test);
    const fax = await storeFax(test, reader.id, { pages: 2 });
    const came = Buffer.from('II*\0 as it came');
    const key = `${fax.storageKey}/original.tiff`;
    await test.files.put(key, came);
    const originals = JSON.stringify([{ name: 'original.tiff', type: 'image/tiff', size: came.length, key }]);
    const mark = async (values: { fault: string | null; source?: 'upload' }) =>
      await test.database.db
        .updateTable('document')
        .set({ originals, ...values })
        .where('storage_key', '=', fax.storageKey)
        .execute();
    const readable = async () =>
      (await reader.list('Inbox')).data.find((row) => row.fax_id === String(fax.id))?.readable;
    const original = `${fax.pathKey}/original.tiff`;
    await mark({ fault: 'PAGES_DAMAGED' });
    expect(await readable()).toBe('PARTLY');
    const answer = await get(original, reader.session);
    expect(answer.rawPayload.equals(came)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/tiff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="fax_\w+_\d+\.original\.tiff"$/,
    );
    expect((await get(original, other.session)).statusCode).toBe(404);
    await test.database.db.updateTable('fax').set({ pages: 0 }).where('id', '=', fax.id).execute();
    expect(await readable()).toBe('NONE');
    // Uploaded files are never returned.
    await mark({ fault: null, source: 'upload' });
    expect((await get(original, reader.session)).statusCode).toBe(404);
    expect(await readable()).toBeUndefined();
  });
});

describe('page images', () => {
  it('[MSG-04] serves each page as a GIF that is drawn once, kept, and asked for again only when it changed', async () => {
    const fax = await storeFax(test, me.id, { pages: 2 });
    drawn.length = 0;
    const first = await get(`${fax.pathKey}/prev2.gif`);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(first.body).toContain('GIF89a 2 0 1000');
    expect((await get(`${fax.pathKey}/thumb2.gif`)).body).toContain('GIF89a 2 0 152');
    expect((await get(`${fax.pathKey}/prev2.gif`)).body).toBe(first.body);
    expect(drawn).toEqual(['2 0 1000', '2 0 152']);
    const etag = String(first.headers['etag']);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get(`${fax.pathKey}/prev2.gif`, me.session, { 'if-none-match': known });
      expect([known, again.statusCode, again.body, again.headers['etag']]).toEqual([known, 304, '', etag]);
    }
    await post('/api/faxui/faxRotate', { fid: fax.id, inbox: 1 });
    const turned = await get(`${fax.pathKey}/prev2.gif`, me.session, { 'if-none-match': etag });
    expect(turned.body).toContain('GIF89a 2 90 1000');
    expect(turned.headers['etag']).not.toBe(etag);
    expect(sha(fax.tiff)).toBe(sha((await test.files.get(`${fax.storageKey}/fax.tiff`)) ?? Buffer.alloc(0)));
  });

  it('[MSG-07] a page that was turned alone is turned in its pictures and in the files, and the others are not', async () => {
    const fax = await storeFax(test, me.id, { pages: 2 });
    const etagOf = async (file: string) => (await get(`${fax.pathKey}/${file}`)).headers['etag'];
    const before = await Promise.all(['prev1.gif', 'prev2.gif', 'fax.pdf'].map(etagOf));
    await post('/api/faxui/faxRotate', { fid: fax.id, inbox: 1, direction: 'left', page: 2 });
    expect((await get(`${fax.pathKey}/prev1.gif`)).body).toContain('GIF89a 1 0 1000');
    expect((await get(`${fax.pathKey}/prev2.gif`)).body).toContain('GIF89a 2 270 1000');
    expect((await get(`${fax.pathKey}/thumb2.gif`)).body).toContain('GIF89a 2 270 152');
    expect((await get(`${fax.pathKey}/fax.pdf`)).body).toContain('%PDF-1.7 0 0 270 ');
    const after = await Promise.all(['prev1.gif', 'prev2.gif', 'fax.pdf'].map(etagOf));
    expect(after.map((etag, i) => etag === before[i])).toEqual([true, false, false]);
  });

  it('draws a page once for all who ask at the same time', async () => {
    const fax = await storeFax(test, me.id);
    drawn.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await get(`${fax.pathKey}/prev1.gif`)),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(drawn).toEqual(['1 0 1000']);
  });

  it('answers 500 for a page that cannot be drawn, and goes on with the others', async () => {
    const fax = await storeFax(test, me.id, { pages: 1, documentPages: 99 });
    expect((await get(`${fax.pathKey}/prev99.gif`)).statusCode).toBe(500);
    expect((await get(`${fax.pathKey}/prev1.gif`)).statusCode).toBe(200);
  });
});

describe('names that lead nowhere', () => {
  it("[A-TENANT-01] another account's fax is the same 404 as one that does not exist", async () => {
    const theirs = await storeFax(test, other.id);
    const missing = await get(`${newPathKey()}/prev1.gif`);
    for (const file of ['prev1.gif', 'thumb1.gif', 'fax.pdf', 'fax.tiff']) {
      const answer = await get(`${theirs.pathKey}/${file}`);
      expect([
        answer.statusCode,
        answer.body,
        answer.headers['content-type'],
        answer.headers['etag'],
      ]).toEqual([404, missing.body, missing.headers['content-type'], undefined]);
      expect((await get(`${theirs.pathKey}/${file}`, other.session)).statusCode).toBe(200);
    }
  });

  it('[INBOX-46] [A-TENANT-03] serves nothing but the four kinds of names, with fixed types', async () => {
    const { pathKey } = await storeFax(test, me.id, { pages: 3 });
    for (const file of [
      'fax.exe',
      'fax.pdf.html',
      'fax.PDF',
      'fax',
      'prev0.gif',
      'prev-1.gif',
      'prev99999.gif',
      'prev1e9.gif',
      'prev4.gif',
      'prev01.gif',
      'prev1.gif/..',
      'prev1.png',
      'prev.gif',
      'fax.pdf\u0000.gif',
      ' prev1.gif',
      'prev1.gif\n',
      'thumb4.gif',
    ]) {
      const answer = await get(`${pathKey}/${file}`);
      expect([file, answer.statusCode, answer.headers['content-type']]).toEqual([
        file,
        404,
        'application/json; charset=utf-8',
      ]);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    for (const path of [
      `../${pathKey}/prev1.gif`,
      `${pathKey}/../${pathKey}/prev1.gif`,
      '../../etc/passwd',
      '/etc/passwd',
      `${pathKey}%2Fprev1.gif`,
      'documents/x/fax.tiff',
      '',
      pathKey,
      `${pathKey}//prev1.gif`,
      '..%2f..%2fetc%2fpasswd',
      `\\..\\${pathKey}\\prev1.gif`,
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    const pdf = await get(`${pathKey}/fax.pdf`);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect((await get(`${pathKey}/fax.tif`)).headers).toMatchObject({ 'content-type': 'image/tiff' });
  });

  it('serves nothing of a fax that was deleted long ago, and nothing before there are pages', async () => {
    const deleted = await storeFax(test, me.id, { deleted: true });
    expect((await get(`${deleted.pathKey}/prev1.gif`)).statusCode).toBe(200);
    await test.database.db
      .updateTable('fax')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('path_key', '=', deleted.pathKey)
      .execute();
    expect((await get(`${deleted.pathKey}/prev1.gif`)).statusCode).toBe(404);
    const waiting = await storeFax(test, me.id, { action: 'S', outbox: true });
    await test.database.db
      .updateTable('document')
      .set({ tiff_key: null })
      .where('storage_key', '=', waiting.storageKey)
      .execute();
    expect((await get(`${waiting.pathKey}/prev1.gif`)).statusCode).toBe(404);
  });

  it('refuses pages of other sites, and needs a session', async () => {
    const { pathKey } = await storeFax(test, me.id);
    for (const site of ['cross-site', 'same-site'])
      expect((await get(`${pathKey}/prev1.gif`, me.session, { 'sec-fetch-site': site })).statusCode).toBe(
        403,
      );
    expect(
      (await get(`${pathKey}/prev1.gif`, me.session, { 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(200);
    expect((await get(`${pathKey}/prev1.gif`, { cookies: {}, headers: {} })).statusCode).toBe(401);
  });
});
