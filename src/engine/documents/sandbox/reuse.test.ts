import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { forgetPdfium, loadPdfium } from '../converters/pdfium.ts';
import { hello, makePdf } from '../fixtures/make-pdf.ts';
import { blackPng } from '../fixtures/make-png.ts';
import { silentLog } from '../fixtures/test-engine.ts';
import { CHILD_DOCUMENTS } from '../limits.ts';
import type { ConversionProgress } from '../port.ts';
import type { JobFile } from './child.ts';
import { ConverterPool } from './pool.ts';
import { isFresh, leavesChildClean } from './reuse.ts';

const pdf = (bytes: Uint8Array): JobFile => ({ type: 'pdf', bytes });
const plain = (text: string): JobFile => ({ type: 'text', bytes: Buffer.from(text) });
const letter = pdf(makePdf());
const photo = pdf(
  makePdf({
    objects: ['<</Type/XObject/Subtype/Image/Filter/DCTDecode/Length 3>>\nstream\nabc\nendstream'],
  }),
);

const heapOf = async () => ((await loadPdfium()).pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

let tempDir: string;
let pool: ConverterPool;
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'reuse-test-'));
  pool = new ConverterPool({ workers: 1, untrusted: 'accept-risk', tempDir, log: silentLog });
});
afterEach(async () => {
  await pool.close();
  await rm(tempDir, { recursive: true });
});

describe('a converter child', () => {
  test('takes more documents when only WebAssembly has read them, with the same dots as a new one', async () => {
    await pool.confinement();
    const [first] = pool.idlePids;
    const fresh = await pool.run([letter]);
    for (const text of ['another', 'and one more']) {
      expect(await pool.run([pdf(makePdf({ content: hello(text) }))])).toMatchObject({ kind: 'ok' });
      expect(await pool.run([plain(text)])).toMatchObject({ kind: 'ok', pages: 1 });
    }
    expect(await pool.run([letter])).toEqual(fresh);
    expect(pool.idlePids).toEqual([first]);
  });

  test('is enough for each document that is converted side by side, however many come', async () => {
    const two = new ConverterPool({ workers: 2, untrusted: 'accept-risk', tempDir, log: silentLog });
    try {
      await two.confinement();
      await two.run([letter]);
      await expect.poll(() => two.idlePids).toHaveLength(2);
      const first = two.pids;
      const results = await Promise.all(Array.from({ length: 12 }, () => two.run([plain('one of many')])));
      expect(results.every((result) => result?.kind === 'ok')).toBe(true);
      expect(two.pids).toEqual(first);
    } finally {
      await two.close();
    }
  });

  test('that met native code is never used twice; nor is one that refused', async () => {
    const broken = pdf(Buffer.from('%PDF-1.7 broken'));
    for (const files of [[{ type: 'png' as const, bytes: blackPng(20, 20) }], [plain('שלום')], [broken]]) {
      await pool.confinement();
      await expect.poll(() => pool.idlePids).toHaveLength(1);
      const [used] = pool.idlePids;
      await pool.run(files);
      await expect.poll(() => pool.pids).not.toContain(used);
    }
  });

  test('tells every page that is done', async () => {
    const told: ConversionProgress[] = [];
    await pool.run([pdf(makePdf({ pages: 3 })), letter], { onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { done: 0, of: 3 },
      { done: 1, of: 3 },
      { done: 2, of: 3 },
      { done: 3, of: 3 },
      { done: 3, of: 4 },
      { done: 4, of: 4 },
    ]);
  });
});

test('idle children end after a while without a document, and come back with the next one', async () => {
  const resting = new ConverterPool({
    workers: 1,
    untrusted: 'accept-risk',
    tempDir,
    log: silentLog,
    idleMs: 50,
  });
  try {
    await resting.confinement();
    for (let round = 0; round < 2; round++) {
      await expect.poll(() => resting.pids).toEqual([]);
      expect(await resting.run([letter])).toMatchObject({ kind: 'ok' });
    }
    await expect.poll(() => resting.pids).toEqual([]);
  } finally {
    await resting.close();
  }
});

describe('what leaves a child clean', () => {
  test('are PDFs without a picture that libvips would decode and plain texts, and nothing else', () => {
    expect(leavesChildClean([letter, plain('fine')])).toBe(true);
    expect(leavesChildClean([plain('שלום')])).toBe(false);
    expect(leavesChildClean([letter, photo])).toBe(false);
    for (const type of ['png', 'jpeg', 'tiff', 'bmp', 'jp2'] as const) {
      expect(leavesChildClean([{ type, bytes: letter.bytes }])).toBe(false);
    }
    expect(leavesChildClean([pdf(new Uint8Array(9 * 1024 * 1024))])).toBe(false);
  });

  test('ends with many documents, long work, or much memory', () => {
    const young = { pid: process.pid, documents: 1, workedMs: 100 };
    expect(isFresh({ ...young, documents: CHILD_DOCUMENTS })).toBe(false);
    expect(isFresh({ ...young, workedMs: 60_000 })).toBe(false);
    expect(isFresh({ ...young, pid: undefined })).toBe(false);
  });

  test('the memory of PDFium is another one for the next document', async () => {
    const secret = Buffer.from('the words of another customer');
    const before = await heapOf();
    before.set(secret, before.length - 64);
    expect(Buffer.from(await heapOf()).includes(secret)).toBe(true);
    forgetPdfium();
    expect(Buffer.from(await heapOf()).includes(secret)).toBe(false);
  });
});
