import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { letter, startCompose } from '#test/compose-rig.ts';
import type { Attached, ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';

const MIB = 1024 * 1024;

let rig: ComposeRig;
const send: ComposeRig['send'] = async (...form) => await rig.send(...form);
const queued = async (): Promise<number> => await rig.queued();

beforeAll(async () => {
  rig = await startCompose();
});
afterAll(async () => await rig.stop());

const to = () => ({ destinations: rig.other.number });

function tiny(n: number): Attached[] {
  return Array.from({ length: n }, (_, i) => ({ name: `${i}.txt`, bytes: 'x' }));
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
  ])('[A-UPLOAD-02] refuses %s for its content', async (name, bytes) => {
    const answer = await send(to(), [{ name, bytes }]);
    expect(answer).toMatchObject({ status: 415, error: 'FILE_TYPE' });
  });

  it('[A-UPLOAD-02] takes program text in a text file as text', async () => {
    const answer = await send(to(), [
      { name: 'page.txt', bytes: "This line bypasses\n<?php system('id') ?>" },
    ]);
    expect(answer.status).toBe(200);
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

  it(
    '[A-UPLOAD-03] cuts an endless upload off at the limit and keeps nothing of it',
    { timeout: 60_000 },
    async () => {
      const socket = connect(rig.port, '127.0.0.1');
      let answer = '';
      let sent = 0;
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      // Cut off in the middle of a write, as it should be.
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => (answer += chunk.toString()));
      const head = Object.entries(rig.credentials).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `POST /api/faxui/sendFax HTTP/1.1\r\nhost: 127.0.0.1:${rig.port}\r\n${head.join('')}` +
          'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
      );
      const part = '--b\r\ncontent-disposition: form-data; name="userfiles[0]"; filename="big.txt"\r\n\r\n';
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      const block = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, 'a'), Buffer.from('\r\n')]);
      let largest = 0;
      // Client and server are one process here: what it holds of the upload may be no more than some pieces of it.
      const before = process.memoryUsage.rss();
      let held = 0;
      while (!socket.destroyed && !answer.includes('UPLOAD_TOO_BIG') && sent < 1024) {
        sent += 1;
        if (!socket.write(block)) await Promise.race([closed, new Promise((r) => socket.once('drain', r))]);
        held = Math.max(held, process.memoryUsage.rss() - before);
        if (sent % 20 === 0) largest = Math.max(largest, (await rig.leftOvers()).bytes);
      }
      expect(answer).toContain('413');
      expect(answer).toContain('UPLOAD_TOO_BIG');
      expect(sent).toBeLessThan(200);
      expect(largest).toBeLessThanOrEqual(10_485_760);
      expect(held).toBeLessThan(64 * MIB);
      socket.destroy();
      await closed;
      const left = await until(
        async () => await rig.leftOvers(),
        ({ names }) => names.length === 0,
      );
      expect(left.names).toEqual([]);
    },
  );

  it('[A-UPLOAD-04] bounds files, parts, names and the whole', async () => {
    const before = await queued();
    const files = await send(to(), tiny(21));
    expect(files).toMatchObject({ status: 400, error: 'TOO_MANY_FILES' });
    const manyFiles = await send(to(), tiny(1_000));
    expect(manyFiles.status).toBe(400);
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, 'x']));
    const manyFields = await send({ ...to(), ...fields }, [letter]);
    expect(manyFields).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
    const longName = await send({ ...to(), ['n'.repeat(MIB)]: 'x' }, [letter]);
    expect(longName).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
    const six = Array.from({ length: 6 }, (_, i) => ({
      name: `${i}.txt`,
      bytes: Buffer.alloc(9 * MIB, 'a'),
    }));
    const whole = await send(to(), six);
    expect(whole).toMatchObject({ status: 413, error: 'UPLOAD_TOO_BIG' });
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
      const broken = await rig.app.inject({
        method: 'POST',
        url: '/api/faxui/sendFax',
        headers: { ...rig.credentials, 'content-type': type },
        payload: 'x',
      });
      expect(broken.statusCode).toBeGreaterThanOrEqual(400);
      expect(broken.statusCode).toBeLessThan(500);
    }
    const nested = await send(to(), [
      { name: 'n.txt', bytes: '--b\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--' },
    ]);
    expect(nested.status).toBe(200);
    const after = await queued();
    expect(after).toBe(before + 1);
    const left = await until(
      async () => await rig.leftOvers(),
      ({ names }) => names.length === 0,
    );
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
    const { originals } = await rig.database.db
      .selectFrom('document')
      .select('originals')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(originals[0]?.name).toBe(name);
    expect(originals[0]?.key).toMatch(/^documents\/d-[A-Za-z0-9_-]{24}\/original-0$/);
  });

  it('[A-UPLOAD-07] strips what turns the reading direction, and paths, from a name', async () => {
    const answer = await send(to(), [{ name: 'invoice\u202Efdp.exe.txt', bytes: 'x' }]);
    expect(answer.status).toBe(200);
    const { originals } = await rig.database.db
      .selectFrom('document')
      .select('originals')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(originals[0]?.name).toBe('invoicefdp.exe.txt');
  });
});
