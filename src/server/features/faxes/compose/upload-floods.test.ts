import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';

import { letter, startComposing } from '#test/compose-rig.ts';
import type { Attached, ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';

const MIB = 1024 * 1024;

let rig: ComposeRig;
const { send, queued, to } = startComposing((made) => (rig = made));

function tiny(n: number): Attached[] {
  return Array.from({ length: n }, (_, i) => ({ name: `${i}.txt`, bytes: 'x' }));
}

const partHead = (disposition: string): string =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;

async function post(type: string, payload: string) {
  const headers = { ...rig.credentials, 'content-type': type };
  return await rig.app.inject({ method: 'POST', url: '/api/faxui/sendFax', headers, payload });
}

async function nothingLeft(): Promise<void> {
  const { names } = await until(
    async () => await rig.leftOvers(),
    (left) => left.names.length === 0,
  );
  expect(names).toEqual([]);
}

/**
 * Sends blocks as one upload until it is refused and cut off. Client and server share this process: `held` is the
 * growth of both in memory. Nothing of the upload may remain.
 */
async function pour(
  start: string,
  block: Buffer,
): Promise<{ answer: string; sent: number; stored: number; held: number }> {
  const socket = connect(rig.port, '127.0.0.1');
  const seen = { answer: '', sent: 0, stored: 0, held: 0 };
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // Cut off in the middle of a write, as expected.
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (seen.answer += chunk.toString()));
  const head = Object.entries(rig.credentials).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST /api/faxui/sendFax HTTP/1.1\r\nhost: 127.0.0.1:${rig.port}\r\n${head.join('')}` +
      'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  if (start) socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
  const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')]);
  const before = process.memoryUsage.rss();
  while (!socket.destroyed && !seen.answer && seen.sent < 1024) {
    seen.sent += 1;
    if (!socket.write(chunk)) await Promise.race([closed, new Promise((r) => socket.once('drain', r))]);
    seen.held = Math.max(seen.held, process.memoryUsage.rss() - before);
    if (seen.sent % 20 === 1) seen.stored = Math.max(seen.stored, (await rig.leftOvers()).bytes);
  }
  await until(
    async () => seen.answer,
    (answer) => answer.endsWith('}') || socket.destroyed,
  );
  socket.destroy();
  await nothingLeft();
  return seen;
}

describe('uploads without end', () => {
  it.each([
    ['files', partHead('name="userfiles[0]"; filename="a.txt"'), 'x', 'TOO_MANY_FILES'],
    ['files without a name', partHead('name="x"; filename=""'), 'x', 'TOO_MANY_FILES'],
    ['fields', partHead('name="subject"'), 'x', 'BAD_REQUEST'],
    ['long fields', partHead('name="subject"'), 'v'.repeat(60_000), 'BAD_REQUEST'],
  ])(
    '[A-UPLOAD-04] refuses %s without end, holding neither memory nor disk',
    async (_, head, value, error) => {
      const part = `${head}${value}\r\n`;
      const { answer, stored, held } = await pour('', Buffer.from(part.repeat(Math.ceil(MIB / part.length))));
      expect(answer).toContain('HTTP/1.1 400');
      expect(answer).toContain(error);
      expect(stored).toBeLessThan(1_000);
      expect(held).toBeLessThan(128 * MIB);
    },
  );

  it.each(['a name', 'a header'])('[A-UPLOAD-04] refuses %s without end', async (what) => {
    const head = what === 'a name' ? '--b\r\ncontent-disposition: form-data; name="' : '--b\r\nx-long: ';
    const { answer, stored, held } = await pour(head, Buffer.alloc(MIB, 'n'));
    expect(answer).toMatch(/HTTP\/1\.1 4(?:00|13)/);
    expect(stored).toBe(0);
    expect(held).toBeLessThan(128 * MIB);
  });

  it('[A-UPLOAD-04] bounds files, parts, names and the whole', async () => {
    const before = await queued();
    const files = await send(to(), tiny(21));
    expect(files).toMatchObject({ status: 400, error: 'TOO_MANY_FILES' });
    const manyFiles = await send(to(), tiny(1_000));
    expect(manyFiles).toMatchObject({ status: 400, error: 'TOO_MANY_FILES' });
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
      const broken = await post(type, 'x');
      expect([type, broken.statusCode]).toEqual([type, 400]);
    }
    await nothingLeft();
    expect(await queued()).toBe(before);
  });

  it('[A-UPLOAD-04] a multipart body inside of a part is one part, and no file comes out of it', async () => {
    const before = await queued();
    const inner = `--c\r\ncontent-disposition: file; filename="in.txt"\r\n\r\nhidden\r\n--c--\r\n`;
    const number = `${partHead('name="destinations"')}${rig.other.number}\r\n`;
    const nested =
      '--b\r\ncontent-disposition: form-data; name="userfiles[0]"\r\ncontent-type: multipart/mixed; boundary=c' +
      `\r\n\r\n${inner}\r\n`;
    const alone = await post('multipart/form-data; boundary=b', `${number}${nested}--b--\r\n`);
    expect([alone.statusCode, alone.json()]).toMatchObject([400, { success: false }]);
    expect(await queued()).toBe(before);
    await nothingLeft();
  });

  it('[A-UPLOAD-03] cuts an endless upload off at the limit and keeps nothing of it', async () => {
    const file = partHead('name="userfiles[0]"; filename="big.txt"');
    const { answer, sent, stored, held } = await pour(file, Buffer.alloc(MIB, 'a'));
    expect(answer).toContain('413');
    expect(answer).toContain('UPLOAD_TOO_BIG');
    expect(sent).toBeLessThan(200);
    expect(stored).toBeLessThanOrEqual(10_485_760);
    expect(held).toBeLessThan(64 * MIB);
  });
});
