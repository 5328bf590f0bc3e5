import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { openDocumentEngine } from '#engine/documents/choose.ts';
import { makePdf } from '#engine/documents/fixtures/make-pdf.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';

const run1 = promisify(execFile);
const ROUNDS = 3;

interface Input {
  name: string;
  pdf: Uint8Array;
}

interface Row {
  document: string;
  converter: string;
  'pages/s': string;
  'kB/page': string;
}

/** Forty lines of text a page, as letters have. */
function textPdf(pages: number): Uint8Array {
  const lines = Array.from(
    { length: 40 },
    (_, line) => `(${line + 1}. The quick brown fox jumps over the lazy dog 1234567890) Tj T*`,
  );
  return makePdf({ pages, content: `BT /F 12 Tf 16 TL 72 720 Td ${lines.join(' ')} ET` });
}

/** A text page as a scanner sees it: grey paper, noise, a JPEG of 200 dpi on every page. */
async function scanPdf(engine: DocumentEngine, pages: number): Promise<Uint8Array> {
  const outcome = await engine.toFaxPages([{ name: 'text.pdf', bytes: textPdf(1) }]);
  if (outcome.kind !== 'ok') throw new Error(`no page to scan: ${outcome.reason}`);
  const size = { width: 1700, height: 2200 };
  const paper = await sharp(outcome.tiff)
    .toColourspace('b-w')
    .extractChannel(0)
    .resize({ ...size, fit: 'fill' })
    .blur(0.7)
    .raw()
    .toBuffer();
  const seen = paper.map((tone, at) => 40 + (tone * 165) / 255 + ((at * 7919) % 25));
  const jpeg = await sharp(seen, { raw: { ...size, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 75 })
    .toBuffer();
  const stream = `stream\n${jpeg.toString('latin1')}\nendstream`;
  const image = `<</Type/XObject/Subtype/Image/Width 1700/Height 2200/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>\n${stream}`;
  const content = 'q 612 0 0 792 0 0 cm /I Do Q';
  return makePdf({ pages, content, objects: [image], resources: `/XObject<</I ${5 + pages} 0 R>>` });
}

/** Real documents where a corpus is at hand, generated ones anywhere. */
async function inputs(engine: DocumentEngine): Promise<Input[]> {
  const beside = new URL('../../shared/corpus', import.meta.url).pathname;
  const corpus = process.env.F2E_CORPUS ?? beside;
  const real = join(corpus, 'tracemonkey.pdf');
  const found = existsSync(real) ? [{ name: 'article (14 p)', pdf: await readFile(real) }] : [];
  return [
    { name: 'text (50 p)', pdf: textPdf(50) },
    { name: 'scan (10 p)', pdf: await scanPdf(engine, 10) },
    ...found,
  ];
}

const row = (document: string, converter: string, ms: number, pages: number, bytes: number): Row => ({
  document,
  converter,
  'pages/s': ((pages / ms) * 1000).toFixed(1),
  'kB/page': (bytes / pages / 1024).toFixed(1),
});

async function measureOurs(engine: DocumentEngine, { name, pdf }: Input, workers: number): Promise<Row> {
  let pages = 0;
  let bytes = 0;
  let ms = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // Warm means: idle children are ready. They start while the one before works, so wait for them.
    await engine.toFaxPages([{ name: 'a.txt', bytes: Buffer.from('warm') }]);
    const started = performance.now();
    const outcomes = await Promise.all(
      Array.from({ length: workers }, () => engine.toFaxPages([{ name: 'a.pdf', bytes: pdf }])),
    );
    ms += performance.now() - started;
    for (const outcome of outcomes) {
      if (outcome.kind !== 'ok') throw new Error(`${name}: ${outcome.reason}`);
      pages += outcome.pages;
      bytes += outcome.tiff.length;
    }
  }
  return row(name, `f2e, ${workers} side by side`, ms, pages, bytes);
}

async function measureGhostscript(
  engine: DocumentEngine,
  { name, pdf }: Input,
  folder: string,
  workers: number,
): Promise<Row> {
  const source = join(folder, 'in.pdf');
  await writeFile(source, pdf);
  const options = [
    '-q',
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=tiffg4',
    '-r204x196',
    '-g1728x2156',
    '-dPDFFitPage',
  ];
  const target = (index: number) => join(folder, `out${index}.tif`);
  let ms = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await Promise.all(
      Array.from({ length: workers }, (_, index) =>
        run1('gs', [...options, `-sOutputFile=${target(index)}`, source]),
      ),
    );
    ms += performance.now() - started;
  }
  const tiff = await readFile(target(0));
  const pages = engine.countPages(tiff);
  return row(
    name,
    `gs tiffg4, ${workers} side by side`,
    ms,
    pages * workers * ROUNDS,
    tiff.length * workers * ROUNDS,
  );
}

/** Prints pages per second and kilobytes per page of our converter and of Ghostscript, in one run on one machine. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-bench-'));
  const workers = Math.min(4, availableParallelism());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const engine = await openDocumentEngine({ workers, untrusted: 'accept-risk', tempDir: folder, log });
  try {
    await engine.status();
    const rows: Row[] = [];
    const ghostscript = await run1('gs', ['--version']).then(
      () => true,
      () => false,
    );
    for (const input of await inputs(engine)) {
      for (const side of new Set([1, workers])) {
        rows.push(await measureOurs(engine, input, side));
        if (ghostscript) rows.push(await measureGhostscript(engine, input, folder, side));
      }
    }
    console.table(rows);
    if (!ghostscript) console.log('Ghostscript is not installed: nothing to compare with.');
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
}
