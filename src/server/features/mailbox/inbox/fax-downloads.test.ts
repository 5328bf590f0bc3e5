import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newPathKey } from '#engine/secrets/tokens.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { smallTiff, storeFax, startTwoPeople } from '#test/mailbox-rig.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let me: MailboxPerson;
let other: MailboxPerson;

beforeAll(async () => {
  ({ test, me, other } = await startTwoPeople());
});
afterAll(async () => await test.stop());

const get = async (file: string, session = me.session, headers: Record<string, string> = {}) =>
  await me.file(file, session, headers);
const post = async (url: string, payload: object) => await me.send('POST', url, payload);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns names and contents of a zip, read from its central directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, nameLength, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    files.set(name, method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

const archive = async (query: string) =>
  await test.app.inject({ url: `/api/faxui/getFaxesArchive?${query}`, cookies: me.session.cookies });

const count = async (filepath: unknown) => await post('/api/faxui/getTruePageCount', { filepath });

describe('downloads', () => {
  it('[INBOX-38] gives one fax as PDF or TIFF under a name that says from whom and when', async () => {
    const fax = await storeFax(test, me.id, { number: '2125550142', at: new Date('2026-11-21T00:04:01Z') });
    const pdf = await get(`${fax.pathKey}/fax.pdf`);
    expect(pdf.body.startsWith('%PDF')).toBe(true);
    expect(pdf.headers['content-disposition']).toBe('attachment; filename="fax_2125550142_202611201904.pdf"');
    const tiff = await get(`${fax.pathKey}/fax.tiff`);
    expect(tiff.headers['content-disposition']).toBe(
      'attachment; filename="fax_2125550142_202611201904.tiff"',
    );
    expect(sha(tiff.rawPayload)).toBe(sha(fax.tiff));
  });

  it('keeps what came over the line out of file names', async () => {
    const fax = await storeFax(test, me.id, { number: '', company: 'x"\r\nSet-Cookie: a=b' });
    const { headers } = await get(`${fax.pathKey}/fax.pdf`);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="fax_unknown_\d{12}\.pdf"$/);
  });

  it('[INBOX-37] zips several faxes, each under its own name', async () => {
    const at = new Date('2026-11-21T00:04:01Z');
    const faxes = [
      await storeFax(test, me.id, { number: '2125550142', at, tiff: smallTiff(1, 1) }),
      await storeFax(test, me.id, { number: '2125550142', at, tiff: smallTiff(2, 2) }),
    ];
    const answer = await archive(`ext=tiff&fids[]=${faxes[1]?.id}&fids%5B%5D=${faxes[0]?.id}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="fax.zip"',
      'cache-control': 'private, no-cache',
    });
    const files = unzip(answer.rawPayload);
    expect([...files.keys()]).toEqual(
      [1, 0].map((i) => `fax_2125550142_20261120190401_${faxes[i]?.id}.tiff`),
    );
    expect([...files.values()].map(sha)).toEqual([1, 0].map((i) => sha(faxes[i]?.tiff ?? Buffer.alloc(0))));
    expect((await archive(`ext=pdf&fids[]=${faxes[0]?.id}`)).rawPayload.includes('%PDF')).toBe(true);
  });

  it("[A-TENANT-05] leaves others' faxes out of the zip, and is 404 when nothing is left", async () => {
    const mine = await storeFax(test, me.id, { tiff: smallTiff(1, 3) });
    const theirs = await storeFax(test, other.id, { tiff: smallTiff(1, 4) });
    const files = unzip((await archive(`ext=tiff&fids[]=${mine.id}&fids[]=${theirs.id}`)).rawPayload);
    expect([...files.values()].map(sha)).toEqual([sha(mine.tiff)]);
    expect((await archive(`ext=tiff&fids[]=${theirs.id}`)).statusCode).toBe(404);
  });

  it('[A-TENANT-06] takes at most 100 faxes, each once, of the known kinds, one at a time in memory', async () => {
    const fax = await storeFax(test, me.id);
    const ids = (n: number) => Array.from({ length: n }, (_, i) => `fids[]=${fax.id + i}`).join('&');
    expect((await archive(`ext=pdf&${ids(101)}`)).statusCode).toBe(400);
    expect((await archive(`ext=pdf&${ids(10_000)}`)).statusCode).toBe(400);
    const same = await archive(`ext=pdf&${`fids[]=${fax.id}&`.repeat(500)}`);
    expect([same.statusCode, unzip(same.rawPayload).size]).toEqual([200, 1]);
    for (const ext of ['../x', 'exe', '', 'PDF', '__proto__'])
      expect([ext, (await archive(`ext=${ext}&fids[]=${fax.id}`)).statusCode]).toEqual([ext, 400]);
    for (const none of ['ext=pdf', 'ext=pdf&fids[]=abc', 'ext=pdf&fids[]=-1', 'ext=pdf&fids[]=1 or 1=1'])
      expect((await archive(none)).statusCode).toBe(400);
  });

  it('refuses more than 200 MiB before it starts', async () => {
    const fax = await storeFax(test, me.id);
    await test.database.db
      .updateTable('document')
      .set({ bytes: 201 * 1024 * 1024 })
      .where('storage_key', '=', fax.storageKey)
      .execute();
    expect((await archive(`ext=pdf&fids[]=${fax.id}`)).statusCode).toBe(413);
  });
});

describe('true page counts', () => {
  it('[INBOX-39] counts the pages in the document and repairs the row', async () => {
    const fax = await storeFax(test, me.id, {
      pages: 0,
      tiff: smallTiff(3),
      documentPages: 0,
      status: 'FAILED',
    });
    const right = await storeFax(test, me.id, { pages: 2 });
    const answer = await count([right.pathKey, fax.pathKey, newPathKey(), fax.pathKey]);
    expect(answer.json()).toEqual({ data: { count: [2, 3, 0, 3] } });
    const row = await test.database.db
      .selectFrom('fax')
      .innerJoin('document', 'document.id', 'fax.document_id')
      .select(['fax.pages', 'document.pages as of_document'])
      .where('fax.id', '=', fax.id)
      .executeTakeFirst();
    expect(row).toEqual({ pages: 3, of_document: 3 });
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['object', 'detail'])
      .where('action', '=', 'fax.repair-pages')
      .execute();
    expect(audit).toEqual([{ object: String(fax.id), detail: { from: 0, to: 3 } }]);
  });

  it('[A-TENANT-10] says 0 for everything that is no own fax, whether it exists or not', async () => {
    const theirs = await storeFax(test, other.id, { pages: 2 });
    const paths = [
      '/etc/passwd',
      '/etc/no-such-file',
      '../../postgresql.conf',
      `${theirs.storageKey}/fax.tiff`,
      theirs.pathKey,
      '',
      'a\u0000b',
    ];
    expect((await count(paths)).json()).toEqual({ data: { count: paths.map(() => 0) } });
    expect((await count(Array.from({ length: 10_000 }, () => theirs.pathKey))).statusCode).toBe(400);
    expect((await count('x')).statusCode).toBe(400);
  });
});
