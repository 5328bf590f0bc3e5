import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { SandboxedDocumentEngine } from '#engine/documents/engine.ts';
import { PdfMakers } from '#engine/documents/make-drawable.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { familyOf } from '#engine/documents/sandbox/memory-watch.ts';
import { ConverterPool } from '#engine/documents/sandbox/pool.ts';

import { officeSamples, pdfSamples } from './document-samples.ts';
import type { OfficeSample, PdfSample } from './document-samples.ts';

const runProgram = promisify(execFile);
const ROUNDS = 3;

/** Bits per second of a fax call; the protocol adds time to each page, the same for every converter. */
const WIRE_BITS = 14_400;

const PAGE_BYTES = 4096;
const LOOK_EVERY_MS = 20;

interface Row {
  document: string;
  converter: string;
  'pages/s': string;
  'wire s/page': string;
  'peak MB': number;
}

/** Result of one run: pages, and bytes of fax data; no bytes if a converter writes another format. */
interface Run {
  pages: number;
  bytes?: number;
}

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** An engine, and a function that waits until its children are warm, before timing starts. */
interface Bench {
  engine: DocumentEngine;
  warm: () => Promise<void>;
}

function open(folder: string, workers: number): Bench {
  const options = { workers, untrusted: 'accept-risk' as const, tempDir: folder, log };
  const pool = new ConverterPool(options);
  const engine = new SandboxedDocumentEngine(pool, new PdfMakers(pool, options), options);
  return { engine, warm: async () => await pool.warm() };
}

/** Returns the peak memory of all descendants of this process together while `work` ran. */
async function peakMegabytes(work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const look = async () => {
    const pids = familyOf(process.pid).slice(1);
    const sizes = pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0');
      return Number(text.split(' ')[1]) * PAGE_BYTES;
    });
    peak = Math.max(
      peak,
      (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    );
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  await work().finally(() => clearInterval(timer));
  return Math.round(peak / 1024 / 1024);
}

async function measure(
  document: string,
  converter: string,
  warm: () => Promise<void>,
  once: () => Promise<Run>,
): Promise<Row> {
  let pages = 0;
  let bytes: number | undefined = 0;
  let ms = 0;
  const peak = await peakMegabytes(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await warm();
      const started = performance.now();
      const done = await once();
      ms += performance.now() - started;
      pages += done.pages;
      bytes = done.bytes === undefined || bytes === undefined ? undefined : bytes + done.bytes;
    }
  });
  return {
    document,
    converter,
    'pages/s': ((pages / ms) * 1000).toFixed(1),
    'wire s/page': bytes === undefined ? '' : ((bytes / pages) * (8 / WIRE_BITS)).toFixed(1),
    'peak MB': peak,
  };
}

/** Converts with our engine, warm: idle children are ready before timing starts. */
async function ours(engine: DocumentEngine, { name, pdf }: PdfSample): Promise<Run> {
  const outcome = await engine.toFaxPages([{ name: 'a.pdf', bytes: pdf }]);
  if (outcome.kind !== 'ok') throw new Error(`${name}: ${outcome.reason}`);
  return { pages: outcome.pages, bytes: outcome.tiff.length };
}

const GHOSTSCRIPT = '-q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=tiffg4 -r204x196 -g1728x2156 -dPDFFitPage'.split(
  ' ',
);

async function ghostscript(engine: DocumentEngine, source: string, folder: string): Promise<Run> {
  const target = join(folder, 'gs.tif');
  await runProgram('gs', [...GHOSTSCRIPT, `-sOutputFile=${target}`, source]);
  const tiff = await readFile(target);
  return { pages: engine.countPages(tiff), bytes: tiff.length };
}

async function poppler(source: string, folder: string): Promise<Run> {
  const target = await mkdtemp(join(folder, 'ppm-'));
  await runProgram('pdftoppm', ['-mono', '-rx', '204', '-ry', '196', source, join(target, 'p')]);
  const pages = (await readdir(target)).length;
  await rm(target, { recursive: true });
  return { pages };
}

async function benchPdf({ engine, warm }: Bench, folder: string): Promise<void> {
  const rows: Row[] = [];
  for (const sample of await pdfSamples()) {
    const source = join(folder, 'in.pdf');
    await writeFile(source, sample.pdf);
    // Documents that we refuse (a password, too many pages) have nothing to compare.
    if ((await engine.toFaxPages([{ name: 'a.pdf', bytes: sample.pdf }])).kind !== 'ok') continue;
    rows.push(await measure(sample.name, 'f2e', warm, async () => await ours(engine, sample)));
    for (const [name, once] of [
      ['gs tiffg4', async () => await ghostscript(engine, source, folder)],
      ['pdftoppm -mono', async () => await poppler(source, folder)],
    ] as const) {
      // A program that is not installed gets no row.
      const row = await measure(sample.name, name, warm, once).catch(() => undefined);
      if (row !== undefined) rows.push(row);
    }
  }
  console.table(rows);
}

/** Converts as one account, because LibreOffice is kept per account: documents of two accounts never share one. */
const convertOffice = async (engine: DocumentEngine, { name, bytes }: OfficeSample) => {
  const outcome = await engine.toFaxPages([{ name, bytes }], { owner: 'bench' });
  if (outcome.kind !== 'ok') throw new Error(`${name}: ${outcome.reason}`);
};

/**
 * Prints documents per second through LibreOffice: for the first document, which starts it, and for the following ones.
 */
async function benchOffice(folder: string): Promise<void> {
  const samples = await officeSamples();
  const { engine, warm } = open(folder, 2);
  try {
    const { types } = await engine.status();
    const missing = types.find(({ extension }) => extension === 'docx')?.reason;
    if (missing !== undefined) return console.log(`No office documents: ${missing}.`);
    const rows: Record<string, string | number>[] = [];
    const timed = async (converter: string, documents: number, work: () => Promise<void>) => {
      await warm();
      const started = performance.now();
      const peak = await peakMegabytes(work);
      const seconds = (performance.now() - started) / 1000;
      rows.push({ converter, documents, 'documents/s': (documents / seconds).toFixed(2), 'peak MB': peak });
    };
    await timed('f2e, the first one', 1, async () => await convertOffice(engine, samples[0]!));
    await timed('f2e, warm', samples.length * ROUNDS, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const sample of samples) await convertOffice(engine, sample);
      }
    });
    await timed('soffice --convert-to pdf, each alone', samples.length, async () => {
      for (const { name, bytes } of samples) {
        await writeFile(join(folder, name), bytes);
        const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
        await runProgram('soffice', [
          profile,
          '--headless',
          '--convert-to',
          'pdf',
          '--outdir',
          folder,
          join(folder, name),
        ]);
      }
    });
    console.table(rows);
  } finally {
    await engine.close();
  }
}

/** Prints how fast documents become fax pages, how long these take to transmit, and the same for other converters. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-bench-'));
  const bench = open(folder, Math.min(2, availableParallelism()));
  try {
    await benchPdf(bench, folder);
    await bench.engine.close();
    await benchOffice(folder);
  } finally {
    await bench.engine.close();
    await rm(folder, { recursive: true });
  }
}
