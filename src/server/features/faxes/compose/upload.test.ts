import { describe, expect, it } from 'vitest';

import { letter, startComposing } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

let rig: ComposeRig;
const { send, queued, to } = startComposing((made) => (rig = made));

/** A PDF for readers of the head, a zip for readers of the end. */
const POLYGLOT = '%PDF-1.4 pages 1\n<?php ?>PK\u0003\u0004\u0014\u0000PK\u0005\u0006' + '\u0000'.repeat(18);

/** Returns the files of the document that was sent last. */
async function lastOriginals() {
  const documents = rig.database.db.selectFrom('document').select('originals').orderBy('id', 'desc');
  return (await documents.limit(1).executeTakeFirstOrThrow()).originals;
}

describe('files', () => {
  it.each([
    'run.exe',
    'a.php',
    'x.svg',
    'y.html',
    'z.docm',
    'page.pdf.exe',
    'noext',
    '<img src=x onerror=alert(1)>.svg',
  ])('[A-UPLOAD-01] refuses %s by name', async (name) => {
    const before = await queued();
    const answer = await send(to(), [letter, { name, bytes: 'x' }]);
    expect(answer).toMatchObject({
      status: 415,
      error: 'FILE_TYPE',
      fields: { 'userfiles[1]': 'FILE_TYPE' },
    });
    expect(answer.message).toContain(name);
    const after = await queued();
    expect(after).toBe(before);
  });

  it.each([
    ['shell.pdf', "<?php system('id') ?>"],
    ['page.pdf', '<html><script>1</script></html>'],
    ['tool.txt', '\u007fELF\u0002\u0001\u0001\u0000\u0000'],
    ['archive.txt', 'PK\u0003\u0004\u0014\u0000'],
    ['archive.pdf', 'PK\u0003\u0004\u0014\u0000'],
    ['text.png', 'This line bypasses <?php'],
    ['polyglot.txt', POLYGLOT],
    ['polyglot.docx', POLYGLOT],
  ])('[A-UPLOAD-02] refuses %s for its content', async (name, bytes) => {
    const answer = await send(to(), [{ name, bytes }]);
    expect(answer).toMatchObject({ status: 415, error: 'FILE_TYPE' });
  });

  it('[A-UPLOAD-02] takes program text in a text file as text', async () => {
    const answer = await send(to(), [
      { name: 'page.txt', bytes: "This line bypasses\n<?php system('id') ?>" },
      { name: 'polyglot.pdf', bytes: POLYGLOT },
    ]);
    expect(answer.status).toBe(200);
    const { storage_key: key, path_key: path } = await rig.database.db
      .selectFrom('fax as f')
      .innerJoin('document as d', 'd.id', 'f.document_id')
      .select(['d.storage_key', 'f.path_key'])
      .where('f.id', '=', Number(answer.data?.jobs[0]?.fid))
      .executeTakeFirstOrThrow();
    expect(await rig.files.get(`${key}/original-0`)).toBeDefined();
    // Uploaded files are never served, not even to their owner, under any name.
    for (const file of ['original-0', 'original-1', 'page.txt', 'polyglot.pdf', 'manifest.json'])
      for (const url of [
        `/api/faxui/getFaxFile?file=${path}/${file}`,
        `/api/faxui/getFaxFile?file=${key}/${file}`,
        `/${key}/${file}`,
        `/documents/${file}`,
      ]) {
        const got = await rig.app.inject({ url, headers: rig.credentials });
        expect([url, got.statusCode, got.body.includes('<?php')]).toEqual([url, 404, false]);
        expect(got.headers['x-content-type-options']).toBe('nosniff');
      }
  });

  it('refuses a type that nothing here can convert, instead of failing later', async () => {
    const answer = await send(to(), [{ name: 'a.bmp', bytes: 'BM' }]);
    expect(answer).toMatchObject({ status: 415, error: 'FILE_TYPE' });
    expect(answer.message).toContain('a.bmp');
  });

  it('[A-UPLOAD-03] knows the edges of the size of a file', async () => {
    const exact = await send(to(), [{ name: 'full.txt', bytes: Buffer.alloc(10_485_760, 'a') }]);
    expect(exact.status).toBe(200);
    const over = await send(to(), [{ name: 'over.txt', bytes: Buffer.alloc(10_485_761, 'a') }]);
    expect(over).toMatchObject({ status: 413, error: 'FILE_TOO_BIG' });
    expect(over.message).toContain('over.txt');
    const empty = await send(to(), [{ name: 'empty.txt', bytes: '' }]);
    expect(empty).toMatchObject({ status: 400, error: 'FILE_EMPTY' });
    expect(empty.message).toContain('empty.txt');
    const left = await rig.leftOvers();
    expect(left.names).toEqual([]);
  });

  it.each([
    '-dNOSAFER.txt',
    '$(touch x).txt',
    '`id`.txt',
    'a;id.txt',
    '@file.txt',
    'msl:x.png.txt',
    '|id.txt',
  ])('[A-UPLOAD-06] takes the name %s as a label only', async (name) => {
    const answer = await send(to(), [{ name, bytes: 'text' }]);
    expect(answer.status).toBe(200);
    const originals = await lastOriginals();
    expect(originals[0]?.name).toBe(name);
    expect(originals[0]?.key).toMatch(/^documents\/d-[A-Za-z0-9_-]{24}\/original-0$/);
  });

  it('[A-UPLOAD-07] strips what turns the reading direction, and paths, from a name', async () => {
    const answer = await send(to(), [{ name: 'invoice\u202Efdp.exe.txt', bytes: 'x' }]);
    expect(answer.status).toBe(200);
    const originals = await lastOriginals();
    expect(originals[0]?.name).toBe('invoicefdp.exe.txt');
  });
});
